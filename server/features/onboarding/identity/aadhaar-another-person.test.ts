import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import { clientIdOf, freshAadhaar, freshPhone, knownOf, startFor, submit } from '#tests/support/codes.ts'
import { registered } from '#tests/support/registration.ts'
import { movingClock, startServer, type TestServer } from '#tests/support/server.ts'
import { codeFor, newVisitor, proveAadhaar, provePhone } from '#tests/support/visitor.ts'

describe('another person in the same browser', () => {
  const clock = movingClock()
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ clock })
  })
  afterAll(() => server.stop())

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
    { timeout: 120_000 },
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
