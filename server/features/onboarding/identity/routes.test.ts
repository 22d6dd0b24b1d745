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
import { askToken, registered, verifiedVisitor } from '#tests/support/registration.ts'
import { movingClock, startServer } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { codeFor, newVisitor, proveAadhaar, provePhone } from '#tests/support/visitor.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { forgetPassedCodes, watchProofs } from './mobile-service.ts'
import { createHash } from 'node:crypto'
import type { AadhaarPerson } from '#contract/schemas/identity.ts'
import { everythingKept, expectSecret } from '#tests/support/stored-place.ts'

const MINUTE = 60_000

describe('what a refreshed page is told', () => {
  it('is how each code and each number stands, until the visit is over', async () => {
    const clock = movingClock()
    await using server = await startServer({ clock, settings: { RATE_LIMIT_SCALE: '1' } })
    const visitor = newVisitor(server.url)
    const [number, phone] = [freshAadhaar(), freshPhone()]
    await startFor(visitor, number)
    await sendTo(visitor, phone)
    clock.advance(10_400)
    const stands = { resendAfter: 20, expiresAfter: 589, triesLeft: 5 }
    const masked = `XXXXXXXX${number.slice(-4)}`
    expect(await knownOf(visitor)).toMatchObject({
      step: 1,
      aadhaarOtp: { masked, otp: stands },
      phoneOtp: { phone, otp: stands },
    })
    clock.advance(MINUTE)
    expect((await proveAadhaar(visitor, number)).status).toBe(200)
    expect((await provePhone(visitor, phone)).status).toBe(200)
    expect(await knownOf(visitor)).toMatchObject({
      step: 2,
      aadhaar: { masked },
      aadhaarOtp: null,
      phone,
      phoneOtp: null,
    })
    expect((await knownOf(newVisitor(server.url))).step).toBe(1)
    clock.advance(30 * MINUTE)
    expect(await knownOf(visitor)).toMatchObject({ step: 1, aadhaar: null, phone: null })
  })
})

describe('another person in the same browser', () => {
  const clock = movingClock()
  const server = sharedServer({ clock })

  it('is not offered what somebody typed who verified another number before', async () => {
    const first = await verifiedVisitor(server, { now: clock.now() })
    const typed = { email: 'first@example.in' }
    expect((await askToken(first, { typed })).status).toBe(200)
    expect((await knownOf(first.visitor)).typed).toEqual(typed)
    await startFor(first.visitor, freshAadhaar())
    expect((await knownOf(first.visitor)).typed).toEqual({})
  })

  it('is shown nothing of who registered before, once a code is sent for their own number', async () => {
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

  it.each(['here', 'in another browser'])(
    'begins anew once the agreement of the first is signed %s',
    async (where) => {
      const { visitor, fields, id } = await registered(server.url, { now: clock.now() })
      const signer = where === 'here' ? visitor : newVisitor(server.url)
      const signing = { id, signName: fields['name'] }
      expect((await signer.post(api.generateAgreement, signing)).status).toBe(200)
      const nothing = { aadhaar: null, phone: null, mandate: null, registration: null }
      expect(await knownOf(visitor)).toMatchObject({ step: 1, ...nothing })
      expect((await visitor.post(api.generateAgreement, signing)).status).toBe(409)
      const number = freshAadhaar()
      expect((await proveAadhaar(visitor, number)).status).toBe(200)
      expect((await provePhone(visitor, freshPhone())).status).toBe(200)
      const masked = `XXXXXXXX${number.slice(-4)}`
      expect(await knownOf(visitor)).toMatchObject({ step: 2, aadhaar: { masked }, registration: null })
    },
  )

  it('is the same person still when their own number is verified again', async () => {
    const { visitor, aadhaar, id } = await registered(server.url, { now: clock.now() })
    clock.advance(60_000)
    expect((await proveAadhaar(visitor, aadhaar)).status).toBe(200)
    expect(await knownOf(visitor)).toMatchObject({ step: 3, registration: { _id: id } })
  })
})
const HOUR = 60 * MINUTE

describe.each(enginesInTurn)('what is looked after of codes on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock })

  const send = () => sendTo(newVisitor(server.url), freshPhone())
  const prove = () => provePhone(newVisitor(server.url), freshPhone())
  const times = async (count: number, act: () => Promise<unknown>) => {
    for (let done = 0; done < count; done += 1) await act()
  }
  /** Whether the log is told, once codes sent now can no longer be entered. */
  const warns = async () => {
    const before = server.log().length
    await watchProofs(server.deps)
    return server.log().slice(before).includes('few of the codes sent by SMS are entered')
  }

  // Nothing that the test before had sent is of the last hour.
  beforeEach(() => clock.advance(2 * HOUR))

  it('is that few of an hour’s codes lead to a proof: the log is told', async () => {
    await times(7, prove)
    await times(12, send)
    clock.advance(10 * MINUTE)
    // Nineteen say little.
    expect(await warns()).toBe(false)
    clock.advance(HOUR)
    await times(7, prove)
    await times(13, send)
    // They may still be entered.
    expect(await warns()).toBe(false)
    clock.advance(10 * MINUTE)
    expect(await warns()).toBe(true)
    expect(server.log()).toContain('"sent":20,"verified":7')
    clock.advance(HOUR)
    expect(await warns()).toBe(false)
  })

  it('is not that as many as usual do', async () => {
    await times(8, prove)
    await times(12, send)
    clock.advance(10 * MINUTE)
    expect(await warns()).toBe(false)
  })

  it('is that nothing of them stays when no rule looks at it any more', async () => {
    const { db } = server.deps
    const [visitor, phone] = [newVisitor(server.url), freshPhone()]
    await sendTo(visitor, phone)
    await enter(visitor, phone, othersThan(await codeFor(visitor, phone), 1)[0] ?? '')
    const tables = ['one_time_codes', 'use_counts', 'code_sends'] as const
    const count = () =>
      Promise.all(tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length))
    await forgetPassedCodes(server.deps)
    expect(Math.min(...(await count()))).toBeGreaterThan(0)
    clock.advance(25 * HOUR)
    await forgetPassedCodes(server.deps)
    await forgetPassedCodes(server.deps)
    expect(await count()).toEqual([0, 0, 0])
  })
})

