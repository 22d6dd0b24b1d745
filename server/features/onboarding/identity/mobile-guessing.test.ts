import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mobileMessages, tooManyWrongCodes, wrongCode } from '#contract/messages/identity.ts'
import {
  enter,
  freshPhone,
  knownOf,
  othersThan,
  refusedField,
  sendTo,
  twoPlaces,
} from '#tests/support/codes.ts'
import { engines } from '#tests/support/place.ts'
import { movingClock, startServer, type TestServer } from '#tests/support/server.ts'
import { type Answered, codeFor, newVisitor, type TestVisitor } from '#tests/support/visitor.ts'
import { attemptsLeft } from './code-limits.ts'
import { newCode } from './mobile-service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

interface Guesser {
  visitor: TestVisitor
  phone: string
}

/** How many of some guesses were judged, and how many of those were right. */
function judged(answers: Answered[]): { wrong: number; right: number } {
  const isWrong = ({ body }: Answered) => body.message.startsWith('That code is not right')
  return {
    wrong: answers.filter(isWrong).length,
    right: answers.filter(({ status }) => status === 200).length,
  }
}

async function guessInTurn({ visitor, phone }: Guesser, guesses: readonly string[]): Promise<string[]> {
  const messages: string[] = []
  for (const guess of guesses) messages.push((await enter(visitor, phone, guess)).body.message)
  return messages
}

