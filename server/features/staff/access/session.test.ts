import { describe, expect, it } from 'vitest'
import { pollHeader, staffApi } from '#contract/paths.ts'
import { engines } from '#tests/support/place.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { signedIn } from '#tests/support/staff.ts'

const MINUTE_MS = 60_000
const signedOut = {
  statusCode: 401,
  body: JSON.stringify({ message: 'Please sign in.', code: 'signed_out' }),
}

describe.each(engines)('a session at the desk, on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock })

  const me = (headers: Record<string, string> = {}) => server.app.inject({ url: `${staffApi}/me`, headers })

  it('is not found by a cookie that is none of ours', async () => {
    for (const wrong of ['', 'staff=', 'staff=x', `staff=${'x'.repeat(32)}`])
      expect(await me({ cookie: wrong })).toMatchObject(signedOut)
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

  it.each(['today', 'records/enquiries', 'me'])(
    'is not kept alive by a screen that asks %s again by itself',
    async (path) => {
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
    },
  )

  it('ends after twelve hours however much it is used', async () => {
    const headers = await signedIn(server, 'viewer')
    for (let passed = 20; passed < 12 * 60; passed += 20) {
      clock.advance(20 * MINUTE_MS)
      expect((await me(headers)).statusCode).toBe(200)
    }
    clock.advance(20 * MINUTE_MS)
    expect(await me(headers)).toMatchObject(signedOut)
  })
})
