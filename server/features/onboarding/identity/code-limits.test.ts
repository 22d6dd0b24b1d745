import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import { noSendsNow, sentJustNow, tooManyRequests, tooManySends } from '#tests/support/english.ts'
import {
  clientIdOf,
  enter,
  freshAadhaar,
  freshPhone,
  messageCount,
  otpOf,
  sendTo,
  startFor,
  submit,
  twoPlaces,
} from '#tests/support/codes.ts'
import { engines } from '#tests/support/place.ts'
import { movingClock, startServer, type TestServer } from '#tests/support/server.ts'
import { type Answered, codeFor, messagesTo, newVisitor, type TestVisitor } from '#tests/support/visitor.ts'
import type { Config } from '#server/config/config.ts'
import type { App } from '#server/context.ts'
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { refundUses } from '#server/platform/limits/database-counters.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { sharedDatabase } from '#tests/support/shared.ts'
import { countSend, givenBack, limitMessage, notifyBudgetHandler, smsLimits } from './code-limits.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

function refusal({ status, headers, body }: Answered) {
  return { status, wait: Number(headers.get('retry-after')), message: body.message }
}

/** What a refusal for that many seconds looks like. */
function waits(seconds: number, words: (seconds: number) => string) {
  return { status: 429, wait: seconds, message: words(seconds) }
}

async function statuses(times: number, send: (at: number) => Promise<Answered>): Promise<number[]> {
  const all: number[] = []
  for (let at = 0; at < times; at += 1) all.push((await send(at)).status)
  return all
}

function sentThenRefused(sent: number, refused: number): number[] {
  return [...Array<number>(sent).fill(200), ...Array<number>(refused).fill(429)]
}

describe.each(engines)('the limits of codes to one phone, on %s', (engine) => {
  const clock = movingClock()
  let servers: TestServer[] = []
  let remove: () => Promise<unknown>
  beforeAll(async () => {
    const [place, beside] = await twoPlaces(engine)
    remove = () => Promise.all([place.remove(), beside.remove()])
    // The embedded database belongs to one server alone.
    const places = engine === 'postgres' ? [place, beside] : [place]
    const own = { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '127.0.0.1' }
    for (const each of places) {
      servers.push(await startServer({ clock, place: { ...each, settings: { ...each.settings, ...own } } }))
    }
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await remove()
    servers = []
  })
  // Each test comes from its own address.
  let tests = 0
  let from = ''
  beforeEach(() => {
    tests += 1
    from = `203.0.113.${tests}`
  })
  /** Another visitor each time, at the servers in turn. */
  const visitorAt = (at: number) => newVisitor(servers[at % servers.length]?.url ?? '')
  const send = (phone: string, at = 0) => sendTo(visitorAt(at), phone, from)

  it('let thirty seconds pass between two, whoever asks', async () => {
    const phone = freshPhone()
    expect(otpOf(await send(phone))).toEqual({ resendAfter: 30, expiresAfter: 600, triesLeft: 5 })
    expect(refusal(await send(phone, 1))).toEqual(waits(30, sentJustNow))
    clock.advance(29_001)
    expect(refusal(await send(phone))).toEqual(waits(1, sentJustNow))
    clock.advance(999)
    expect((await send(phone, 1)).status).toBe(200)
  })

  it('send five in an hour and ten in a day', async () => {
    const phone = freshPhone()
    const everyMinute = (at: number) => {
      clock.advance(MINUTE)
      return send(phone, at)
    }
    expect(await statuses(6, everyMinute)).toEqual(sentThenRefused(5, 1))
    expect(refusal(await send(phone))).toEqual(waits(55 * 60, tooManySends))
    clock.advance(HOUR)
    expect(await statuses(6, everyMinute)).toEqual(sentThenRefused(5, 1))
    clock.advance(HOUR)
    expect(refusal(await send(phone)).message).toBe(tooManySends(22 * 3600))
    clock.advance(DAY)
    expect((await send(phone)).status).toBe(200)
  })

  it('leave the code that its holder has: what is refused is another one', async () => {
    const [phone, holder] = [freshPhone(), visitorAt(0)]
    await sendTo(holder, phone, from)
    const code = await codeFor(holder, phone)
    expect(await statuses(5, (at) => send(phone, at))).toEqual(sentThenRefused(0, 5))
    expect((await enter(holder, phone, code)).status).toBe(200)
  })
})