describe.each(engines)('guessing a code on %s', (engine) => {
  const clock = movingClock()
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ engine, clock })
  })
  afterAll(() => server.stop())

  it('has five tries, however many guesses come at once to two servers', async () => {
    const phone = freshPhone()
    const [place, beside] = await twoPlaces(engine)
    await using first = await startServer({ place })
    // The embedded database belongs to one server alone.
    await using other = engine === 'postgres' ? await startServer({ place: beside }) : undefined
    const visitor = newVisitor(first.url)
    await sendTo(visitor, phone)
    const code = await codeFor(visitor, phone)
    const listeners = [first.url, (other ?? first).url].map((url) => newVisitor(url, visitor.cookie()))
    const all = (codes: string[]) =>
      Promise.all(codes.map((guess, at) => enter(listeners[at % 2] ?? visitor, phone, guess)))
    const wrong = othersThan(code, 198)
    expect(judged(await all(wrong.slice(0, 5)))).toEqual({ wrong: 5, right: 0 })
    // The right one is sixth in line, and last.
    const rest = await all([code, ...wrong.slice(5), code])
    expect(judged(rest)).toEqual({ wrong: 0, right: 0 })
    expect(new Set(rest.map(({ status }) => status))).toEqual(new Set([429]))
    expect(Number(rest[0]?.headers.get('retry-after'))).toBeGreaterThan(3500)
    expect(await knownOf(visitor)).toMatchObject({ phone: null, phoneOtp: { otp: { triesLeft: 0 } } })
    await Promise.all([place.remove(), beside.remove()])
  })

  it('never has more than five judged, wherever the right one stands among 200', async () => {
    const phone = freshPhone()
    const visitor = newVisitor(server.url)
    await sendTo(visitor, phone)
    const wrong = othersThan(await codeFor(visitor, phone), 200)
    const answers = await Promise.all(wrong.map((guess) => enter(visitor, phone, guess)))
    expect(judged(answers)).toEqual({ wrong: 5, right: 0 })
    const words = answers.map(({ body }) => body.message)
    expect(words.filter((said) => [4, 3, 2, 1, 0].map(wrongCode).includes(said)).toSorted()).toEqual(
      [4, 3, 2, 1, 0].map(wrongCode).toSorted(),
    )
  })

  it('has no more tries after a new code: five an hour, ten a day', async () => {
    const phone = freshPhone()
    const visitor = newVisitor(server.url)
    const sendOne = async () => {
      clock.advance(MINUTE)
      const answer = await sendTo(visitor, phone)
      return { answer, wrong: othersThan(await codeFor(visitor, phone), 5) }
    }
    const first = await sendOne()
    expect(await guessInTurn({ visitor, phone }, first.wrong.slice(0, 3))).toEqual([4, 3, 2].map(wrongCode))
    const second = await sendOne()
    expect(second.answer.body['otp']).toMatchObject({ triesLeft: 2 })
    expect(await guessInTurn({ visitor, phone }, second.wrong.slice(0, 3))).toEqual([
      ...[1, 0].map(wrongCode),
      tooManyWrongCodes(59 * 60),
    ])
    const refused = await sendOne()
    expect([refused.answer.status, refused.answer.body.message]).toEqual([429, tooManyWrongCodes(58 * 60)])
    clock.advance(HOUR)
    const later = await sendOne()
    expect(await guessInTurn({ visitor, phone }, later.wrong)).toEqual([4, 3, 2, 1, 0].map(wrongCode))
    clock.advance(HOUR)
    expect((await sendOne()).answer.body.message).toBe(tooManyWrongCodes(22 * 3600))
    clock.advance(22 * HOUR)
    expect((await sendOne()).answer.status).toBe(200)
    expect((await enter(visitor, phone, await codeFor(visitor, phone))).status).toBe(200)
  })

  it('has all its tries again once the right code was entered', async () => {
    const phone = freshPhone()
    const visitor = newVisitor(server.url)
    await sendTo(visitor, phone)
    const code = await codeFor(visitor, phone)
    await guessInTurn({ visitor, phone }, othersThan(code, 4))
    expect((await enter(visitor, phone, code)).status).toBe(200)
    clock.advance(MINUTE)
    await sendTo(visitor, phone)
    expect(await knownOf(visitor)).toMatchObject({ phoneOtp: { otp: { triesLeft: 5 } } })
  })

  it('is no try where no code was sent: nobody locks another’s phone that way', async () => {
    const phone = freshPhone()
    const [victim, attacker] = [newVisitor(server.url), newVisitor(server.url)]
    await sendTo(victim, phone)
    const mine = await codeFor(victim, phone)
    await sendTo(attacker, freshPhone())
    const guesses = othersThan('000000', 20)
    for (const guess of guesses)
      expect(await enter(attacker, phone, guess)).toMatchObject(refusedField('otp', mobileMessages.noCode))
    expect((await enter(victim, phone, mine)).status).toBe(200)
  })

  it('by somebody else does not lock out the browser that verified the phone before', async () => {
    const phone = freshPhone()
    const [holder, attacker] = [newVisitor(server.url), newVisitor(server.url)]
    await sendTo(holder, phone)
    await enter(holder, phone, await codeFor(holder, phone))
    clock.advance(MINUTE)
    await sendTo(attacker, phone)
    await guessInTurn({ visitor: attacker, phone }, othersThan(await codeFor(attacker, phone), 5))
    clock.advance(MINUTE)
    expect((await sendTo(newVisitor(server.url), phone)).status).toBe(429)
    expect((await sendTo(holder, phone)).status).toBe(200)
    const code = await codeFor(holder, phone)
    expect(await guessInTurn({ visitor: holder, phone }, othersThan(code, 6))).toEqual([
      ...[4, 3, 2, 1, 0].map(wrongCode),
      tooManyWrongCodes(3600),
    ])
  })

  it('by two right answers at once verifies once', async () => {
    const phone = freshPhone()
    const visitor = newVisitor(server.url)
    await sendTo(visitor, phone)
    const code = await codeFor(visitor, phone)
    const cookie = visitor.cookie()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => enter(newVisitor(server.url, cookie), phone, code)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect((await knownOf(newVisitor(server.url, cookie))).phone).toBe(phone)
  })
})

describe('a code', () => {
  it('is six digits, any of them first, and hardly ever the same', () => {
    const codes = Array.from({ length: 20_000 }, newCode)
    expect(codes.every((code) => /^[0-9]{6}$/.test(code))).toBe(true)
    const firsts = Map.groupBy(codes, (code) => code[0])
    expect(firsts.size).toBe(10)
    for (const group of firsts.values()) expect(Math.abs(group.length - 2000)).toBeLessThan(300)
    expect(new Set(codes).size).toBeGreaterThan(19_500)
  })

  it('may be tried until the hour’s tries or the day’s are spent, whichever are fewer', () => {
    expect(attemptsLeft({ hour: 0, day: 0 })).toBe(5)
    expect(attemptsLeft({ hour: 2, day: 8 })).toBe(2)
    expect(attemptsLeft({ hour: 1, day: 10 })).toBe(0)
    expect(attemptsLeft({ hour: 5, day: 5 })).toBe(0)
  })
})
