import { describe, expect, it } from 'vitest'
import { aadhaarMessages, mobileMessages } from '#contract/messages/en/identity.ts'
import { noSendsNow, sentJustNow } from '#tests/support/english.ts'
import { goodEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { enter, freshAadhaar, freshPhone, knownOf, sendTo, startFor, submit } from '#tests/support/codes.ts'
import { type FakeAnswer, startFakeProvider, holdTimeout } from '#tests/support/fake-provider.ts'
import { movingClock, startServer, type TestServer } from '#tests/support/server.ts'
import { liveProviders } from '#tests/support/vendors.ts'
import { newVisitor } from '#tests/support/visitor.ts'

const hangsUp: FakeAnswer = (response) => response.destroy()

/** Starts a server with unscaled limits that sends codes through the test's provider. */
function startBeside({ url }: { url: string }, clock = movingClock()): Promise<TestServer> {
  const codes = { RATE_LIMIT_SCALE: '1', SUREPASS_URL: url, MSG91_URL: url }
  return startServer({ clock, settings: { ...liveProviders, ...codes } })
}

const begun = { client_id: 'aadhaar_v2_abc', otp_sent: true, if_number: true, valid_aadhaar: true }
const started: FakeAnswer = { json: { success: true, status_code: 200, data: begun } }

function refusal(status: number, message: string, code = 'verification_failed'): FakeAnswer {
  return { status, json: { success: false, status_code: status, message, message_code: code, data: null } }
}

const taken: FakeAnswer = { json: { type: 'success', message: 'an id' } }

/** Returns the code of the last SMS that the provider received. */
function lastCode({ heard }: { heard: { body: string }[] }): string {
  return /\b\d{6}\b/.exec(heard.at(-1)?.body.replaceAll(/"mobiles":"\d+"/g, '') ?? '')?.[0] ?? ''
}

type Failure = [name: string, answer: FakeAnswer, status: number, message: string]

/** Returns how often each limit has counted. */
async function countsOf({ deps }: TestServer): Promise<Record<string, number>> {
  const counts = await deps.db.selectFrom('use_counts').select(['rule', 'count']).execute()
  return Object.fromEntries(counts.map(({ rule, count }) => [rule, Number(count)]))
}

describe('when the Aadhaar service', () => {
  const failures: Failure[] = [
    ['cannot be reached', hangsUp, 503, aadhaarMessages.unreachable],
    ['has a source that is down', refusal(500, 'Upstream source error'), 503, aadhaarMessages.sourceDown],
    ['refuses us', refusal(401, 'Token is invalid'), 502, aadhaarMessages.notAllowed],
    ['speaks another language', { text: '<html></html>' }, 502, aadhaarMessages.rubbish],
  ]

  it('fails, each failure has its own words and uses no try; after repeated failures it is not asked for a while', async () => {
    await using provider = await startFakeProvider(started)
    await using server = await startBeside(provider)
    const visitor = newVisitor(server.url)
    await startFor(visitor, freshAadhaar())
    const { client_id: clientId } = begun
    const triesLeft = async () => (await knownOf(visitor)).aadhaarOtp?.otp.triesLeft
    for (const [name, answer, status, message] of failures) {
      provider.answer = answer
      const failed = await submit(visitor, clientId, '123456')
      expect([name, failed.status, failed.body.message]).toEqual([name, status, message])
      expect(await triesLeft()).toBe(5)
    }
    provider.answer = refusal(422, 'Verification Failed.')
    expect((await submit(visitor, clientId, '123456')).body.message).toMatch(/You have 4 tries left/)
    // The provider may have judged the code.
    provider.answer = refusal(422, 'Verification Failed.', 'a_new_one')
    const unknown = await submit(visitor, clientId, '123456')
    expect([unknown.status, unknown.body.message]).toEqual([502, aadhaarMessages.notJudged])
    const limit = holdTimeout()
    provider.answer = () => limit.pass()
    const silent = await submit(visitor, clientId, '123456')
    expect([silent.status, silent.body.message]).toEqual([504, aadhaarMessages.timeout])
    expect(await triesLeft()).toBe(3)
    provider.answer = hangsUp
    const say = async () => (await startFor(newVisitor(server.url), freshAadhaar())).body.message
    await expect.poll(say).toBe(aadhaarMessages.circuitOpen)
  })

  it('refuses further codes for a number, the send counts for the address and not for the number', async () => {
    await using provider = await startFakeProvider(refusal(429, 'Rate limit exceeded'))
    await using server = await startBeside(provider)
    const { status, headers, body } = await startFor(newVisitor(server.url), freshAadhaar())
    expect([status, headers.get('retry-after'), body.message]).toEqual([429, '600', noSendsNow(600)])
    expect(await countsOf(server)).toEqual({
      ...{ tries_hour: 0, tries_share: 0, tries_day: 0 },
      ...{
        aadhaar_hour: 0,
        aadhaar_all_hour: 0,
        aadhaar_address_hour: 1,
        aadhaar_address: 1,
        aadhaar_network: 1,
        aadhaar_new: 1,
        aadhaar_budget: 1,
      },
    })
  })
})

describe('when the SMS service', () => {
  const refused = { status: 400, json: { type: 'error', message: 'no' } }
  const failures: Failure[] = [
    ['cannot be reached', hangsUp, 503, mobileMessages.unreachable],
    ['is down', { status: 500, json: { type: 'error', message: 'down' } }, 503, mobileMessages.unreachable],
    ['refuses us', { status: 401, json: { type: 'error' } }, 502, mobileMessages.notAllowed],
    ['refuses the number', refused, 422, mobileMessages.refused],
  ]

  it('fails, each failure has its own words, uses no send, and leaves the earlier code valid', async () => {
    const clock = movingClock()
    await using provider = await startFakeProvider(taken)
    await using server = await startBeside(provider, clock)
    const [visitor, phone] = [newVisitor(server.url), freshPhone()]
    await sendTo(visitor, phone)
    const code = lastCode(provider)
    for (const [name, answer, status, message] of failures) {
      clock.advance(60_000)
      provider.answer = answer
      const failed = await sendTo(visitor, phone)
      expect([name, failed.status, failed.body.message]).toEqual([name, status, message])
      expect((await knownOf(visitor)).phoneOtp?.otp).toMatchObject({ resendAfter: 0, triesLeft: 5 })
    }
    const once = { sms_hour: 1, sms_day: 1, sms_address: 1, sms_network: 1 }
    expect(await countsOf(server)).toMatchObject({ ...once, sms_new: 1, sms_budget: 1 })
    expect((await enter(visitor, phone, code)).status).toBe(200)
  })

  it('refuses the first code, nobody has to wait; after repeated failures it is not asked for a while', async () => {
    await using provider = await startFakeProvider(hangsUp)
    await using server = await startBeside(provider)
    const [visitor, phone] = [newVisitor(server.url), freshPhone()]
    expect((await sendTo(visitor, phone)).status).toBe(503)
    expect((await knownOf(visitor)).phoneOtp).toBeNull()
    const entered = await enter(visitor, phone, lastCode(provider))
    expect([entered.status, entered.body.message]).toEqual([422, mobileMessages.noCode])
    const send = () => sendTo(newVisitor(server.url), freshPhone())
    await Promise.all(Array.from({ length: 4 }, send))
    const { status, headers, body } = await send()
    expect([status, body.message]).toEqual([503, mobileMessages.circuitOpen])
    expect([headers.get('retry-after'), provider.heard.length]).toEqual([expect.stringMatching(/^\d+$/), 5])
  })

  it('gives an unreadable answer, the SMS may have been sent: its code is valid, and the send counts', async () => {
    const clock = movingClock()
    await using provider = await startFakeProvider({ text: '<html>502</html>' })
    await using server = await startBeside(provider, clock)
    const [visitor, phone] = [newVisitor(server.url), freshPhone()]
    const answer = await sendTo(visitor, phone)
    expect([answer.status, answer.body.message]).toEqual([502, mobileMessages.rubbish])
    expect((await sendTo(visitor, phone)).body.message).toBe(sentJustNow(30))
    expect(new Set(Object.values(await countsOf(server)))).toEqual(new Set([1]))
    expect((await enter(visitor, phone, lastCode(provider))).status).toBe(200)
  })

  it('does not answer, the visitor is told in time, gets no second SMS, and delays nobody else', async () => {
    await using provider = await startFakeProvider(() => undefined)
    await using server = await startBeside(provider)
    const [visitor, phone] = [newVisitor(server.url), freshPhone()]
    const limit = holdTimeout()
    const waiting = sendTo(visitor, phone)
    let isOver = false
    void waiting.then(() => (isOver = true))
    await expect.poll(() => provider.heard.length).toBe(1)
    expect((await postEnquiry(server.url, goodEnquiry)).status).toBe(201)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect([isOver, (await sendTo(visitor, phone)).status]).toEqual([false, 429])
    limit.pass()
    const answer = await waiting
    expect([answer.status, answer.body.message]).toEqual([504, mobileMessages.timeout])
    expect([(await sendTo(visitor, phone)).status, provider.heard.length]).toEqual([429, 1])
    expect((await enter(visitor, phone, lastCode(provider))).status).toBe(200)
  })
})
