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
