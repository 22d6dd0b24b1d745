import { describe, expect, it } from 'vitest'
import { aadhaarMessages, executiveForm, mobileMessages } from '#contract/messages/en/identity.ts'
import type { AadhaarPerson } from '#contract/schemas/identity.ts'
import { tooManyWrongCodes, wrongCode } from '#tests/support/english.ts'
import {
  type CodeKind,
  codeKinds,
  enter,
  freshAadhaar,
  freshPhone,
  knownOf,
  othersThan,
  otpOf,
  refusedField,
  sendCode,
  sendTo,
  type SentCode,
  startFor,
} from '#tests/support/codes.ts'
import { movingClock, type TestServer } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { codeFor, messagesTo, newVisitor } from '#tests/support/visitor.ts'
import { engines } from '#tests/support/place.ts'
import { newCode } from './mobile-service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const clock = movingClock()
const [numbers, phones] = codeKinds

function refusedCode(message: string) {
  return refusedField('otp', message)
}

/** Returns a function that sends a code once the wait after any earlier one is over. */
function beginAt(server: TestServer, kind: CodeKind) {
  return (to = kind.fresh(), visitor = newVisitor(server.url), from?: string) => {
    clock.advance(MINUTE)
    return sendCode(kind, visitor, to, from)
  }
}

describe('a code', () => {
  const server = sharedServer({ clock })

  describe.each(codeKinds)('for $name', (kind) => {
    const begin = beginAt(server, kind)

    it('verifies the number in that session, once, and returns the words that were read; the cookie changes', async () => {
      const { visitor, sent, code, enter: enterCode } = await begin()
      const at = clock.now()
      clock.advance(MINUTE)
      const otp = { expiresAfter: 600, triesLeft: 5 }
      expect(sent).toMatchObject({ status: 200, body: { message: kind.messages.sent, otp } })
      expect(sent.headers.get('cache-control')).toBe('no-store')
      const begun = { step: 1, [kind.proof]: null, [kind.otp]: { otp: { triesLeft: 5 } } }
      expect(await knownOf(visitor)).toMatchObject(begun)
      const before = visitor.cookie()
      const verified = { status: 200, body: { message: kind.messages.verified } }
      expect(await enterCode(code)).toMatchObject(verified)
      expect(visitor.cookie()).not.toBe(before)
      const proven = { step: 1, [kind.proof]: expect.anything(), [kind.otp]: null }
      expect(await knownOf(visitor)).toMatchObject(proven)
      expect(await enterCode(code)).toMatchObject({ status: 409, body: { code: 'already_there' } })
      const rows = server.deps.db.selectFrom('sessions').selectAll().orderBy('created_at', 'desc')
      const { id, data } = await rows.executeTakeFirstOrThrow()
      const kept = server.deps.cipher.decrypt({ table: 'sessions', column: 'data', row: id }, data)
      const proof = { at: at + MINUTE, consent: { version: '2026-11-20', at } }
      expect(JSON.parse(kept)).toMatchObject({ [kind.proof]: proof })
    })

    it('is not accepted in another session or in place of another person’s code', async () => {
      const [mine, theirs] = [await begin(), await begin()]
      for (const visitor of [newVisitor(server.url), theirs.visitor])
        expect(await mine.enter(mine.code, visitor)).toMatchObject(kind.unknown)
      expect(await theirs.enter(othersThan(theirs.code, 1)[0] ?? '')).toMatchObject(refusedCode(wrongCode(4)))
      expect((await mine.enter(mine.code)).status).toBe(200)
    })

    it('expires after ten minutes', async () => {
      const { visitor, code, enter: enterCode } = await begin()
      clock.advance(10 * MINUTE - 1)
      expect(await enterCode(othersThan(code, 1)[0] ?? '')).toMatchObject(refusedCode(wrongCode(4)))
      clock.advance(1)
      expect(await knownOf(visitor)).toMatchObject({ [kind.otp]: null })
      expect(await enterCode(code)).toMatchObject(refusedCode(kind.messages.expired))
    })

    it('leaves the proof valid when it is sent again, and removes it when it is for another number', async () => {
      const { visitor, to, code, enter: enterCode } = await begin()
      await enterCode(code)
      expect((await begin(to, visitor)).sent.status).toBe(200)
      const proven = { [kind.proof]: expect.anything(), [kind.otp]: { otp: { triesLeft: 5 } } }
      expect(await knownOf(visitor)).toMatchObject(proven)
      expect((await begin(kind.fresh(), visitor)).sent.status).toBe(200)
      expect(await knownOf(visitor)).toMatchObject({ ...proven, [kind.proof]: null })
    })
  })

  it('for an Aadhaar number returns its holder, now and to a refreshed page, without the number', async () => {
    const { visitor, to, code, enter: enterCode } = await beginAt(server, numbers!)()
    const masked = `XXXXXXXX${to.slice(-4)}`
    expect(await knownOf(visitor)).toMatchObject({ aadhaarOtp: { masked } })
    const photos = server.deps.db.selectFrom('session_photos').select('session_id')
    const before = await photos.execute()
    const verified = await enterCode(code)
    const { data: person } = verified.body['data'] as { data: AadhaarPerson }
    expect(await photos.execute()).toHaveLength(before.length + 1)
    const known = await knownOf(visitor)
    expect(known).toMatchObject({ aadhaar: { masked, person } })
    expect(JSON.stringify([known, verified.body])).not.toContain(to)
    clock.advance(MINUTE)
    const refused = await startFor(visitor, freshAadhaar('0001'))
    expect([refused.status, (await knownOf(visitor)).aadhaar === null]).toEqual([422, false])
  })

  it('for a phone becomes void when another is sent to that session, for this phone or another', async () => {
    const [phone, other] = [freshPhone(), freshPhone()]
    const visitor = newVisitor(server.url)
    const codes: string[] = []
    for (const to of [phone, phone, other, phone]) {
      // Two equal codes would prove nothing.
      do {
        clock.advance(MINUTE)
        await sendTo(visitor, to)
      } while (codes.includes(await codeFor(visitor, to)))
      codes.push(await codeFor(visitor, to))
    }
    const [first = '', second = '', third = '', fresh = ''] = codes
    expect(await enter(visitor, other, third)).toMatchObject(refusedCode(mobileMessages.noCode))
    for (const code of [first, second])
      expect(await enter(visitor, phone, code)).toMatchObject({ status: 422 })
    expect((await enter(visitor, phone, fresh)).status).toBe(200)
  })

  const { aadhaar_no: aadhaar } = executiveForm
  it.each([
    ['XXXXXXXX9012', startFor, 'aadhaar_number', aadhaar.invalid],
    [freshAadhaar('0001'), startFor, 'aadhaar_number', aadhaarMessages.noMobile],
    ['5999999999', sendTo, 'phone', mobileMessages.notIndian],
  ])('is not sent to «%s», and the answer says why', async (value, send, field, message) => {
    const visitor = newVisitor(server.url)
    expect(await send(visitor, value)).toMatchObject({ status: 422, body: { errors: [{ field, message }] } })
    expect([await messagesTo(server, value), visitor.cookie()]).toEqual([[], ''])
  })
})

