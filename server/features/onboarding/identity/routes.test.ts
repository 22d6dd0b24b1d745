import { describe, expect, it, beforeEach } from 'vitest'
import { api } from '#contract/paths.ts'
import {
  clientIdOf,
  freshAadhaar,
  freshPhone,
  knownOf,
  sendTo,
  startFor,
  submit,
  enter,
  othersThan,
} from '#tests/support/codes.ts'
import { signAgreement } from '#tests/support/executive.ts'
import { askToken, registered, verifiedVisitor } from '#tests/support/registration.ts'
import { movingClock, startServer } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { codeFor, newVisitor, proveAadhaar, provePhone } from '#tests/support/visitor.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { newId } from '#server/platform/ids.ts'
import { forgetPassedCodes, watchProofs } from './mobile-service.ts'

const MINUTE = 60_000

it('a refreshed page is told the state of each code and each number', async () => {
  const clock = movingClock()
  await using server = await startServer({ clock, settings: { RATE_LIMIT_SCALE: '1' } })
  const visitor = newVisitor(server.url)
  const [number, phone] = [freshAadhaar(), freshPhone()]
  await startFor(visitor, number)
  await sendTo(visitor, phone)
  clock.advance(10_400)
  const stands = { resendAfter: 20, expiresAfter: 589, triesLeft: 5 }
  const masked = `XXXXXXXX${number.slice(-4)}`
  const sent = { step: 1, aadhaarOtp: { masked, otp: stands }, phoneOtp: { phone, otp: stands } }
  expect(await knownOf(visitor)).toMatchObject(sent)
  clock.advance(MINUTE)
  expect((await proveAadhaar(visitor, number)).status).toBe(200)
  expect((await provePhone(visitor, phone)).status).toBe(200)
  const proven = { step: 2, aadhaar: { masked }, aadhaarOtp: null, phone, phoneOtp: null }
  expect(await knownOf(visitor)).toMatchObject(proven)
})

describe('another person in the same browser', () => {
  const clock = movingClock()
  const server = sharedServer({ clock })

  it('does not get the text that somebody typed who verified another number before', async () => {
    const first = await verifiedVisitor(server, { now: clock.now() })
    const typed = { email: 'first@example.in' }
    expect((await askToken(first, { typed })).status).toBe(200)
    expect((await knownOf(first.visitor)).typed).toEqual(typed)
    await startFor(first.visitor, freshAadhaar())
    expect((await knownOf(first.visitor)).typed).toEqual({})
  })

  it('sees nothing of the person who registered before, once a code is sent for their own number', async () => {
    const { visitor, fields, id } = await registered(server.url, { now: clock.now() })
    expect(await knownOf(visitor)).toMatchObject({ step: 3, registration: { _id: id } })
    const number = freshAadhaar()
    const started = await startFor(visitor, number)
    const nothing = { mandate: null, registration: null }
    expect(await knownOf(visitor)).toMatchObject({ step: 1, aadhaar: null, ...nothing })
    expect((await submit(visitor, clientIdOf(started), await codeFor(visitor, number))).status).toBe(200)
    const masked = `XXXXXXXX${number.slice(-4)}`
    const known = await knownOf(visitor)
    expect(known).toMatchObject({ step: 2, aadhaar: { masked }, phone: fields['phone'], ...nothing })
    expect(JSON.stringify(known)).not.toContain(id)
  })

  it("starts a new registration once the first person's agreement is signed, in whichever browser", async () => {
    const { visitor, fields, id } = await registered(server.url, { now: clock.now() })
    await signAgreement(server, { link: id, name: fields['name'] ?? '' })
    const nothing = { aadhaar: null, phone: null, mandate: null, registration: null }
    expect(await knownOf(visitor)).toMatchObject({ step: 1, ...nothing })
    const signing = { id, signName: fields['name'] }
    expect((await visitor.post(api.generateAgreement, signing)).status).toBe(409)
  })

  it('counts as the same person if they verify their own number again', async () => {
    const { visitor, aadhaar, id } = await registered(server.url, { now: clock.now() })
    clock.advance(60_000)
    expect((await proveAadhaar(visitor, aadhaar)).status).toBe(200)
    expect(await knownOf(visitor)).toMatchObject({ step: 3, registration: { _id: id } })
  })
})

describe.each(enginesInTurn)('the watch over codes on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock })

  async function send(count: number, verified_at: number | null = null) {
    const sent = { sent_at: clock.now(), uses: '[]', verified_at }
    const sends = Array.from({ length: count }, () => ({ id: newId(), ...sent }))
    await server.deps.db.insertInto('code_sends').values(sends).execute()
  }
  /** Returns what the log says about codes. */
  const warned = async () => {
    const before = server.log().length
    await watchProofs(server.deps)
    return /"sent":\d+,"verified":\d+/.exec(server.log().slice(before))?.[0]
  }

  // Codes of the previous test are older than an hour.
  beforeEach(() => clock.advance(120 * MINUTE))

  it.each([
    // Too few codes for a warning.
    [7, 12, undefined],
    [7, 13, '"sent":20,"verified":7'],
    [8, 12, undefined],
  ])(
    'reports a low share of entered codes: of %i entered and %i not entered the log says %s',
    async (...of) => {
      const [entered, other, told] = of
      await send(entered, clock.now())
      await send(other)
      // These may still be entered.
      expect(await warned()).toBeUndefined()
      clock.advance(10 * MINUTE)
      expect(await warned()).toBe(told)
      clock.advance(60 * MINUTE)
      expect(await warned()).toBeUndefined()
    },
  )

  it('deletes everything about them once no rule needs it', async () => {
    const { db } = server.deps
    const [visitor, phone] = [newVisitor(server.url), freshPhone()]
    await sendTo(visitor, phone)
    await enter(visitor, phone, othersThan(await codeFor(visitor, phone), 1)[0] ?? '')
    const tables = ['one_time_codes', 'use_counts', 'code_sends'] as const
    const count = () =>
      Promise.all(tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length))
    await forgetPassedCodes(server.deps)
    expect(Math.min(...(await count()))).toBeGreaterThan(0)
    clock.advance(25 * 60 * MINUTE)
    await forgetPassedCodes(server.deps)
    await forgetPassedCodes(server.deps)
    expect(await count()).toEqual([0, 0, 0])
  })
})
