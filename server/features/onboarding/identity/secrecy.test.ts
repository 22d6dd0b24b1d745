import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import type { AadhaarPerson } from '#contract/schemas/identity.ts'
import {
  clientIdOf,
  enter,
  freshAadhaar,
  freshPhone,
  knownOf,
  othersThan,
  sendTo,
  startFor,
  submit,
} from '#tests/support/codes.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { startServer } from '#tests/support/server.ts'
import { everythingKept, expectSecret } from '#tests/support/stored-place.ts'
import { codeFor, newVisitor } from '#tests/support/visitor.ts'

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
