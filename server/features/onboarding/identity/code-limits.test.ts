import { beforeEach, describe, expect, it } from 'vitest'
import { giveBack } from '#server/platform/limits/database-counters.ts'
import { ifLeft } from '#server/platform/limits/limit-reached.ts'
import { inIndia } from '#server/platform/time-text.ts'
import { codeKinds, enter, freshPhone, otpOf, sendTo } from '#tests/support/codes.ts'
import { noSendsNow, sentJustNow, tooManyRequests, tooManySends } from '#tests/support/english.ts'
import { statusesOf, thenOf } from '#tests/support/repeat.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { movingClock, startServer } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { type Answered, codeFor, mailsTo, newVisitor, type TestVisitor } from '#tests/support/visitor.ts'
import { countSend, givenBack } from './code-limits.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

function refusal({ status, headers, body }: Answered) {
  return { status, wait: Number(headers.get('retry-after')), message: body.message }
}

/** Returns the expected refusal that asks to wait so many seconds. */
function waits(seconds: number, words: (seconds: number) => string) {
  return { status: 429, wait: seconds, message: words(seconds) }
}

const budgets = { aadhaar: 'for Aadhaar numbers', phone: 'by SMS' }

/** Returns an address in a network of its own, as a proxy names it. */
function elsewhere(at: number): string {
  return `${20 + (at % 100)}.${Math.floor(at / 100)}.0.1`
}