describe.each(enginesInTurn)('what is kept of a person’s numbers on %s', (engine) => {
  it('shows neither of them, nor a code, nor whose they are, wherever one looks', async () => {
    await using server = await startServer({ engine })
    const visitor = newVisitor(server.url)
    const [number, phone] = [freshAadhaar(), freshPhone()]
    // Asked for twice, entered wrongly, from nowhere, then right, and again.
    const clientId = clientIdOf(await startFor(visitor, number))
    const aadhaarCode = await codeFor(visitor, number)
    const [wrong = ''] = othersThan(aadhaarCode, 1)
    await submit(visitor, clientId, wrong)
    await submit(newVisitor(server.url), clientId, aadhaarCode)
    await sendTo(visitor, phone)
    const phoneCode = await codeFor(visitor, phone)
    await enter(visitor, phone, othersThan(phoneCode, 1)[0] ?? '')
    await enter(newVisitor(server.url), phone, phoneCode)
    const live = await everythingKept(server)
    const proven = await submit(visitor, clientId, aadhaarCode)
    await enter(visitor, phone, phoneCode)
    await submit(visitor, clientId, aadhaarCode)
    await enter(visitor, phone, phoneCode)
    // What cannot be read, or is of no use, is not quoted either.
    const bent = newVisitor(server.url)
    await bent.send(api.generateAadhaarOtp, Buffer.from(`{"aadhaar_number": "${number}"`), 'application/json')
    await bent.post(api.generateAadhaarOtp, { aadhaar_number: `${number}0`, phone })
    await bent.get(`${api.generateMobileOtp}?phone=${phone}&otp=${phoneCode}`)
    for (const lastFour of ['0002', '0004', '0006', '0010'])
      await startFor(bent, number.slice(0, 8) + lastFour)
    expect(await knownOf(visitor)).toMatchObject({ step: 2, phone })
    await server.workOff()

    const { data: person } = proven.body['data'] as { data: AadhaarPerson }
    const token = visitor.cookie().split('=')[1] ?? ''
    const secrets = [
      number,
      number.slice(0, 8),
      phone,
      person.full_name,
      person.dob,
      person.address.street,
      person.profile_image.slice(0, 60),
      token,
      // Anybody can make these of every number there is.
      ...[number, phone].map((value) => createHash('sha256').update(value).digest('hex')),
      ...[number, phone].map((value) => createHash('sha256').update(value).digest('base64url')),
    ].filter((secret) => secret !== '')
    const everything = await expectSecret(server, secrets, live)
    // Six digits stand in many a random text, but not between two marks.
    for (const code of [aadhaarCode, phoneCode]) {
      const whole = new RegExp(String.raw`(?<![\w.-])${code}(?![\w-])`)
      expect([whole.test(everything.toString('latin1')), whole.test(server.log())]).toEqual([false, false])
    }
    expect(server.log()).toContain(api.verifyAadhaarOtp)
  })
})
