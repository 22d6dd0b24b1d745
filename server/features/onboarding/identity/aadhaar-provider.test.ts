import { describe, expect, it } from 'vitest'
import { noSendsNow } from '#tests/support/english.ts'
import { aadhaarMessages } from '#contract/messages/en/identity.ts'
import {
  clientIdOf,
  freshAadhaar,
  freshPhone,
  knownOf,
  sendTo,
  startFor,
  submit,
} from '#tests/support/codes.ts'
import { goodEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import {
  type FakeAnswer,
  type FakeProvider,
  holdTimeout,
  startFakeProvider,
} from '#tests/support/fake-provider.ts'
import { engines } from '#tests/support/place.ts'
import { movingClock, startServer } from '#tests/support/server.ts'
import { newVisitor } from '#tests/support/visitor.ts'

/** Settings that lead Aadhaar numbers to a provider of the test's. */
function through({ url }: FakeProvider) {
  return { AADHAAR_PROVIDER: 'surepass', SUREPASS_URL: url, SUREPASS_TOKEN: 'a.b.c' }
}

const sent: FakeAnswer = {
  json: {
    success: true,
    status_code: 200,
    data: { client_id: 'aadhaar_v2_abc', otp_sent: true, if_number: true, valid_aadhaar: true },
  },
}
const hangsUp: FakeAnswer = (response) => response.destroy()

function refusal(status: number, message: string, code = 'verification_failed'): FakeAnswer {
  return { status, json: { success: false, status_code: status, message, message_code: code, data: null } }
}

const failures: [name: string, answer: FakeAnswer, status: number, message: string][] = [
  ['cannot be reached', hangsUp, 503, aadhaarMessages.unreachable],
  ['has a source that is down', refusal(500, 'Upstream source error'), 503, aadhaarMessages.sourceDown],
  ['refuses us', refusal(401, 'Token is invalid'), 502, aadhaarMessages.notAllowed],
  ['speaks another language', { text: '<html></html>' }, 502, aadhaarMessages.rubbish],
]

describe.each(engines)('when the Aadhaar service fails, on %s,', (engine) => {
  it('each failure has its own words, costs no try, and the code is good when it is over', async () => {
    const clock = movingClock()
    await using provider = await startFakeProvider(sent)
    await using server = await startServer({ engine, clock, settings: through(provider) })
    const visitor = newVisitor(server.url)
    const clientId = clientIdOf(await startFor(visitor, freshAadhaar()))
    for (const [name, answer, status, message] of failures) {
      provider.answer = answer
      const failed = await submit(visitor, clientId, '123456')
      expect([name, failed.status, failed.body.message]).toEqual([name, status, message])
      expect((await knownOf(visitor)).aadhaarOtp?.otp.triesLeft).toBe(5)
    }
    provider.answer = refusal(422, 'Verification Failed.')
    expect((await submit(visitor, clientId, '123456')).body.message).toMatch(/You have 4 tries left/)
    // It may have been judged.
    provider.answer = refusal(422, 'Verification Failed.', 'a_new_one')
    const unknown = await submit(visitor, clientId, '123456')
    expect([unknown.status, unknown.body.message]).toEqual([502, aadhaarMessages.notJudged])
    expect((await knownOf(visitor)).aadhaarOtp?.otp.triesLeft).toBe(3)
  })
})

describe('when the Aadhaar service', () => {
  it.each(failures)('%s, a visitor who asks for a code is told so', async (_, answer, status, message) => {
    await using provider = await startFakeProvider(answer)
    await using server = await startServer({ settings: through(provider) })
    const visitor = newVisitor(server.url)
    const failed = await startFor(visitor, freshAadhaar())
    expect([failed.status, failed.body.message, visitor.cookie()]).toEqual([status, message, ''])
  })

  it('sends no more for a number, that counts for the address and not for the number', async () => {
    await using provider = await startFakeProvider(refusal(429, 'Rate limit exceeded'))
    await using server = await startServer({ settings: through(provider) })
    const { status, headers, body } = await startFor(newVisitor(server.url), freshAadhaar())
    expect([status, headers.get('retry-after'), body.message]).toEqual([429, '600', noSendsNow(600)])
    const counts = await server.deps.db.selectFrom('use_counts').select(['rule', 'count']).execute()
    expect(Object.fromEntries(counts.map(({ rule, count }) => [rule, count]))).toEqual({
      aadhaar_hour: 0,
      aadhaar_address: 1,
      aadhaar_address_day: 1,
      aadhaar_network: 1,
      aadhaar_network_day: 1,
      aadhaar_budget_hour: 1,
      aadhaar_budget: 1,
    })
  })

  it('never answers, the visitor is told in time, and nobody else waits', async () => {
    await using server = await startServer()
    const limit = holdTimeout()
    const waiting = startFor(newVisitor(server.url), freshAadhaar('0005'))
    let isOver = false
    void waiting.then(() => (isOver = true))
    expect((await postEnquiry(server.url, goodEnquiry)).status).toBe(201)
    expect((await sendTo(newVisitor(server.url), freshPhone())).status).toBe(200)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect(isOver).toBe(false)
    limit.pass()
    const answer = await waiting
    expect([answer.status, answer.body.message]).toEqual([504, aadhaarMessages.timeout])
  })

  it('keeps failing, it is left alone, and that has its own words; what else there is goes on', async () => {
    await using server = await startServer()
    const say = async (lastFour: string) =>
      (await startFor(newVisitor(server.url), freshAadhaar(lastFour))).body.message
    const { sourceDown, rubbish, circuitOpen } = aadhaarMessages
    const words = await Promise.all(['0004', '0006', '0004', '0006', '0004'].map(say))
    expect(words).toEqual([sourceDown, rubbish, sourceDown, rubbish, sourceDown])
    expect(await Promise.all([say('0004'), say('1234')])).toEqual([circuitOpen, circuitOpen])
    expect((await sendTo(newVisitor(server.url), freshPhone())).status).toBe(200)
    expect((await postEnquiry(server.url, goodEnquiry)).status).toBe(201)
  })
})
