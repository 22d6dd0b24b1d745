import { beforeEach, describe, expect, it } from 'vitest'
import { refundUses } from '#server/platform/limits/database-counters.ts'
import { inIndia } from '#server/platform/time-text.ts'
import { codeKinds, enter, freshPhone, otpOf, sendTo } from '#tests/support/codes.ts'
import { noSendsNow, sentJustNow, tooManyRequests, tooManySends } from '#tests/support/english.ts'
import { statusesOf, thenOf } from '#tests/support/repeat.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { movingClock, startServer } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { type Answered, codeFor, mailsTo, newVisitor, type TestVisitor } from '#tests/support/visitor.ts'
import { countSend, givenBack, limitMessage, smsLimits } from './code-limits.ts'

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

const budgets = { aadhaar: 'for Aadhaar numbers', phone: 'by SMS' }

/** An address in a network of its own, as a proxy names it. */
function elsewhere(at: number): string {
  return `${20 + (at % 100)}.${Math.floor(at / 100)}.0.1`
}

describe.each(enginesInTurn)('the limits of codes on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock, settings: { RATE_LIMIT_SCALE: '1' } })
  // Nothing that the test before had sent counts any more.
  beforeEach(() => clock.advance(2 * DAY))

  describe.each(codeKinds)('for $name', (kind) => {
    const everyMinute = (visitor: TestVisitor, to: string) => () => {
      clock.advance(MINUTE)
      return kind.send(visitor, to)
    }

    it('let thirty seconds pass between two, whoever asks', async () => {
      const [visitor, to] = [newVisitor(server.url), kind.fresh()]
      const otp = { resendAfter: 30, expiresAfter: 600, triesLeft: 5 }
      expect(otpOf(await kind.send(visitor, to))).toEqual(otp)
      expect(refusal(await kind.send(visitor, to))).toEqual(waits(30, sentJustNow))
      expect((await kind.send(newVisitor(server.url), to)).status).toBe(429)
      clock.advance(29_001)
      expect(refusal(await kind.send(visitor, to))).toEqual(waits(1, sentJustNow))
      clock.advance(999)
      expect((await kind.send(visitor, to)).status).toBe(200)
    })

    it('send five in an hour, whoever asks', async () => {
      const [visitor, to] = [newVisitor(server.url), kind.fresh()]
      expect(await statusesOf(6, everyMinute(visitor, to))).toEqual(thenOf(5, 200, 1, 429))
      const another = newVisitor(server.url)
      expect(refusal(await kind.send(another, to))).toEqual(waits(55 * 60, tooManySends))
      clock.advance(HOUR)
      expect((await kind.send(another, to)).status).toBe(200)
    })

    it('send twenty in an hour for one address', async () => {
      const flood = () => kind.send(newVisitor(server.url), kind.fresh())
      expect(await statusesOf(22, flood)).toEqual(thenOf(20, 200, 2, 429))
      expect(refusal(await flood())).toEqual(waits(3600, tooManyRequests))
    })
  })

  it('send ten in a day to one phone', async () => {
    const [phone, visitor] = [freshPhone(), newVisitor(server.url)]
    const send = () => sendTo(visitor, phone)
    const everyQuarter = () => {
      clock.advance(HOUR / 4)
      return send()
    }
    expect(await statusesOf(12, everyQuarter)).toEqual(thenOf(10, 200, 2, 429))
    expect(refusal(await send())).toEqual(waits(21.25 * 3600, tooManySends))
    clock.advance(DAY)
    expect((await send()).status).toBe(200)
  })

  it('leave others a code where one address has had its five, and send eight in an hour to one phone', async () => {
    const phone = freshPhone()
    const settings = { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '127.0.0.1' }
    await using proxied = await startServer({ clock, settings })
    const from = (address: string) => async () => {
      clock.advance(MINUTE)
      return sendTo(newVisitor(proxied.url), phone, address)
    }
    expect(await statusesOf(6, from('203.0.113.5'))).toEqual(thenOf(5, 200, 1, 429))
    expect(await statusesOf(4, from('198.51.100.7'))).toEqual(thenOf(3, 200, 1, 429))
  })

  it('leave the code that a phone’s holder has: what is refused is another one', async () => {
    const [phone, holder] = [freshPhone(), newVisitor(server.url)]
    await sendTo(holder, phone)
    const code = await codeFor(holder, phone)
    expect((await sendTo(newVisitor(server.url), phone)).status).toBe(429)
    expect((await enter(holder, phone, code)).status).toBe(200)
  })
})

