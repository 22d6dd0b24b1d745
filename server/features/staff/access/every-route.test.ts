import { describe, expect, it } from 'vitest'
import { api, staffApi, staffOpenapi } from '#contract/paths.ts'
import { mayDo, routeOf, staffCall, staffCallNames } from '#contract/calls/staff-calls.ts'
import { staffRoles } from '#contract/schemas/staff-access.ts'
import { guardDesk } from '#server/features/staff/routes.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { signedIn } from '#tests/support/staff.ts'

interface Document {
  paths: Record<string, Record<string, { operationId: string }>>
}

const server = sharedServer()
const calls = staffCallNames.map((name) => ({ name, ...staffCall(name), ...routeOf(name) }))
const closed = calls.filter(({ role }) => role !== 'signed-out')

async function openapi(role: 'owner' | 'recruiter') {
  return server.app.inject({ url: staffOpenapi, headers: await signedIn(server, role) })
}

function idOf(url: string, id: string): string {
  return url.replaceAll(/:\w+/g, id)
}
const signedOut = { message: 'Please sign in.', code: 'signed_out' }

describe('every call of the desk', () => {
  it('is in the desk’s document, which only owners read, and in no public one', async () => {
    expect((await openapi('recruiter')).statusCode).toBe(403)
    expect((await server.app.inject({ url: staffOpenapi })).statusCode).toBe(401)
    const open = (await server.app.inject({ url: api.openapi })).json<Document>()
    expect(Object.keys(open.paths).filter((path) => path.startsWith('/api/staff'))).toEqual([])
    const desk = (await openapi('owner')).json<Document>()
    expect(Object.keys(desk.paths).filter((path) => !path.startsWith(staffApi))).toEqual([])
    const described = Object.entries(desk.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => ({ path, method, operationId })),
    )
    expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(described.length)
    const named = (method: string, path: string) =>
      `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
    const ours = calls.map(({ method, url }) => named(method, url))
    expect(described.map(({ method, path }) => named(method, path)).toSorted()).toEqual(ours.toSorted())
  })

  it('says who may make it', () => {
    const hooks: ((route: object) => void)[] = []
    const recorder = { addHook: (_: string, hook: (route: object) => void) => hooks.push(hook) }
    guardDesk(recorder as never, server.deps)
    expect(() => hooks[0]?.({ method: 'GET', url: '/x', config: {} })).toThrow('does not say who')
  })

  it('begins a session if it needs none', () => {
    const open = calls.filter(({ role }) => role === 'signed-out').map(({ route }) => route)
    expect(open.toSorted()).toEqual([
      ...['GET /first-owner', 'POST /enrol', 'POST /enrol/options', 'POST /first-owner'],
      ...['POST /sign-in', 'POST /sign-in/options'],
    ])
  })

  it('gives the same answer without a session, with an ended one or a visitor’s, whether the record exists or not', async () => {
    const ended = await signedIn(server, 'owner', { steppedUp: true })
    await server.deps.db.deleteFrom('staff_sessions').execute()
    const visitors = { cookie: ended.cookie.replace('staff=', 'v=') }
    const odd = ['', 'staff=', 'staff=x', `staff=${'x'.repeat(32)}`].map((cookie) => ({ cookie }))
    for (const { method, url } of closed) {
      for (const headers of [{}, ended, visitors, ...(url.endsWith('/me') ? odd : [])]) {
        for (const id of ['x', 'EN-7K3M9Q']) {
          const answer = await server.app.inject({ method, url: idOf(url, id), headers })
          expect([url, answer.statusCode, answer.json()]).toEqual([url, 401, signedOut])
          expect(answer.headers['cache-control']).toBe('no-store')
        }
      }
    }
  })

  it.each(staffRoles)(
    'is open to a %s as the table says, with the passkey where the table asks for it',
    async (role) => {
      for (const { name, method, url, stepUp } of closed) {
        for (const steppedUp of [false, true]) {
          const headers = await signedIn(server, role, { steppedUp })
          // Nothing can be changed here, since no record has this name; the guard answers before a wrong body is
          // refused.
          const answer = await server.app.inject({ method, url: idOf(url, 'nothing'), headers })
          const { code } = answer.body.startsWith('{') ? answer.json<{ code?: string }>() : {}
          const refused = !mayDo(role, name) ? 'denied' : Boolean(stepUp) && !steppedUp && 'step_up'
          const guard = code === 'denied' || code === 'step_up' || code === 'signed_out' ? code : false
          expect([url, steppedUp, guard]).toEqual([url, steppedUp, refused])
          if (refused) expect(answer.statusCode).toBe(403)
        }
      }
    },
  )

  it('is refused to another site before anything else', async () => {
    const headers = await signedIn(server, 'owner', { steppedUp: true })
    for (const site of ['cross-site', 'same-site']) {
      for (const { method, url } of calls) {
        const from = { ...headers, 'sec-fetch-site': site }
        const answer = await server.app.inject({ method, url: idOf(url, 'x'), headers: from })
        expect([url, answer.statusCode, answer.json()]).toMatchObject([url, 403, { code: 'cross_site' }])
      }
    }
  })
})
