import { describe, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import {
  clientIdOf,
  freshAadhaar,
  freshPhone,
  knownOf,
  sendTo,
  startFor,
  submit,
} from '#tests/support/codes.ts'
import { askToken, registered, verifiedVisitor } from '#tests/support/registration.ts'
import { movingClock, startServer } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { codeFor, newVisitor, proveAadhaar, provePhone } from '#tests/support/visitor.ts'

const MINUTE = 60_000

describe('what a refreshed page is told', () => {
  it('is nothing before anything was done, and no session begins by asking', async () => {
    await using server = await startServer()
    const visitor = newVisitor(server.url)
    const { status, headers, body } = await visitor.get(api.onboardingSession)
    expect([status, headers.get('cache-control'), visitor.cookie()]).toEqual([200, 'no-store', ''])
    expect(body['data']).toEqual({
      step: 1,
      aadhaar: null,
      aadhaarOtp: null,
      phone: null,
      phoneOtp: null,
      typed: {},
      mandate: null,
      registration: null,
    })
  })

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