it('the limit of codes to numbers that differ in their last four digits holds for whatever addresses', async () => {
  // A twentieth of what it usually is: five.
  const settings = { RATE_LIMIT_SCALE: '0.05', TRUST_PROXY: '127.0.0.1' }
  await using server = await startServer({ clock: movingClock(), settings })
  const send = (prefix: string, at: number) =>
    sendTo(newVisitor(server.url), `${prefix}${1000 + at}`, elsewhere(at))
  expect(await statusesOf(7, (at) => send('912345', at))).toEqual(thenOf(5, 200, 2, 429))
  expect(refusal(await send('912345', 8))).toEqual(waits(3600, noSendsNow))
  expect((await send('912346', 9)).status).toBe(200)
})

it.each(codeKinds)(
  'the budget of codes for $name sends what an hour may take, and gives the place of one that was entered to the next',
  async (kind) => {
    const settings = { RATE_LIMIT_SCALE: '1', AADHAAR_DAILY_BUDGET: '8', SMS_DAILY_BUDGET: '8' }
    await using server = await startServer({
      clock: movingClock(),
      settings: { ...settings, TRUST_PROXY: '127.0.0.1' },
    })
    const next = (at: number) => kind.send(newVisitor(server.url), kind.fresh(), elsewhere(at))
    const [holder, to] = [newVisitor(server.url), kind.fresh()]
    const started = await kind.send(holder, to, elsewhere(0))
    expect((await next(1)).status).toBe(200)
    expect(refusal(await next(2))).toEqual(waits(3600, noSendsNow))
    const entered = await kind.enter(holder, started, to, await codeFor(holder, to))
    expect(entered.status).toBe(200)
    expect(await statusesOf(2, (at) => next(at + 3))).toEqual(thenOf(1, 200, 1, 429))
    const subjects = (await mailsTo(server, server.deps.config.agencyInbox)).map(({ subject }) => subject)
    expect(subjects).toContain(`All of the hour’s codes ${budgets[kind.proof]} are taken`)
  },
)

/** With which an hour has 50, of which 7 are open, 38 are for new visitors and 5 for one network. */
const BUDGET = 200

