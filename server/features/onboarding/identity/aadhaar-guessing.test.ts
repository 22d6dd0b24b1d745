import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tooManyWrongCodes, wrongCode } from '#contract/messages/identity.ts'
import {
  clientIdOf,
  freshAadhaar,
  knownOf,
  othersThan,
  otpOf,
  startFor,
  submit,
} from '#tests/support/codes.ts'
import { engines } from '#tests/support/place.ts'
import { movingClock, startServer, type TestServer } from '#tests/support/server.ts'
import { codeFor, newVisitor, proveAadhaar, type TestVisitor } from '#tests/support/visitor.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe.each(engines)('guessing the code of an Aadhaar number on %s', (engine) => {
  const clock = movingClock()
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ engine, clock })
  })
  afterAll(() => server.stop())

  /** A code that was sent to a visitor. */
  async function begun({ number = freshAadhaar(), visitor = newVisitor(server.url) } = {}) {
    clock.advance(MINUTE)
    const started = await startFor(visitor, number)
    return { visitor, number, started, clientId: clientIdOf(started), code: await codeFor(visitor, number) }
  }

  interface Begun {
    visitor: TestVisitor
    clientId: string
    code: string
  }

  /** What so many wrong codes are told. */
  async function guess({ visitor, clientId, code }: Begun, times: number): Promise<string[]> {
    const answers: string[] = []
    for (const wrong of othersThan(code, times))
      answers.push((await submit(visitor, clientId, wrong)).body.message)
    return answers
  }

  it('ends after five in an hour: the right one is refused too, and no other is sent', async () => {
    const one = await begun()
    expect(await guess(one, 5)).toEqual([4, 3, 2, 1, 0].map(wrongCode))
    const refused = { status: 429, body: { message: tooManyWrongCodes(3600) } }
    expect(await submit(one.visitor, one.clientId, one.code)).toMatchObject(refused)
    expect(await knownOf(one.visitor)).toMatchObject({ aadhaar: null, aadhaarOtp: { otp: { triesLeft: 0 } } })
    clock.advance(MINUTE)
    const later = { status: 429, body: { message: tooManyWrongCodes(59 * 60) } }
    expect(await startFor(one.visitor, one.number)).toMatchObject(later)
    expect(await startFor(newVisitor(server.url), one.number)).toMatchObject(later)
    clock.advance(HOUR)
    expect((await proveAadhaar(one.visitor, one.number)).status).toBe(200)
  })

  it('has no more tries for a code that is sent again, nor in another browser', async () => {
    const one = await begun()
    await guess(one, 2)
    const again = await begun(one)
    expect(otpOf(again.started).triesLeft).toBe(3)
    expect(await guess(again, 2)).toEqual([2, 1].map(wrongCode))
    const elsewhere = await begun({ number: one.number })
    expect(otpOf(elsewhere.started).triesLeft).toBe(1)
    expect(await guess(elsewhere, 1)).toEqual([wrongCode(0)])
  })

  it('ends after ten in a day', async () => {
    const { number } = await begun()
    for (const wrong of [4, 4, 2]) {
      expect(await guess(await begun({ number }), wrong)).toHaveLength(wrong)
      clock.advance(HOUR)
    }
    const refused = await startFor(newVisitor(server.url), number)
    expect([refused.status, refused.body.message]).toEqual([429, expect.stringMatching(/in 21 hours\.$/)])
    clock.advance(24 * HOUR)
    expect((await startFor(newVisitor(server.url), number)).status).toBe(200)
  })

  it('is forgotten once the right one is entered', async () => {
    const one = await begun()
    await guess(one, 4)
    expect((await submit(one.visitor, one.clientId, one.code)).status).toBe(200)
    expect(otpOf((await begun(one)).started).triesLeft).toBe(5)
  })

  it('is judged five times of many at once', async () => {
    const { visitor, clientId, code } = await begun()
    const cookie = visitor.cookie()
    const answers = await Promise.all(
      othersThan(code, 60).map((wrong) => submit(newVisitor(server.url, cookie), clientId, wrong)),
    )
    const judged = answers.filter(({ body }) => body.message.startsWith('That code is not right'))
    expect([judged.length, new Set(answers.map(({ status }) => status))]).toEqual([5, new Set([422, 429])])
  })
})