const five = [4, 3, 2, 1, 0].map(wrongCode)

/** Enters wrong codes so many times and returns the answers. */
async function guess({ code, enter: tryCode }: SentCode, times: number): Promise<string[]> {
  const messages: string[] = []
  for (const wrong of othersThan(code, times)) messages.push((await tryCode(wrong)).body.message)
  return messages
}

describe.each(engines)('guessing a code on %s', (engine) => {
  const server = sharedServer({ engine, clock, settings: { TRUST_PROXY: '127.0.0.1' } })
  /** Somebody else's address. */
  const stranger = '203.0.113.5'

  describe.each(codeKinds)('for $name', (kind) => {
    const begin = beginAt(server, kind)
    const beginFrom = (to: string, from: string) => begin(to, newVisitor(server.url), from)

    it('ends after five tries an hour: the right code is refused too, and no other is sent', async () => {
      const one = await begin()
      expect(await guess(one, 5)).toEqual(five)
      const refused = { status: 429, body: { message: tooManyWrongCodes(3600) } }
      expect(await one.enter(one.code)).toMatchObject(refused)
      const none = { [kind.proof]: null, [kind.otp]: { otp: { triesLeft: 0 } } }
      expect(await knownOf(one.visitor)).toMatchObject(none)
      clock.advance(MINUTE)
      const later = { status: 429, body: { message: tooManyWrongCodes(59 * 60) } }
      for (const visitor of [one.visitor, newVisitor(server.url)])
        expect(await kind.send(visitor, one.to)).toMatchObject(later)
      clock.advance(HOUR)
      const again = await begin(one.to, one.visitor)
      expect((await again.enter(again.code)).status).toBe(200)
    })

    it('gets no more tries from a code that is sent again or from another browser', async () => {
      const one = await begin()
      await guess(one, 2)
      const again = await begin(one.to, one.visitor)
      expect(otpOf(again.sent).triesLeft).toBe(3)
      expect(await guess(again, 2)).toEqual([2, 1].map(wrongCode))
      const elsewhere = await begin(one.to)
      expect(otpOf(elsewhere.sent).triesLeft).toBe(1)
      expect(await guess(elsewhere, 1)).toEqual([wrongCode(0)])
    })

    it('ends after seven tries a day for one address, and after ten for all', async () => {
      const to = kind.fresh()
      const refused = { status: 429, body: { message: expect.stringMatching(/in 2\d hours\.$/) } }
      for (const [from, left] of [
        [stranger, '43210'],
        [stranger, '10'],
        ['198.51.100.7', '210'],
      ] as const) {
        const told = [...left].map((tries) => wrongCode(Number(tries)))
        expect(await guess(await beginFrom(to, from), left.length)).toEqual(told)
        clock.advance(HOUR)
        if (from === stranger && left === '10')
          expect(await kind.send(newVisitor(server.url), to, from)).toMatchObject(refused)
      }
      expect(await kind.send(newVisitor(server.url), to)).toMatchObject(refused)
      clock.advance(24 * HOUR)
      expect((await kind.send(newVisitor(server.url), to)).status).toBe(200)
    })

    it('by a stranger uses up the stranger’s tries: the holder still gets a code, and a code already sent stays valid', async () => {
      const live = await begin()
      expect(await guess(await beginFrom(live.to, stranger), 5)).toEqual(five.slice(0, 5))
      const refused = { status: 429, body: { message: tooManyWrongCodes(59 * 60) } }
      clock.advance(MINUTE)
      expect(await kind.send(newVisitor(server.url), live.to, stranger)).toMatchObject(refused)
      const another = await begin(live.to, newVisitor(server.url))
      expect(another.sent.status).toBe(200)
      // Nobody has a try left now, and each code that was sent before may still be entered once.
      await guess(await beginFrom(live.to, '198.51.100.7'), 5)
      expect((await live.enter(live.code)).status).toBe(200)
    })

    it('gets no more tries by requesting codes again and again', async () => {
      const one = await begin()
      const visitor = one.visitor
      for (let again = 0; again < 3; again += 1) await begin(one.to, visitor)
      const last = await begin(one.to, visitor)
      expect(otpOf(last.sent).triesLeft).toBe(5)
      expect(await guess(last, 6)).toEqual([...five, tooManyWrongCodes(56 * 60)])
    })

    it('is forgotten once the right code is entered', async () => {
      const one = await begin()
      await guess(one, 4)
      expect((await one.enter(one.code)).status).toBe(200)
      expect(otpOf((await begin(one.to, one.visitor)).sent).triesLeft).toBe(5)
    })

    it('does not count where no code was sent: nobody locks another person’s number that way', async () => {
      const victim = await begin()
      const attacker = await begin()
      for (const wrong of othersThan('000000', 20))
        expect(await victim.enter(wrong, attacker.visitor)).toMatchObject(kind.unknown)
      expect((await victim.enter(victim.code)).status).toBe(200)
    })
  })

  it('has five tries, however many guesses arrive at once', async () => {
    const { visitor, to, code } = await beginAt(server, phones!)()
    const all = async (codes: string[]) => {
      const entered = codes.map((one) => enter(newVisitor(server.url, visitor.cookie()), to, one))
      return new Set((await Promise.all(entered)).map(({ status }) => status))
    }
    const wrong = othersThan(code, 48)
    expect(await all(wrong.slice(0, 5))).toEqual(new Set([422]))
    // The right code is the sixth, after the last try.
    expect(await all([code, ...wrong.slice(5), code])).toEqual(new Set([429]))
  })

  it('by somebody else does not lock out the browser that verified the phone before', async () => {
    const begin = beginAt(server, phones!)
    const holder = await begin()
    await holder.enter(holder.code)
    await guess(await begin(holder.to), 5)
    clock.advance(MINUTE)
    expect((await sendTo(newVisitor(server.url), holder.to)).status).toBe(429)
    const again = await begin(holder.to, holder.visitor)
    expect(await guess(again, 6)).toEqual([...five, tooManyWrongCodes(3600)])
  })
})

it('a code of ours has six digits, starts with any of them, and hardly ever repeats', () => {
  const codes = Array.from({ length: 20_000 }, newCode)
  expect(codes.every((code) => /^[0-9]{6}$/.test(code))).toBe(true)
  expect(new Set(codes.map(([first]) => first)).size).toBe(10)
  expect(new Set(codes).size).toBeGreaterThan(19_500)
})