describe.each(enginesInTurn)('the budget of codes on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock })
  beforeEach(async () => {
    for (const table of ['use_counts', 'jobs', 'sandbox_entries'] as const)
      await server.deps.db.deleteFrom(table).execute()
  })

  const rulesOf = (smsDailyBudget: number) => smsLimits({ rateLimitScale: 1, smsDailyBudget })
  const send = (address: string, { budget = BUDGET, isKnown = false } = {}) =>
    countSend(server.deps, rulesOf(budget), { uses: [], address, isKnown })
  const times = async (count: number, from: (at: number) => string, options?: Parameters<typeof send>[1]) => {
    let sent = 0
    for (let at = 0; at < count; at += 1) if ((await send(from(at), options)).allowed) sent += 1
    return sent
  }
  const mails = () => mailsTo(server, server.deps.config.agencyInbox)
  /** How many of these are sent in each of six hours. */
  const inSixHours = async (count: number, from: (hour: number, at: number) => string) => {
    const sent: number[] = []
    for (let hour = 0; hour < 6; hour += 1) {
      clock.advance(HOUR)
      sent.push(await times(count, (at) => from(hour, at)))
    }
    return sent
  }

  it.each([
    ['in ten networks', (at: number) => `${20 + (at % 10)}.0.0.${at}`],
    ['of IPv6 in one network', (at: number) => `2001:db8:${at}::1`],
  ])('leaves 19 of 20 honest people a code beside as many hostile ones, %s', async (_, hostile) => {
    const budget = 400
    // A few take what is open, and each of the others two: no order of requests takes more.
    await times(16, (at) => hostile(at % 4), { budget })
    for (let round = 0; round < 3; round += 1) await times(20, hostile, { budget })
    expect(await times(20, (at) => `150.${at}.0.${at}`, { budget })).toBeGreaterThanOrEqual(19)
  })

  it('takes of an address four a day once an eighth of the day is taken, and of one network a tenth of the day', async () => {
    // The first hour takes 38, which is more than the 25 that are open to anybody.
    expect(await times(38, elsewhere)).toBe(38)
    expect(await inSixHours(3, () => '150.1.0.1')).toEqual([3, 1, 0, 0, 0, 0])
    const refused = await send('150.1.0.1')
    expect(refused).toMatchObject({ allowed: false, refused: { name: 'sms_address_day' } })
    const { address } = rulesOf(BUDGET)
    expect(!refused.allowed && limitMessage(refused.refused)).toBe(limitMessage(address))
    expect(await inSixHours(6, (hour, at) => `49.32.${hour}.${at}`)).toEqual([5, 5, 5, 5, 0, 0])
    expect((await send('150.2.0.1')).allowed).toBe(true)
    // The next day owes nothing.
    clock.advance(24 * HOUR)
    expect((await send('150.1.0.1')).allowed).toBe(true)
    expect((await send('49.32.0.1')).allowed).toBe(true)
  })

  it('takes of one network a tenth of the hour, and of an address two once the open part is taken', async () => {
    expect(await times(4, elsewhere)).toBe(4)
    // What is open ends at seven: the third is the last of it.
    expect(await times(5, () => '150.1.0.1')).toBe(3)
    expect(await send('150.1.0.1')).toMatchObject({ allowed: false, refused: { name: 'sms_address' } })
    expect(await times(3, () => '150.1.0.2')).toBe(2)
    expect(await times(20, (at) => `49.32.0.${at}`)).toBe(5)
    // Who has proven something does not pay for the neighbours.
    expect((await send('49.32.1.1', { isKnown: true })).allowed).toBe(true)
  })

  it('refuses new visitors beyond three fourths of the hour, until the next at most, and others beyond all of it', async () => {
    expect(await times(45, elsewhere)).toBe(38)
    const hour = { allowed: false, refused: { name: 'sms_budget_hour' }, endsAt: clock.now() + HOUR }
    expect(await send('150.1.0.1')).toMatchObject(hour)
    expect(await times(20, (at) => `150.${at}.0.1`, { isKnown: true })).toBe(12)
    // A fourth of what the day has left: no hour takes all of it.
    clock.advance(HOUR)
    expect(await times(45, (at) => `151.${at}.0.1`)).toBe(29)
  })

  it('has the place of a code that was entered given back, once, and to its own hour alone', async () => {
    const first = await send(elsewhere(0))
    expect(await times(40, (at) => elsewhere(at + 1))).toBe(37)
    const given = first.allowed ? givenBack(rulesOf(BUDGET), first.uses) : []
    const shares = 'address address_day network network_day budget_hour budget'
    expect(given.map(({ rule }) => rule.name.replace('sms_', '')).join(' ')).toBe(shares)
    await refundUses(server.deps.db, given)
    expect(await times(3, (at) => `150.${at}.0.1`)).toBe(1)
    clock.advance(HOUR)
    expect((await send(elsewhere(0))).allowed).toBe(true)
    const ofHour = given.filter(({ rule }) => rule.name !== 'sms_budget')
    await refundUses(server.deps.db, ofHour)
    expect(await times(45, (at) => `151.${at}.0.1`)).toBe(30)
  })

  it('tells staff by mail at half of the hour and at its end, and at half of the day, once each', async () => {
    await times(24, elsewhere)
    expect(await mails()).toEqual([])
    await times(30, (at) => elsewhere(at + 24))
    const sent = await mails()
    const subjects = sent.map(({ subject }) => subject).toSorted()
    expect(subjects).toEqual(['All', 'Half'].map((part) => `${part} of the hour’s codes by SMS are taken`))
    const end = sent.find(({ subject }) => subject === subjects[0])
    const until = inIndia.format(clock.now() + HOUR)
    expect(end?.text).toContain(`New visitors get no such code until ${until} IST.`)
    expect(end?.text).toContain('SMS_DAILY_BUDGET')
    for (let hour = 0; hour < 3; hour += 1) {
      clock.advance(HOUR)
      await times(40, (at) => `${151 + hour}.${at}.0.1`)
    }
    const ofDay = (await mails()).filter(({ subject = '' }) => subject.includes('the day’s'))
    expect(ofDay.map(({ subject }) => subject)).toEqual(['Half of the day’s codes by SMS are taken'])
  })
})
