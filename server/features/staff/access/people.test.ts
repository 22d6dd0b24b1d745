import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { staffApi } from '#contract/paths.ts'
import { engines } from '#tests/support/place.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'
import { addStaff, signedIn } from '#tests/support/staff.ts'

describe.each(engines)('the people of the desk, on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ engine })
  })
  afterAll(() => server.stop())

  async function owner(name?: string) {
    const id = await addStaff(server.deps, 'owner', name)
    const headers = await signedIn(server, 'owner', { steppedUp: true, staffId: id })
    const post = (path: string, payload: object) =>
      server.app.inject({ method: 'POST', url: staffApi + path, headers, payload })
    return { id, post, list: () => server.app.inject({ url: `${staffApi}/people`, headers }) }
  }
  const activeOwners = () =>
    server.deps.db
      .selectFrom('staff')
      .select('id')
      .where('role', '=', 'owner')
      .where('disabled_at', 'is', null)
      .execute()

  it.each([
    ['disable', { disabled: true }],
    ['demote', { role: 'viewer' }],
  ])('keep one owner of two who %s each other at once', async (_, change) => {
    await server.deps.db.deleteFrom('staff').execute()
    const [one, other] = [await owner(), await owner()]
    const answers = await Promise.all([
      one.post(`/people/${other.id}`, change),
      other.post(`/people/${one.id}`, change),
    ])
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const [left, ...more] = await activeOwners()
    expect(more).toEqual([])
    const last = left?.id === one.id ? one : other
    expect((await last.post(`/people/${last.id}`, change)).statusCode).toBe(422)
  })

  it('are invited once under an e-mail, listed, and every change is in the audit log', async () => {
    const { id, post, list } = await owner('Meera Desai')
    const person = { name: 'Ravi Shah', email: 'ravi@staff.example', role: 'recruiter' }
    const invited = await post('/people', person)
    expect(invited.json()).toMatchObject({ link: expect.stringMatching(/\/staff\/enrol#[\w-]{32}$/) })
    expect((await post('/people', { ...person, email: 'RAVI@staff.example' })).statusCode).toBe(409)
    expect((await post('/people', { ...person, role: 'boss' })).statusCode).toBe(422)
    const { people } = (await list()).json<{ people: { id: string; email: string }[] }>()
    const ravi = people.find(({ email }) => email === person.email)
    expect(ravi).toMatchObject({ state: 'invited', role: 'recruiter', passkeys: 0, sessions: 0 })
    const path = `/people/${ravi?.id}`
    const said = [
      await post(path, { role: 'viewer' }),
      await post(path, { disabled: true }),
      await post(`${path}/link`, {}),
      await post(path, { disabled: false }),
      await post('/people/nobody', { role: 'owner' }),
    ]
    expect(said.map(({ statusCode }) => statusCode)).toEqual([200, 200, 422, 200, 404])
    const log = await server.deps.db
      .selectFrom('audit_log')
      .select(['action', 'actor', 'detail'])
      .where('reference', '=', ravi?.id ?? '')
      .orderBy('seq')
      .execute()
    const actor = `staff:${id}`
    expect(log).toEqual([
      { action: 'staff_invite', actor, detail: '{"role":"recruiter"}' },
      { action: 'staff_change', actor, detail: '{"role":"viewer"}' },
      { action: 'staff_change', actor, detail: '{"disabled":true}' },
      { action: 'staff_change', actor, detail: '{"disabled":false}' },
    ])
  })

  it('who are disabled are out with their next call, and are nobody’s colleagues', async () => {
    const { post } = await owner()
    const staffId = await addStaff(server.deps, 'recruiter', 'Kiran Rao')
    const headers = await signedIn(server, 'recruiter', { staffId })
    const colleagues = async () =>
      (await server.app.inject({ url: `${staffApi}/colleagues`, headers: await signedIn(server, 'viewer') }))
        .body
    expect(await colleagues()).toContain('Kiran Rao')
    await post(`/people/${staffId}`, { disabled: true })
    expect((await server.app.inject({ url: `${staffApi}/me`, headers })).statusCode).toBe(401)
    expect(await colleagues()).not.toContain('Kiran Rao')
    await post(`/people/${staffId}`, { disabled: false })
    expect((await server.app.inject({ url: `${staffApi}/me`, headers })).statusCode).toBe(401)
  })
})
