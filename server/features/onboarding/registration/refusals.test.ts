import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { bankForm, gatewayMessages, mandateErrors } from '#contract/messages/en/mandates.ts'
import { registrationErrors } from '#contract/messages/en/registrations.ts'
import { errorMessages } from '#contract/messages/en/common.ts'
import { fileMessages } from '#contract/messages/en/documents.ts'
import { filledFrom } from '#contract/schemas/identity.ts'
import { api } from '#contract/paths.ts'
import { photoField } from '#contract/schemas/registrations.ts'
import { documentPart, type Part, uploadsKept } from '#tests/support/application.ts'
import { rewriteBooks } from '#tests/support/gateway-store.ts'
import { engines } from '#tests/support/place.ts'
import {
  type Applicant,
  askToken,
  decide,
  freshTransaction,
  mandated,
  register,
  somePhoto,
  verifiedVisitor,
  mandateOf,
} from '#tests/support/registration.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { sendHeadAlone } from '#tests/support/tcp.ts'
import { type Answered, newVisitor, proveAadhaar, provePhone } from '#tests/support/visitor.ts'
import { payloadsOf } from '#tests/support/resilience/stored.ts'
import { executiveForm } from '#contract/messages/en/identity.ts'

function invalid(errors: { field: string; message: string }[]) {
  return [422, { message: errorMessages.invalid, code: 'invalid', errors }]
}

function told({ status, body }: Answered) {
  return [status, body]
}

