import { tooManyWrongCodes, wrongCode } from '#tests/support/english.ts'
import { describe, expect, it } from 'vitest'
import {
  codeKinds,
  enter,
  freshPhone,
  knownOf,
  othersThan,
  otpOf,
  sendCode,
  type SentCode,
  sendTo,
  twoPlaces,
} from '#tests/support/codes.ts'
import { engines } from '#tests/support/place.ts'
import { movingClock, startServer } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { type Answered, newVisitor } from '#tests/support/visitor.ts'
import { attemptsLeft, attemptUses } from './code-limits.ts'
import { newCode } from './mobile-service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const five = [4, 3, 2, 1, 0].map(wrongCode)
const [, phones] = codeKinds

/** How many of some guesses were judged, and how many of those were right. */
function judged(answers: Answered[]): { wrong: number; right: number } {
  const isWrong = ({ body }: Answered) => body.message.startsWith('That code is not right')
  return {
    wrong: answers.filter(isWrong).length,
    right: answers.filter(({ status }) => status === 200).length,
  }
}

/** What so many wrong codes are told. */
async function guess({ code, enter: tryCode }: SentCode, times: number): Promise<string[]> {
  const messages: string[] = []
  for (const wrong of othersThan(code, times)) messages.push((await tryCode(wrong)).body.message)
  return messages
}

describe.each(engines)('guessing a code on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock })

  describe.each(codeKinds)('for $name', (kind) => {
    const begin = (to = kind.fresh(), visitor = newVisitor(server.url)) => {
      clock.advance(MINUTE)
      return sendCode(kind, visitor, to)
    }

    it('ends after five in an hour: the right one is refused too, and no other is sent', async () => {
      const one = await begin()
      expect(await guess(one, 5)).toEqual(five)
      const refused = { status: 429, body: { message: tooManyWrongCodes(3600) } }
      expect(await one.enter(one.code)).toMatchObject(refused)
      expect(await knownOf(one.visitor)).toMatchObject({
        [kind.proof]: null,
        [kind.otp]: { otp: { triesLeft: 0 } },
      })
      clock.advance(MINUTE)
      const later = { status: 429, body: { message: tooManyWrongCodes(59 * 60) } }
      for (const visitor of [one.visitor, newVisitor(server.url)])
        expect(await kind.send(visitor, one.to)).toMatchObject(later)
      clock.advance(HOUR)
      const again = await begin(one.to, one.visitor)
      expect((await again.enter(again.code)).status).toBe(200)
    })

    it('has no more tries for a code that is sent again, nor in another browser', async () => {
      const one = await begin()
      await guess(one, 2)
      const again = await begin(one.to, one.visitor)
      expect(otpOf(again.sent).triesLeft).toBe(3)
      expect(await guess(again, 2)).toEqual([2, 1].map(wrongCode))
      const elsewhere = await begin(one.to)
      expect(otpOf(elsewhere.sent).triesLeft).toBe(1)
      expect(await guess(elsewhere, 1)).toEqual([wrongCode(0)])
    })

    it('ends after ten in a day', async () => {
      const { to } = await begin()
      for (const wrong of [4, 4, 2]) {
        expect(await guess(await begin(to), wrong)).toHaveLength(wrong)
        clock.advance(HOUR)
      }
      const refused = await kind.send(newVisitor(server.url), to)
      expect([refused.status, refused.body.message]).toEqual([429, expect.stringMatching(/in 21 hours\.$/)])
      clock.advance(24 * HOUR)
      expect((await kind.send(newVisitor(server.url), to)).status).toBe(200)
    })

    it('is forgotten once the right one is entered', async () => {
      const one = await begin()
      await guess(one, 4)
      expect((await one.enter(one.code)).status).toBe(200)
      expect(otpOf((await begin(one.to, one.visitor)).sent).triesLeft).toBe(5)
    })

    it('is judged five times of many at once', async () => {
      const { visitor, code, enter: tryCode } = await begin()
      const cookie = visitor.cookie()
      const answers = await Promise.all(
        othersThan(code, 60).map((wrong) => tryCode(wrong, newVisitor(server.url, cookie))),
      )
      expect(judged(answers)).toEqual({ wrong: 5, right: 0 })
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422, 429]))
      const words = answers.map(({ body }) => body.message).filter((said) => five.includes(said))
      expect(words.toSorted()).toEqual(five.toSorted())
    })

    it('is no try where none was sent: nobody locks another’s number that way', async () => {
      const victim = await begin()
      const attacker = await begin()
      for (const wrong of othersThan('000000', 20))
        expect(await victim.enter(wrong, attacker.visitor)).toMatchObject(kind.unknown)
      expect((await victim.enter(victim.code)).status).toBe(200)
    })
  })

  it('has five tries, however many guesses come at once to two servers', async () => {
    const phone = freshPhone()
    const [place, beside] = await twoPlaces(engine)
    await using first = await startServer({ place })
    // The embedded database belongs to one server alone.
    await using other = engine === 'postgres' ? await startServer({ place: beside }) : undefined
    const { visitor, code } = await sendCode(phones!, newVisitor(first.url), phone)
    const listeners = [first.url, (other ?? first).url].map((url) => newVisitor(url, visitor.cookie()))
    const all = (codes: string[]) =>
      Promise.all(codes.map((one, at) => enter(listeners[at % 2] ?? visitor, phone, one)))
    const wrong = othersThan(code, 98)
    expect(judged(await all(wrong.slice(0, 5)))).toEqual({ wrong: 5, right: 0 })
    // The right one is sixth in line, and last.
    const rest = await all([code, ...wrong.slice(5), code])
    expect(judged(rest)).toEqual({ wrong: 0, right: 0 })
    expect(new Set(rest.map(({ status }) => status))).toEqual(new Set([429]))
    expect(Number(rest[0]?.headers.get('retry-after'))).toBeGreaterThan(3500)
    await Promise.all([place.remove(), beside.remove()])
  })

  it('by somebody else does not lock out the browser that verified the phone before', async () => {
    const holder = await sendCode(phones!, newVisitor(server.url))
    await holder.enter(holder.code)
    clock.advance(MINUTE)
    await guess(await sendCode(phones!, newVisitor(server.url), holder.to), 5)
    clock.advance(MINUTE)
    expect((await sendTo(newVisitor(server.url), holder.to)).status).toBe(429)
    const again = await sendCode(phones!, holder.visitor, holder.to)
    expect(await guess(again, 6)).toEqual([...five, tooManyWrongCodes(3600)])
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

  it.each([
    [0, 0, 5],
    [2, 8, 2],
    [1, 10, 0],
    [5, 5, 0],
  ])('tried %i times this hour and %i this day may be tried %i times more', (hour, day, left) => {
    const [ofHour, ofDay] = attemptUses('register', 'k')
    expect(
      attemptsLeft([
        { ...ofHour, count: hour },
        { ...ofDay, count: day },
      ]),
    ).toBe(left)
  })
})
