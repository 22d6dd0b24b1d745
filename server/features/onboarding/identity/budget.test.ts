import { beforeEach, describe, expect, it } from 'vitest'
import type { Config } from '#server/config/config.ts'
import type { App } from '#server/context.ts'
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { refundUses } from '#server/platform/limits/database-counters.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { engines } from '#tests/support/place.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedDatabase } from '#tests/support/shared.ts'
import { countSend, givenBack, limitMessage, notifyBudgetHandler, smsLimits } from './code-limits.ts'

/** An `App` of these parts alone; what a test did not give is named when it is first asked for. */
function appOf(parts: Partial<App>): App {
  return new Proxy(parts as App, {
    get(target, key) {
      if (key in target || typeof key === 'symbol') return Reflect.get(target, key) as unknown
      throw new Error(`this test gave its app no ${key}`)
    },
  })
}

function nothing(): void {
  // Nothing.
}

const HOUR = 3_600_000
/** With which an hour has 50, of which 7 are open, 38 are for new visitors and 5 for one network. */
const DAY = 200

describe.each(engines)('the budget of codes on %s', (engine) => {
  const database = sharedDatabase(engine)
  let clock = movingClock()
  beforeEach(async () => {
    clock = movingClock()
    for (const table of ['use_counts', 'jobs'] as const) await database.db.deleteFrom(table).execute()
  })

  const app = () =>
    appOf({
      db: database.db,
      cipher: createFieldCipher(Buffer.alloc(32, 7)),
      clock,
      log: createLog('silent', { write: () => undefined }),
      counters: { limitRefused: nothing, codeSent: nothing, codeVerified: nothing },
      wakeWorker: nothing,
    })
  const rulesOf = (smsDailyBudget: number) => smsLimits({ rateLimitScale: 1, smsDailyBudget })
  const send = (address: string, { budget = DAY, isKnown = false } = {}) =>
    countSend(app(), rulesOf(budget), { uses: [], address, isKnown })
  const times = async (count: number, from: (at: number) => string, options?: Parameters<typeof send>[1]) => {
    let sent = 0
    for (let at = 0; at < count; at += 1) if ((await send(from(at), options)).allowed) sent += 1
    return sent
  }
  /** Another network each. */
  const elsewhere = (at: number) => `${20 + (at % 100)}.${Math.floor(at / 100)}.0.1`
  const mails = async () => {
    const rows = await database.db.selectFrom('jobs').select('payload').execute()
    const told = rows.map(({ payload }) => {
      const { window, reached } = JSON.parse(payload) as { window: string; reached: string }
      return `${window} ${reached}`
    })
    return told.toSorted()
  }

  it.each([
    ['in ten networks', (at: number) => `${20 + (at % 10)}.0.0.${at}`],
    ['of IPv6 in one network', (at: number) => `2001:db8:${at}::1`],
  ])(
    'leaves 95 of 100 honest people a code while 100 addresses request what they can, %s',
    async (_, hostile) => {
      const budget = 2000
      // A few take what is open, and each of the others two: no order of requests takes more.
      await times(80, (at) => hostile(at % 4), { budget })
      await times(100, hostile, { budget })
      await times(100, hostile, { budget })
      await times(100, hostile, { budget })
      const honest = (at: number) => `150.${at % 20}.0.${at}`
      expect(await times(100, honest, { budget })).toBeGreaterThanOrEqual(95)
    },
  )

  it('takes of an address four a day once an eighth of the day is taken, and of one network a tenth of the day', async () => {
    // The first hour takes 38, which is more than the 25 that are open to anybody.
    expect(await times(38, elsewhere)).toBe(38)
    const held: number[] = []
    for (let hour = 0; hour < 6; hour += 1) {
      clock.advance(HOUR)
      held.push(await times(3, () => '150.1.0.1'))
    }
    expect(held).toEqual([3, 1, 0, 0, 0, 0])
    const refused = await send('150.1.0.1')
    expect(refused).toMatchObject({ allowed: false, refused: { name: 'sms_address_day' } })
    const { address } = rulesOf(DAY)
    expect(!refused.allowed && limitMessage(refused.refused)).toBe(limitMessage(address))
    const ofNetwork: number[] = []
    for (let hour = 0; hour < 6; hour += 1) {
      clock.advance(HOUR)
      ofNetwork.push(await times(6, (at) => `49.32.${hour}.${at}`))
    }
    expect(ofNetwork).toEqual([5, 5, 5, 5, 0, 0])
    expect((await send('150.2.0.1')).allowed).toBe(true)
    // The next day owes nothing.
    clock.advance(24 * HOUR)
    expect((await send('150.1.0.1')).allowed).toBe(true)
    expect((await send('49.32.0.1')).allowed).toBe(true)
  })

  it('takes of one network a tenth of the hour, and of an address two once the open part is taken', async () => {
    expect(await times(20, (at) => `49.32.0.${at}`)).toBe(5)
    // Who has proven something does not pay for the neighbours.
    expect((await send('49.32.1.1', { isKnown: true })).allowed).toBe(true)
    expect(await times(8, elsewhere)).toBe(8)
    expect(await times(3, () => '150.1.0.1')).toBe(2)
    expect(await send('150.1.0.1')).toMatchObject({ allowed: false, refused: { name: 'sms_address' } })
    expect((await send('150.1.0.2')).allowed).toBe(true)
  })

  it('refuses new visitors beyond three fourths of the hour, until the next at most, and others beyond all of it', async () => {
    expect(await times(45, elsewhere)).toBe(38)
    const refused = await send('150.1.0.1')
    expect(refused).toMatchObject({ allowed: false, refused: { name: 'sms_budget_hour' } })
    expect(refused).toMatchObject({ endsAt: clock.now() + HOUR })
    expect(await times(20, (at) => `150.${at}.0.1`, { isKnown: true })).toBe(12)
    // A fourth of what the day has left: no hour takes all of it.
    clock.advance(HOUR)
    expect(await times(45, (at) => `151.${at}.0.1`)).toBe(29)
  })

  it('has the place of a code that was entered given back, once, and to its own hour alone', async () => {
    const first = await send(elsewhere(0))
    expect(await times(40, (at) => elsewhere(at + 1))).toBe(37)
    const given = first.allowed ? givenBack(rulesOf(DAY), first.uses) : []
    expect(given.map(({ rule }) => rule.name)).toEqual([
      'sms_address',
      'sms_address_day',
      'sms_network',
      'sms_network_day',
      'sms_budget_hour',
      'sms_budget',
    ])
    await refundUses(database.db, given)
    expect(await times(3, (at) => `150.${at}.0.1`)).toBe(1)
    clock.advance(HOUR)
    expect((await send(elsewhere(0))).allowed).toBe(true)
    await refundUses(
      database.db,
      given.filter(({ rule }) => rule.name !== 'sms_budget'),
    )
    expect(await times(45, (at) => `151.${at}.0.1`)).toBe(30)
  })

  it('tells staff by mail at half of the hour and at its end, and at half of the day, once each', async () => {
    await times(24, elsewhere)
    expect(await mails()).toEqual([])
    await times(30, (at) => elsewhere(at + 24))
    expect(await mails()).toEqual(['hour end', 'hour half'])
    for (let hour = 0; hour < 3; hour += 1) {
      clock.advance(HOUR)
      await times(40, (at) => `${151 + hour}.${at}.0.1`)
    }
    expect((await mails()).filter((mail) => mail === 'day half')).toHaveLength(1)
  })
})

it('the mail about a budget says what is taken, until when, and what to do', async () => {
  const sent: { to: string; subject: string; text: string }[] = []
  const mail = { send: async (one: (typeof sent)[number]) => (sent.push(one), { sent: true }) } as never
  const payload = {
    of: 'sms',
    window: 'hour',
    reached: 'end',
    budget: '500',
    until: '2026-11-20T07:30:00.000Z',
  }
  const app = appOf({ mail, config: { agencyInbox: 'inbox@agency.example' } as Config })
  expect(await notifyBudgetHandler(app).run(payload, 'id', { isLast: false })).toEqual({ done: true })
  expect(sent).toMatchObject([
    { to: 'inbox@agency.example', subject: 'All of the hour’s codes by SMS are taken' },
  ])
  expect(sent[0]?.text).toMatch(/New visitors get no such code until .*1:00 pm IST\.[^]*SMS_DAILY_BUDGET/)
})