describe.each(engines)('a registration on %s is refused', (engine) => {
  const server = sharedServer({ engine })
  let applicant: Applicant
  beforeAll(async () => {
    applicant = await mandated(await verifiedVisitor(server))
  })
  afterEach(async () => {
    const { db } = server.deps
    for (const table of ['executives', 'consents', 'pending_files'] as const)
      expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []])
    expect(await uploadsKept(server.place.dataDir)).toEqual({ files: [], spool: [] })
  })
  afterAll(async () => {
    // After all that was refused the same person registers as if nothing had been.
    expect((await register(applicant)).status).toBe(201)
  })

  const unverified = [403, { message: errorMessages.unverified, code: 'unverified' }]

  it('while its session cannot be read once its photo has come, and keeps nothing of it', async () => {
    const { sessions } = server.deps
    const read = sessions.read.bind(sessions)
    const broken = vi.spyOn(sessions, 'read').mockImplementation(async (request) => {
      const { spool } = await uploadsKept(server.place.dataDir)
      if (spool.length > 0) throw new Error('the database does not answer')
      return read(request)
    })
    expect((await register(applicant)).status).toBe(500)
    broken.mockRestore()
  })

  it('to a visitor nobody knows, and to one who proved half', async () => {
    const { fields, aadhaar } = applicant
    const stranger = newVisitor(server.url)
    expect(told(await register({ visitor: stranger, fields, aadhaar }))).toEqual(unverified)
    const halves = [newVisitor(server.url), newVisitor(server.url)] as const
    await proveAadhaar(halves[0], aadhaar)
    await provePhone(halves[1], fields['phone'] ?? '')
    for (const visitor of halves)
      expect(told(await register({ visitor, fields, aadhaar }))).toEqual(unverified)
  })

  it('to a visitor nobody knows before the body is read', async () => {
    const answer = await sendHeadAlone(server.url, api.registerExecutive, 'multipart/form-data; boundary=b')
    expect(answer).toMatch(/^HTTP\/1.1 403 /)
  })

  it.each([
    ['another number', { aadhaar_no: '234567890123' }],
    ['another number, masked', { aadhaar_no: 'XXXXXXXX0123' }],
    ['another phone', { phone: '9000000001' }],
  ])('with %s than was proved', async (_, change) => {
    expect(told(await register(applicant, change))).toEqual(unverified)
  })

  it('without a photo, in the words of the specification', async () => {
    const { status, body } = await register(applicant, {}, [])
    expect([status, body.message]).toEqual([422, 'Profile photo is required'])
    expect(body.errors).toEqual([{ field: photoField, message: 'Profile photo is required' }])
  })

  it.each([
    [2, 415, fileMessages.tooManyFiles],
    [3, 413, undefined],
  ])('with %i photos, by the limits of this call', async (count, status, message) => {
    const photo = { name: photoField, filename: 'profile_photo.png', content: 'x' }
    const answer = await register(applicant, {}, Array<Part>(count).fill(photo))
    const errors = message && [{ field: photoField, message }]
    expect([answer.status, answer.body.errors]).toEqual([status, errors])
  })

  it('without some fields, naming them as they are sent', async () => {
    const { status, body } = await register(applicant, { city: '', pincode: undefined, accountNo: ' ' })
    expect([status, body.message]).toEqual([422, 'Missing required fields: city, pincode, accountNo'])
    expect(body.errors).toEqual([
      { field: 'city', message: 'City is required' },
      { field: 'pincode', message: 'Pincode is required' },
      { field: 'accountNo', message: 'Account number is required' },
    ])
  })

  it.each([
    ['aadhaar_no', '12345678901', executiveForm.aadhaar_no.invalid],
    ['name', 'A', executiveForm.name.tooShort],
    ['email', 'nobody', executiveForm.email.invalid],
    ['dob', '1990-02-30', executiveForm.dob.invalid],
    ['gender', 'X', executiveForm.gender.required],
    ['phone', '98765', executiveForm.phone.invalid],
    ['address', 'abcd', executiveForm.address.tooShort],
    ['pincode', '39500', executiveForm.pincode.invalid],
    ['accountName', 'A', bankForm.accountName.tooShort],
    ['accountNo', '12345678', bankForm.accountNo.invalid],
    ['ifscCode', 'hdfc1000001', bankForm.ifscCode.invalid],
    ['transactionId', '123', mandateErrors.unusable],
    ['consumerId', 'C123', mandateErrors.unusable],
    ['maxAmount', '-1', mandateErrors.unusable],
    ['debitStartDate', '20.11.2026', mandateErrors.unusable],
    ['responseMessage', 'x'.repeat(501), mandateErrors.unusable],
  ])('for %s «%s» under its field', async (field, value, message) => {
    expect(told(await register(applicant, { [field]: value }))).toEqual(invalid([{ field, message }]))
  })

  it('when a field that the verification filled is altered, each of them', async () => {
    const session = await applicant.visitor.get(api.onboardingSession)
    const { aadhaar } = session.body['data'] as { aadhaar: { person: Parameters<typeof filledFrom>[0] } }
    const others: Record<string, string> = {
      name: 'Someone Else',
      dob: '1971-12-03',
      gender: applicant.fields['gender'] === 'F' ? 'M' : 'F',
      address: 'Another street 1',
      city: 'Elsewhere',
      state: 'Goa',
      country: 'Nepal',
      pincode: '110001',
    }
    const filled = Object.keys(filledFrom(aadhaar.person))
    expect(filled.length).toBeGreaterThan(5)
    for (const field of filled) {
      const answer = await register(applicant, { [field]: others[field] })
      expect(told(answer)).toEqual(invalid([{ field, message: registrationErrors.asVerified }]))
    }
  })

  it.each([
    ['accountName', 'Another Holder'],
    ['accountNo', '999999999999'],
    ['accountNo', 'XXXXXXXX0000'],
    ['ifscCode', 'SBIN0000001'],
    ['consumerId', `c${'0'.repeat(19)}`],
    ['maxAmount', '5001'],
    ['debitStartDate', '2020-01-01'],
    ['debitEndDate', '2099-01-01'],
  ])('when %s is not what the bank was asked for', async (field, value) => {
    expect(told(await register(applicant, { [field]: value }))).toEqual(
      invalid([{ field, message: mandateErrors.otherTerms }]),
    )
  })

  const failed = [422, { message: gatewayMessages.failed, code: 'invalid' }]
  const unknown = [422, { message: gatewayMessages.invalid, code: 'invalid' }]

  it('with a transaction that nobody asked for, or that is another person’s', async () => {
    const other = await mandated(await verifiedVisitor(server))
    const transactions = [freshTransaction(), other.fields['transactionId']]
    for (const transactionId of transactions)
      expect(told(await register(applicant, { transactionId }))).toEqual(unknown)
    const { transactionId, consumerId, accountNo } = other.fields
    const whole = { transactionId, consumerId, accountNo }
    expect(told(await register(applicant, whole))).toEqual(unknown)
  })

  it('with a transaction of this session that another number was proved for', async () => {
    const first = await mandated(await verifiedVisitor(server))
    const second = await verifiedVisitor(server.url)
    await proveAadhaar(first.visitor, second.aadhaar)
    await provePhone(first.visitor, second.fields['phone'] ?? '')
    const { aadhaar_no, phone, name, dob, gender, address, city, state, country, pincode } = second.fields
    const person = { aadhaar_no, phone, name, dob, gender, address, city, state, country, pincode }
    expect(told(await register(first, person))).toEqual(unknown)
  })

  it('before anybody was at the bank, and is taken afterwards', async () => {
    const own = await verifiedVisitor(server)
    const token = await askToken(own)
    expect(told(await register(own))).toEqual(unknown)
    expect((await decide(server.url, token, '0399')).status).toBe(200)
    expect(told(await register(own))).toEqual(failed)
  })

  it('when the gateway has other terms in its books than it had before, and staff are told once', async () => {
    const own = await mandated(await verifiedVisitor(server), '0398')
    const { transactionId = '' } = own.fields
    await own.visitor.get(api.mandateStatus + transactionId)
    const change = { status: '0300', umrn: 'HDFC7000000000000001', maxAmount: '9000' } as const
    await rewriteBooks(server, transactionId, change)
    expect(told(await register(own))).toEqual(failed)
    expect(told(await register(own))).toEqual(failed)
    const jobs = await payloadsOf(server.deps, 'mandates.tell-staff')
    const about = await mandateOf(server.deps, { transactionId })
    const theirs = jobs.filter((job) => job['mandateId'] === about?.id)
    expect(theirs).toEqual([{ mandateId: about?.id, about: 'altered' }])
  })

  it.each([
    ['no picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), executiveForm.photo.invalid],
    ['half a picture', 'half', fileMessages.damaged],
    ['an empty file', Buffer.alloc(0), fileMessages.empty],
  ])('with %s for a photo', async (_, content, message) => {
    const bytes = content === 'half' ? (await somePhoto()).subarray(0, 60) : (content as Buffer)
    const photo = { ...documentPart(), name: photoField, filename: 'profile_photo.png', content: bytes }
    const { status, body } = await register(applicant, {}, [photo])
    expect([status, body.errors]).toEqual([415, [{ field: photoField, message }]])
  })

  it('when it is no multipart', async () => {
    expect((await applicant.visitor.post(api.registerExecutive, applicant.fields)).status).toBe(415)
    const broken = await applicant.visitor.send(
      api.registerExecutive,
      Buffer.from('x'),
      'multipart/form-data; boundary=b',
    )
    expect(broken.status).toBe(400)
  })
})
