import { beforeEach, describe, expect, it } from 'vitest'
import { auditOf, deskAs } from '#tests/support/desk-records.ts'
import { engines } from '#tests/support/place.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { addStaff, signedIn } from '#tests/support/staff.ts'
import { invitePerson } from './people-service.ts'
import { findByEmail, listPeople } from './people-store.ts'
import { movingClock } from '#tests/support/server.ts'
import { newVisitor } from '#tests/support/visitor.ts'
import { pollHeader, staffApi } from '#contract/paths.ts'
import { offersFirstOwner } from './first-owner-service.ts'

describe.each(engines)('the people of the desk, on %s', (engine) => {
  const server = sharedServer({ engine })

  async function owner(name?: string) {
    const id = await addStaff(server.deps, 'owner', name)
    return { id, desk: await deskAs(server, 'owner', { staffId: id }) }
  }
  it.each([
    ['disable', { disabled: true }],
    ['demote', { role: 'viewer' }],
  ])('keep one owner of two who %s each other at once', async (_, change) => {
    await server.deps.db.deleteFrom('staff').execute()
    const [one, other] = [await owner(), await owner()]
    const answers = await Promise.all([
      one.desk(`people/${other.id}`, change),
      other.desk(`people/${one.id}`, change),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const people = await listPeople(server.deps, Date.now())
    const left = people.filter(({ role, disabled_at }) => role === 'owner' && disabled_at === null)
    expect(left).toHaveLength(1)
    const last = left[0]?.id === one.id ? one : other
    expect((await last.desk(`people/${last.id}`, change)).status).toBe(422)
  })

  it('are invited once per e-mail, listed, and every change is in the audit log', async () => {
    const { id, desk } = await owner('Meera Desai')
    const person = { name: 'Ravi Shah', email: 'ravi@staff.example', role: 'recruiter' }
    const invited = await desk('people', person)
    expect(invited.body).toMatchObject({ link: expect.stringMatching(/\/staff\/enrol#[\w-]{32}$/) })
    expect((await desk('people', { ...person, email: 'RAVI@staff.example' })).status).toBe(409)
    expect((await desk('people', { ...person, role: 'boss' })).status).toBe(422)
    const { people } = (await desk<{ people: { id: string; email: string }[] }>('people')).body
    const ravi = people.find(({ email }) => email === person.email)
    expect(ravi).toMatchObject({ state: 'invited', role: 'recruiter', passkeys: 0, sessions: 0 })
    const path = `people/${ravi?.id}`
    const said = [
      await desk(path, { role: 'viewer' }),
      await desk(path, { disabled: true }),
      await desk(`${path}/link`, {}),
      await desk(path, { disabled: false }),
      await desk(path, {}),
      await desk('people/nobody', { role: 'owner' }),
    ]
    expect(said.map(({ status }) => status)).toEqual([200, 200, 422, 200, 200, 404])
    // The link from before they were disabled is invalid now.
    const links = server.deps.db.selectFrom('staff_invitations').select('hash')
    expect(await links.where('staff_id', '=', ravi?.id ?? '').execute()).toEqual([])
    const actor = `staff:${id}`
    expect(await auditOf(server, ravi?.id ?? '')).toEqual([
      { action: 'staff_invite', actor, detail: '{"role":"recruiter"}' },
      { action: 'staff_change', actor, detail: '{"role":"viewer"}' },
      { action: 'staff_change', actor, detail: '{"disabled":true}' },
      { action: 'staff_change', actor, detail: '{"disabled":false}' },
    ])
  })

  it('cannot be invited by somebody who is no longer an owner at the commit', async () => {
    const staffId = await addStaff(server.deps, 'recruiter')
    const person = { name: 'Ravi Shah', email: `${staffId}@staff.example`, role: 'viewer' } as const
    const inviting = invitePerson(server.deps, person, { actor: `staff:${staffId}`, staffId })
    await expect(inviting).rejects.toMatchObject({ refusal: { code: 'denied' } })
    expect(await findByEmail(server.deps, person.email)).toBeUndefined()
  })

  it('who are disabled are signed out with their next call, and cannot be assigned work', async () => {
    const { desk } = await owner()
    const staffId = await addStaff(server.deps, 'recruiter', 'Kiran Rao')
    const theirs = await deskAs(server, 'recruiter', { staffId })
    const colleagues = async () => (await desk('colleagues')).text
    expect(await colleagues()).toContain('Kiran Rao')
    await desk(`people/${staffId}`, { disabled: true })
    expect((await theirs('me')).status).toBe(401)
    expect(await colleagues()).not.toContain('Kiran Rao')
    await desk(`people/${staffId}`, { disabled: false })
    expect((await theirs('me')).status).toBe(401)
  })
})

const MINUTE_MS = 60_000

const signedOut = { statusCode: 401, body: '{"message":"Please sign in.","code":"signed_out"}' }

describe.each(engines)('a session at the desk, on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock })

  const me = (headers: Record<string, string> = {}) => server.app.inject({ url: `${staffApi}/me`, headers })

  it('ends thirty minutes after its last use, and after twelve hours in any case', async () => {
    const [used, idle] = [await signedIn(server, 'viewer'), await signedIn(server, 'viewer')]
    clock.advance(29 * MINUTE_MS)
    for (const one of [used, idle]) expect((await me(one)).statusCode).toBe(200)
    for (const minutes of [15, 15]) {
      clock.advance(minutes * MINUTE_MS)
      expect((await me(used)).statusCode).toBe(200)
    }
    expect(await me(idle)).toMatchObject(signedOut)
    for (let passed = 59 + 29; passed < 12 * 60; passed += 29) {
      clock.advance(29 * MINUTE_MS)
      expect((await me(used)).statusCode).toBe(200)
    }
    clock.advance(23 * MINUTE_MS)
    expect(await me(used)).toMatchObject(signedOut)
  })

  it.each(['today', 'records/enquiries', 'me'])('is not extended by a screen that polls %s', async (path) => {
    const headers = await signedIn(server, 'viewer')
    const ask = (marks = {}) =>
      server.app.inject({ url: `${staffApi}/${path}`, headers: { ...headers, ...marks } })
    const poll = () => ask({ [pollHeader]: '1' })
    clock.advance(20 * MINUTE_MS)
    expect((await poll()).statusCode).toBe(200)
    clock.advance(9 * MINUTE_MS)
    expect((await ask()).statusCode).toBe(200)
    clock.advance(20 * MINUTE_MS)
    expect((await poll()).statusCode).toBe(200)
    clock.advance(10 * MINUTE_MS)
    expect(await poll()).toMatchObject(signedOut)
  })
})

describe('the first owner of a trial', () => {
  const server = sharedServer({ settings: { PUBLIC_URL: 'http://localhost:3000' } })
  beforeEach(() => server.deps.db.deleteFrom('staff').execute())

  it('is offered on this machine until somebody has enrolled', async () => {
    const visitor = newVisitor(server.url)
    const offer = async () => (await visitor.get(`${staffApi}/first-owner`)).body
    const ask = () => visitor.post(`${staffApi}/first-owner`, {})
    expect(await offer()).toEqual({ offered: true })
    const [{ body }, again] = [await ask(), await ask()]
    expect(body['token']).toMatch(/^[\w-]{32}$/)
    expect(again.body['token']).not.toBe(body['token'])
    await addStaff(server.deps, 'viewer')
    expect(await offer()).toEqual({ offered: false })
    expect((await ask()).status).toBe(404)
  })

  it.each([
    ['through a proxy', {}, { 'x-forwarded-for': '127.0.0.1' }],
    ['through a proxy that names the caller otherwise', {}, { 'x-real-ip': '127.0.0.1' }],
    ['through a tunnel', {}, { 'cf-connecting-ip': '192.0.2.1' }],
    ['by another name', {}, { host: 'tunnel.example' }],
    ['of a site with another name', { publicUrl: 'https://www.agency.example' }, {}],
    ['of a site that sends real mail', { mail: { provider: 'smtp' } }, {}],
    ['in production', { production: true }, {}],
  ])('is not offered %s', async (_, settings, more) => {
    const offered = (change = {}, headers = {}) => {
      const deps = { ...server.deps, config: { ...server.deps.config, ...change } }
      const from = { socket: { remoteAddress: '::1' }, ip: '::1', headers: { host: 'localhost', ...headers } }
      return offersFirstOwner(deps, from as never)
    }
    expect([await offered(), await offered(settings, more)]).toEqual([true, false])
  })
})