describe.each(enginesInTurn)('the limits of codes on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock, settings: { RATE_LIMIT_SCALE: '1' } })
  // Codes of the previous test no longer count.
  beforeEach(() => clock.advance(2 * DAY))

  describe.each(codeKinds)('for $name', (kind) => {
    const everyMinute = (visitor: TestVisitor, to: string) => () => {
      clock.advance(MINUTE)
      return kind.send(visitor, to)
    }

    it('require thirty seconds between two codes, whoever asks', async () => {
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

    it('allow five codes an hour, whoever asks', async () => {
      const [visitor, to] = [newVisitor(server.url), kind.fresh()]
      expect(await statusesOf(6, everyMinute(visitor, to))).toEqual(thenOf(5, 200, 1, 429))
      const another = newVisitor(server.url)
      expect(refusal(await kind.send(another, to))).toEqual(waits(55 * 60, tooManySends))
      clock.advance(HOUR)
      expect((await kind.send(another, to)).status).toBe(200)
    })

    it('allow twenty codes an hour for one address', async () => {
      const flood = () => kind.send(newVisitor(server.url), kind.fresh())
      expect(await statusesOf(22, flood)).toEqual(thenOf(20, 200, 2, 429))
      expect(refusal(await flood())).toEqual(waits(3600, tooManyRequests))
    })
  })

  it('allow ten codes a day to one phone', async () => {
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

  it('leave other callers a code when one address has used its five, and allow eight an hour to one phone', async () => {
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

  it('refuse another code without ending the one that the phone’s holder has', async () => {
    const [phone, holder] = [freshPhone(), newVisitor(server.url)]
    await sendTo(holder, phone)
    const code = await codeFor(holder, phone)
    expect((await sendTo(newVisitor(server.url), phone)).status).toBe(429)
    expect((await enter(holder, phone, code)).status).toBe(200)
  })
})

it('the limit of codes to numbers that differ in their last four digits counts all addresses together', async () => {
  // A twentieth of the usual limit: five.
  const settings = { RATE_LIMIT_SCALE: '0.05', TRUST_PROXY: '127.0.0.1' }
  await using server = await startServer({ clock: movingClock(), settings })
  const send = (prefix: string, at: number) =>
    sendTo(newVisitor(server.url), `${prefix}${1000 + at}`, elsewhere(at))
  expect(await statusesOf(7, (at) => send('912345', at))).toEqual(thenOf(5, 200, 2, 429))
  expect(refusal(await send('912345', 8))).toEqual(waits(3600, noSendsNow))
  expect((await send('912346', 9)).status).toBe(200)
})

it.each(codeKinds)(
  'the budget of codes for $name serves new visitors with their part of a day, and reuses the place of a code that was entered',
  async (kind) => {
    const settings = { RATE_LIMIT_SCALE: '1', AADHAAR_DAILY_BUDGET: '8', SMS_DAILY_BUDGET: '8' }
    await using server = await startServer({
      clock: movingClock(),
      settings: { ...settings, TRUST_PROXY: '127.0.0.1' },
    })
    const next = (at: number) => kind.send(newVisitor(server.url), kind.fresh(), elsewhere(at))
    const [holder, to] = [newVisitor(server.url), kind.fresh()]
    const started = await kind.send(holder, to, elsewhere(0))
    expect(await statusesOf(6, (at) => next(at + 1))).toEqual(thenOf(5, 200, 1, 429))
    expect(refusal(await next(7))).toEqual(waits(DAY / 1000, noSendsNow))
    const entered = await kind.enter(holder, started, to, await codeFor(holder, to))
    expect(entered.status).toBe(200)
    expect(await statusesOf(2, (at) => next(at + 8))).toEqual(thenOf(1, 200, 1, 429))
    const subjects = (await mailsTo(server, server.deps.config.agencyInbox)).map(({ subject }) => subject)
    expect(subjects).toContain(`All of the day’s codes ${budgets[kind.proof]} are taken`)
  },
)

/** 25 of these are open to any address, 150 are for new visitors, and 20 are for one network. */
const BUDGET = 200

describe.each(enginesInTurn)('the budget of codes on %s', (engine) => {
  const clock = movingClock()
  const settings = { RATE_LIMIT_SCALE: '1', SMS_DAILY_BUDGET: String(BUDGET) }
  const server = sharedServer({ engine, clock, settings })
  beforeEach(async () => {
    for (const table of ['use_counts', 'jobs', 'sandbox_entries'] as const)
      await server.deps.db.deleteFrom(table).execute()
  })

  const send = (address: string, { isKnown = false } = {}) =>
    countSend(server.deps, 'sms', { uses: [], address, isKnown })
  const times = async (count: number, from: (at: number) => string, options?: { isKnown: boolean }) => {
    let sent = 0
    for (let at = 0; at < count; at += 1) if (await ifLeft(send(from(at), options))) sent += 1
    return sent
  }
  const mails = () => mailsTo(server, server.deps.config.agencyInbox)

  it.each([
    ['in ten networks', (at: number) => `${20 + (at % 10)}.0.0.${at}`],
    ['of IPv6 in one network', (at: number) => `2001:db8:${at}::1`],
  ])(
    'leaves 19 of 20 honest people a code despite half as many hostile addresses, %s',
    async (_, hostile) => {
      // The same share of 200 as a hundred addresses take of 2,000.
      for (let round = 0; round < 10; round += 1) await times(10, hostile)
      expect(await times(20, (at) => `150.${at}.0.${at}`)).toBeGreaterThanOrEqual(19)
    },
  )

  it('gives an address four codes a day beside those open to any, and starts anew the next day', async () => {
    const crowd = () => '150.1.0.1'
    expect(await times(25, crowd, { isKnown: true })).toBe(20)
    await expect(send('150.1.0.1')).rejects.toMatchObject({ rule: 'sms_address_hour' })
    clock.advance(HOUR)
    expect(await times(15, crowd, { isKnown: true })).toBe(9)
    await expect(send('150.1.0.1')).rejects.toMatchObject({ rule: 'sms_address' })
    expect(await times(6, () => '150.2.0.1')).toBe(4)
    clock.advance(DAY)
    expect(await times(6, crowd)).toBe(6)
  })

  it('gives one network a tenth, and more to visitors who have proven something', async () => {
    expect(await times(30, (at) => `49.32.0.${at}`)).toBe(20)
    await expect(send('49.32.1.1')).rejects.toMatchObject({ rule: 'sms_network' })
    expect(await ifLeft(send('49.32.1.1', { isKnown: true }))).toBeDefined()
  })

  it("refuses new visitors beyond three quarters of the day's budget, and others beyond all of it", async () => {
    expect(await times(155, elsewhere)).toBe(150)
    await expect(send('150.1.0.1')).rejects.toMatchObject({ rule: 'sms_new', waitMs: DAY })
    expect(await times(55, (at) => `150.${at}.0.1`, { isKnown: true })).toBe(50)
  })

  it('gets the place of an entered code back, once', async () => {
    const first = await send(elsewhere(0))
    expect(await times(152, (at) => elsewhere(at + 1))).toBe(149)
    const given = givenBack('sms', first)
    const parts = 'address_hour address network new budget'
    expect(given.map(({ rule }) => rule.replace('sms_', '')).join(' ')).toBe(parts)
    await giveBack(server.deps.db, given)
    expect(await times(3, (at) => `150.${at}.0.1`)).toBe(1)
  })

  it('notifies staff by mail when half of it and when all of it is used, once each', async () => {
    await times(99, elsewhere)
    expect(await mails()).toEqual([])
    await times(60, (at) => elsewhere(at + 99))
    const sent = await mails()
    const subjects = sent.map(({ subject }) => subject).toSorted()
    expect(subjects).toEqual(['All', 'Half'].map((part) => `${part} of the day’s codes by SMS are taken`))
    const end = sent.find(({ subject }) => subject === subjects[0])
    const until = inIndia.format(clock.now() + DAY)
    expect(end?.text).toContain(`New visitors get no such code until ${until} IST.`)
    expect(end?.text).toContain('SMS_DAILY_BUDGET')
  })
})
