import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { staffApi } from '#contract/paths.ts'
import { engines } from '#tests/support/place.ts'
import { movingClock, startServer, type TestServer } from '#tests/support/server.ts'
import { addStaff, signedIn } from '#tests/support/staff.ts'

const MINUTE_MS = 60_000
const signedOut = {
  statusCode: 401,
  body: JSON.stringify({ message: 'Please sign in.', code: 'signed_out' }),
}

describe.each(engines)('a session at the desk, on %s', (engine) => {
  let server: TestServer
  const clock = movingClock()
  beforeAll(async () => {
    server = await startServer({ engine, clock })
  })
  afterAll(() => server.stop())

  const me = (headers: Record<string, string> = {}) => server.app.inject({ url: `${staffApi}/me`, headers })

  it('says whose it is, and nothing that it answers is kept', async () => {
    const answer = await me(await signedIn(server, 'recruiter'))
    expect(answer.json()).toMatchObject({ name: 'Asha Mehta', role: 'recruiter', steppedUpUntil: null })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('is needed, and neither a wrong cookie nor the visitors’ own will do', async () => {
    const { cookie } = await signedIn(server, 'owner')
    const others = ['', 'staff=', 'staff=x', `staff=${'x'.repeat(32)}`, cookie.replace('staff=', 'v=')]
    for (const wrong of others) expect(await me({ cookie: wrong })).toMatchObject(signedOut)
  })

  it('ends thirty minutes after its last use', async () => {
    const headers = await signedIn(server, 'viewer')
    for (let uses = 0; uses < 3; uses += 1) {
      clock.advance(29 * MINUTE_MS)
      expect((await me(headers)).statusCode).toBe(200)
    }
    clock.advance(30 * MINUTE_MS)
    expect(await me(headers)).toMatchObject(signedOut)
  })

  it('is not kept alive by a screen that refreshes by itself', async () => {
    const headers = await signedIn(server, 'viewer')
    const today = () => server.app.inject({ url: `${staffApi}/today`, headers })
    clock.advance(20 * MINUTE_MS)
    expect((await today()).statusCode).toBe(200)
    clock.advance(10 * MINUTE_MS)
    expect(await today()).toMatchObject(signedOut)
  })

  it('ends after twelve hours however much it is used', async () => {
    const headers = await signedIn(server, 'viewer')
    for (let passed = 20; passed < 12 * 60; passed += 20) {
      clock.advance(20 * MINUTE_MS)
      expect((await me(headers)).statusCode).toBe(200)
    }
    clock.advance(20 * MINUTE_MS)
    expect(await me(headers)).toMatchObject(signedOut)
  })

  it('is refused to another site, even with the cookie', async () => {
    const headers = await signedIn(server, 'owner')
    for (const site of ['cross-site', 'same-site'])
      expect((await me({ ...headers, 'sec-fetch-site': site })).statusCode).toBe(403)
    expect((await me({ ...headers, 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200)
  })

  it('of a person who is disabled lets nobody in any more', async () => {
    const staffId = await addStaff(server.deps, 'owner')
    const headers = await signedIn(server, 'owner', { staffId })
    expect((await me(headers)).statusCode).toBe(200)
    const { db } = server.deps
    await db.updateTable('staff').set({ disabled_at: clock.now() }).where('id', '=', staffId).execute()
    expect(await me(headers)).toMatchObject(signedOut)
  })
})
