import { beforeEach, describe, expect, it } from 'vitest'
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { engines } from '#tests/support/place.ts'
import { sharedDatabase } from '#tests/support/shared.ts'
import { mayGetReceipt } from './receipt-limits.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

describe.each(engines)('receipts by mail on %s', (engine) => {
  const cipher = createFieldCipher(Buffer.alloc(32, 7))
  const database = sharedDatabase(engine)
  beforeEach(() => database.db.deleteFrom('use_counts').execute())

  // A thirtieth of what an hour has: 40, of which 10 are open and 4 are a network's share.
  const app = { cipher, config: { rateLimitScale: 1 / 30 } }
  let people = 0
  const ask = (address: string, asked: Partial<Parameters<typeof mayGetReceipt>[2]> = {}) => {
    const usual = { of: 'enquiry', email: `p${(people += 1)}@example.in`, now: 1 } as const
    const receipt = { ...usual, address, ...asked }
    return database.db.transaction().execute((trx) => mayGetReceipt(trx, app, receipt))
  }
  const crowd = async (address: string, count: number) => {
    const answers = await Promise.all(Array.from({ length: count }, () => ask(address)))
    return answers.filter(Boolean).length
  }

  it('reach one mailbox once a day, however its address is spelt', async () => {
    expect(await ask('203.0.113.1', { email: 'Asha@Example.in' })).toBe(true)
    expect(await ask('198.51.100.7', { email: 'asha@example.in' })).toBe(false)
    expect(await ask('198.51.100.7', { email: 'asha+jobs+2@example.in' })).toBe(false)
    expect(await ask('203.0.113.1', { email: 'asha@example.in', now: DAY_MS })).toBe(false)
    expect(await ask('203.0.113.1', { email: 'asha@example.in', now: 1 + DAY_MS })).toBe(true)
  })

  it('come with an application whatever else was sent that day', async () => {
    const [email, of] = ['asha@example.in', 'application'] as const
    expect(await ask('203.0.113.1', { email })).toBe(true)
    expect(await ask('203.0.113.1', { of, email })).toBe(true)
    expect(await ask('203.0.113.1', { of, email })).toBe(true)
    expect(await ask('203.0.113.1', { email })).toBe(false)
  })

  it('go to an honest crowd behind one address, and leave the others their share of the hour', async () => {
    expect(await crowd('203.0.113.1', 30)).toBe(10)
    expect(await crowd('203.0.200.9', 5)).toBe(0)
    expect(await crowd('198.51.100.7', 9)).toBe(4)
    expect(await crowd('2001:db8::1', 9)).toBe(4)
    expect(await crowd('2001:db8:9::1', 9)).toBe(0)
  })

  it('are at most so many an hour, wherever they are asked for', async () => {
    let sent = 0
    for (let network = 1; network <= 20; network += 1) sent += await crowd(`10.${network}.0.1`, 6)
    expect(sent).toBe(40)
  })

  it('count nothing of who gets none, so that theirs comes with the next that is sent', async () => {
    expect(await crowd('203.0.113.1', 12)).toBe(10)
    expect(await ask('203.0.113.1', { email: 'late@example.in' })).toBe(false)
    expect(await ask('203.0.113.1', { email: 'late@example.in', now: 1 + HOUR_MS })).toBe(true)
  })
})
