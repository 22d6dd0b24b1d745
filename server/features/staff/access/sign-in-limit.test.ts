import { describe, expect, it } from 'vitest'
import { staffApi } from '#contract/paths.ts'
import { startServer } from '#tests/support/server.ts'
import { enrolled, staffBrowser } from '#tests/support/staff-browser.ts'

describe('the calls of a sign-in', () => {
  it('are limited by address, and nobody else’s lock the staff out', async () => {
    await using server = await startServer({ settings: { RATE_LIMIT_SCALE: '0.1' } })
    const { key } = await enrolled(server)
    const call = async (remoteAddress: string) => {
      const url = `${staffApi}/sign-in/options`
      return (await server.app.inject({ method: 'POST', url, remoteAddress, payload: {} })).statusCode
    }
    for (let host = 1; host <= 20; host += 1) {
      const statuses: number[] = []
      for (let count = 0; count < 7; count += 1) statuses.push(await call(`203.0.113.${host}`))
      expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
    }
    expect(await staffBrowser(server).signIn(key)).toMatchObject({ status: 200 })
  })
})
