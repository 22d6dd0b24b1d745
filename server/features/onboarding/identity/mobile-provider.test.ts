import { sentJustNow } from '#tests/support/english.ts'
import { describe, expect, it } from 'vitest'
import { mobileMessages } from '#contract/messages/en/identity.ts'
import { goodEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { enter, freshPhone, knownOf, sendTo } from '#tests/support/codes.ts'
import {
  type FakeAnswer,
  type FakeProvider,
  holdTimeout,
  startFakeProvider,
} from '#tests/support/fake-provider.ts'
import { engines } from '#tests/support/place.ts'
import { movingClock, startServer } from '#tests/support/server.ts'
import { newVisitor } from '#tests/support/visitor.ts'

const MINUTE = 60_000

const taken: FakeAnswer = { json: { type: 'success', message: 'an id' } }
const hangsUp: FakeAnswer = (response) => response.destroy()

/** Settings that lead SMS to a provider of the test's. */
function through({ url }: FakeProvider) {
  return {
    SMS_PROVIDER: 'msg91',
    MSG91_URL: url,
    MSG91_AUTH_KEY: 'key',
    MSG91_SENDER: 'AGENCY',
    MSG91_ENTITY_ID: '1101000000000000001',
    MSG91_TEMPLATE_CODE: 'code',
  }
}

/** The code of the last SMS that the provider was given. */
function lastCode({ heard }: FakeProvider): string {
  return /\b\d{6}\b/.exec(heard.at(-1)?.body.replaceAll(/"mobiles":"\d+"/g, '') ?? '')?.[0] ?? ''
}

const failures: [name: string, answer: FakeAnswer, status: number, message: string][] = [
  ['cannot be reached', hangsUp, 503, mobileMessages.unreachable],
  ['is down', { status: 500, json: { type: 'error', message: 'down' } }, 503, mobileMessages.unreachable],
  ['refuses us', { status: 401, json: { type: 'error' } }, 502, mobileMessages.notAllowed],
  [
    'refuses the number',
    { status: 400, json: { type: 'error', message: 'no' } },
    422,
    mobileMessages.refused,
  ],
]

describe.each(engines)('when the SMS service fails, on %s,', (engine) => {
  it('each failure has its own words, costs no send, and leaves the code before it good', async () => {
    const clock = movingClock()
    await using provider = await startFakeProvider(taken)
    const settings = { ...through(provider), RATE_LIMIT_SCALE: '1' }
    await using server = await startServer({ engine, clock, settings })
    const [visitor, phone] = [newVisitor(server.url), freshPhone()]
    await sendTo(visitor, phone)
    const code = lastCode(provider)
    for (const [name, answer, status, message] of failures) {
      clock.advance(MINUTE)
      provider.answer = answer
      const failed = await sendTo(visitor, phone)
      expect([name, failed.status, failed.body.message]).toEqual([name, status, message])
      expect((await knownOf(visitor)).phoneOtp?.otp).toMatchObject({ resendAfter: 0, triesLeft: 5 })
    }
    const counts = await server.deps.db.selectFrom('use_counts').select(['rule', 'count']).execute()
    const hours = counts.filter(({ rule }) =>
      ['sms_hour', 'sms_day', 'sms_address', 'sms_network', 'sms_budget_hour', 'sms_budget'].includes(rule),
    )
    expect(hours.map(({ count }) => count)).toEqual([1, 1, 1, 1, 1, 1])
    expect((await enter(visitor, phone, code)).status).toBe(200)
  })

  it('a first code that did not leave is not waited for', async () => {
    await using provider = await startFakeProvider(hangsUp)
    await using server = await startServer({ engine, settings: through(provider) })
    const [visitor, phone] = [newVisitor(server.url), freshPhone()]
    expect((await sendTo(visitor, phone)).status).toBe(503)
    expect((await knownOf(visitor)).phoneOtp).toBeNull()
    expect(await enter(visitor, phone, lastCode(provider))).toMatchObject({
      status: 422,
      body: { message: mobileMessages.noCode },
    })
  })
})

describe('when the SMS service', () => {
  it('says nothing that can be read, the SMS may have left: its code is good, and it counts', async () => {
    const clock = movingClock()
    await using provider = await startFakeProvider({ text: '<html>502</html>' })
    const settings = { ...through(provider), RATE_LIMIT_SCALE: '1' }
    await using server = await startServer({ clock, settings })
    const [visitor, phone] = [newVisitor(server.url), freshPhone()]
    const answer = await sendTo(visitor, phone)
    expect([answer.status, answer.body.message]).toEqual([502, mobileMessages.rubbish])
    expect((await sendTo(visitor, phone)).body.message).toBe(sentJustNow(30))
    const counts = await server.deps.db.selectFrom('use_counts').select(['rule', 'count']).execute()
    expect(counts.filter(({ count }) => count !== 1)).toEqual([])
    expect(counts.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['sms_hour', 'sms_day']))
    expect((await enter(visitor, phone, lastCode(provider))).status).toBe(200)
  })

  it('does not answer, the visitor is told in time, and nobody else waits', async () => {
    await using provider = await startFakeProvider(() => undefined)
    await using server = await startServer({ settings: through(provider) })
    const [visitor, phone] = [newVisitor(server.url), freshPhone()]
    const limit = holdTimeout()
    const waiting = sendTo(visitor, phone)
    let isOver = false
    void waiting.then(() => (isOver = true))
    await expect.poll(() => provider.heard.length).toBe(1)
    expect((await postEnquiry(server.url, goodEnquiry)).status).toBe(201)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect(isOver).toBe(false)
    limit.pass()
    const answer = await waiting
    expect([answer.status, answer.body.message]).toEqual([504, mobileMessages.timeout])
    expect((await enter(visitor, phone, lastCode(provider))).status).toBe(200)
  })

  it('keeps failing, it is left alone, and that has its own words', async () => {
    await using provider = await startFakeProvider(hangsUp)
    await using server = await startServer({ settings: through(provider) })
    const send = () => sendTo(newVisitor(server.url), freshPhone())
    const failed = await Promise.all(Array.from({ length: 5 }, send))
    expect(new Set(failed.map(({ body }) => body.message))).toEqual(new Set([mobileMessages.unreachable]))
    provider.answer = taken
    const answer = await send()
    expect([answer.status, answer.body.message]).toEqual([503, mobileMessages.circuitOpen])
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(provider.heard).toHaveLength(5)
    expect((await postEnquiry(server.url, goodEnquiry)).status).toBe(201)
  })
})
