import { staffApi } from '#contract/paths.ts'
import type { StaffRole } from '#contract/schemas/staff-access.ts'
import { invitePerson } from '#server/features/staff/access/people-service.ts'
import { newId } from '#server/platform/ids.ts'
import { type Asked, type Authenticator, newAuthenticator } from './authenticator.ts'
import type { TestServer } from './server.ts'

export const origin = 'http://localhost:0'

type Lies = Parameters<Authenticator['use']>[1]

/** A browser at the desk: it keeps its cookies, and completes both ceremonies. */
export function staffBrowser(server: TestServer) {
  const cookies = new Map<string, string>()
  const send = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const request = { method, url: staffApi + path, headers: { cookie } }
    const answer = await server.app.inject({ ...request, ...(body && { payload: body }) })
    for (const { name, value } of answer.cookies) cookies.set(name, value)
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
  }
  const get = (path: string) => send('GET', path)
  const post = (path: string, body: object = {}) => send('POST', path, body)
  const begin = async (path: string, body = {}) => (await post(path, body)).body['options'] as Asked
  const use = async (path: string, key: Authenticator, lies?: Lies) =>
    post(path, { passkey: key.use(await begin(`${path}/options`), lies) })
  return {
    ...{ cookies, get, post, begin },
    me: () => get('/me'),
    signIn: (key: Authenticator, lies?: Lies) => use('/sign-in', key, lies),
    stepUp: (key: Authenticator) => use('/step-up', key),
    async enrol(token: string, key: Authenticator, lies?: Lies) {
      const passkey = key.create(await begin('/enrol/options', { token }), lies)
      return post('/enrol', { token, passkey })
    },
    /** Returns the token of a new link from an owner. */
    async newLink(staffId: string) {
      const { link } = (await post(`/people/${staffId}/link`)).body as { link: string }
      return link.replace(`${origin}/staff/enrol#`, '')
    },
  }
}

/** Returns the enrolment token of a new person. */
export async function invited(server: TestServer, role: StaffRole = 'recruiter') {
  const person = { name: 'Asha Mehta', email: `asha-${newId()}@staff.example`, role }
  return invitePerson(server.deps, person, { actor: 'system' })
}

/** Returns an enrolled person with their passkey and browser. */
export async function enrolled(server: TestServer, role?: StaffRole) {
  const { token, staffId } = await invited(server, role)
  const [at, key] = [staffBrowser(server), newAuthenticator(origin)]
  const { status, body } = await at.enrol(token, key)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { at, key, staffId, token }
}