describe('the limits of codes to many phones', () => {
  const clock = movingClock()
  const settings = { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '127.0.0.1' }
  /** As by a proxy, an address in a network of its own. */
  const elsewhere = (at: number) => `${20 + at}.0.0.1`

  it('send twenty in an hour for one address, whatever it says of itself', async () => {
    await using server = await startServer({ clock, settings: { RATE_LIMIT_SCALE: '1' } })
    const flood = (at: number) => sendTo(newVisitor(server.url), freshPhone(), `203.0.113.${at}`)
    expect(await statuses(40, flood)).toEqual(sentThenRefused(20, 20))
    expect(refusal(await flood(0))).toEqual(waits(3600, tooManyRequests))
    expect(await messageCount(newVisitor(server.url))).toBe(20)
  })

  it('send a hundred in an hour to numbers that differ in their last four digits, from whatever addresses', async () => {
    await using server = await startServer({ clock, settings })
    const send = (prefix: string, at: number) =>
      sendTo(
        newVisitor(server.url),
        prefix + String(at).padStart(4, '0'),
        elsewhere(Math.floor(at / 2) % 100),
      )
    const answers = await statuses(105, (at) => send('912345', at))
    expect(answers).toEqual(sentThenRefused(100, 5))
    expect(refusal(await send('912345', 999))).toEqual(waits(3600, noSendsNow))
    expect((await send('912346', 120)).status).toBe(200)
  })
})

describe('the limits of codes to Aadhaar numbers', () => {
  it('send one in thirty seconds and five in an hour for a number, twenty in an hour for an address', async () => {
    const clock = movingClock()
    await using server = await startServer({ clock, settings: { RATE_LIMIT_SCALE: '1' } })
    const [visitor, number] = [newVisitor(server.url), freshAadhaar()]
    const statuses: number[] = []
    for (let at = 0; at < 6; at += 1) {
      clock.advance(MINUTE)
      statuses.push((await startFor(visitor, number)).status)
      if (at > 0) continue
      const soon = await startFor(visitor, number)
      expect([soon.status, soon.headers.get('retry-after')]).toEqual([429, '30'])
      const elsewhere = await startFor(newVisitor(server.url), number)
      expect(elsewhere.status).toBe(429)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const limited = await startFor(newVisitor(server.url), number)
    expect(limited.body.message).toBe(tooManySends(55 * 60))
    const others: number[] = []
    for (let at = 0; at < 17; at += 1) {
      const from = { 'x-forwarded-for': `203.0.113.${at}` }
      const body = { aadhaar_number: freshAadhaar() }
      others.push((await newVisitor(server.url).post(api.generateAadhaarOtp, body, from)).status)
    }
    // The one that the provider refused counts for the address.
    expect(others).toEqual([...Array<number>(14).fill(200), 429, 429, 429])
    expect((await startFor(newVisitor(server.url), freshAadhaar())).body.message).toBe(
      tooManyRequests(55 * 60),
    )
    clock.advance(HOUR)
    expect((await startFor(visitor, number)).status).toBe(200)
  })

  it('send of the budget what an hour may take, tell staff, and give the place of one that was entered to the next', async () => {
    const clock = movingClock()
    const settings = { RATE_LIMIT_SCALE: '1', AADHAAR_DAILY_BUDGET: '8', TRUST_PROXY: '127.0.0.1' }
    await using server = await startServer({ clock, settings })
    const start = (visitor: TestVisitor, number: string, at: number) =>
      visitor.post(
        api.generateAadhaarOtp,
        { aadhaar_number: number },
        { 'x-forwarded-for': `${20 + at}.0.0.1` },
      )
    const [holder, number] = [newVisitor(server.url), freshAadhaar()]
    const started = await start(holder, number, 0)
    const next = (at: number) => start(newVisitor(server.url), freshAadhaar(), at)
    expect([(await next(1)).status, (await next(2)).body]).toEqual([
      200,
      { message: noSendsNow(3600), code: 'rate_limited' },
    ])
    const code = await codeFor(holder, number)
    expect((await submit(holder, clientIdOf(started), code)).status).toBe(200)
    expect([(await next(3)).status, (await next(4)).status]).toEqual([200, 429])
    await server.workOff()
    const subjects = (await messagesTo(server, server.deps.config.agencyInbox)).map(({ subject }) => subject)
    expect(subjects).toContain('All of the hour’s codes for Aadhaar numbers are taken')
    clock.advance(HOUR)
    expect((await next(5)).status).toBe(200)
  })
})

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

/** With which an hour has 50, of which 7 are open, 38 are for new visitors and 5 for one network. */
const BUDGET = 200

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
  const send = (address: string, { budget = BUDGET, isKnown = false } = {}) =>
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
    const { address } = rulesOf(BUDGET)
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
    const given = first.allowed ? givenBack(rulesOf(BUDGET), first.uses) : []
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
