import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { filledFrom } from '#contract/schemas/identity.ts'
import { registrationErrors } from '#contract/messages/en/registrations.ts'
import { agreementMessages } from '#contract/messages/en/agreements.ts'
import { api } from '#contract/paths.ts'
import { gatewayMessages, mandateErrors } from '#contract/messages/en/mandates.ts'
import { errorMessages } from '#contract/messages/en/common.ts'
import { fileMessages } from '#contract/messages/en/documents.ts'
import { photoField } from '#contract/schemas/registrations.ts'
import { executiveForm } from '#contract/messages/en/identity.ts'
import { type Part, uploadsKept } from '#tests/support/application.ts'
import { knownOf, refusedField } from '#tests/support/codes.ts'
import { engines } from '#tests/support/place.ts'
import {
  type Applicant,
  askToken,
  decide,
  freshTransaction,
  mandated,
  mandateOf,
  recordIdOf,
  recordOf,
  register,
  somePhoto,
  verifiedVisitor,
} from '#tests/support/registration.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { rewriteBooks } from '#tests/support/gateway-store.ts'
import { newVisitor, proveAadhaar, provePhone } from '#tests/support/visitor.ts'
import { payloadsOf } from '#tests/support/resilience/stored.ts'
import { readDocument } from '#server/platform/uploads/stored-documents.ts'
import { consentsOf, findExecutive } from '#server/features/onboarding/person/store.ts'

describe.each(engines)('register-executive-on-website on %s', (engine) => {
  const server = sharedServer({ engine })

  const stored = async (token: string) => {
    const { db, cipher } = server.deps
    const id = await recordIdOf(server.deps, token)
    const person = await findExecutive(db, cipher, id)
    if (!person) throw new Error('no such record')
    const mandate = await mandateOf(server.deps, { id: person.mandateId })
    return { person, mandate, consents: await consentsOf(db, id) }
  }

  const tables = ['executives', 'consents', 'pending_files', 'jobs'] as const
  /** Returns the number of rows of each of these tables. */
  const counts = () =>
    Promise.all(
      tables.map(async (table) => (await server.deps.db.selectFrom(table).select('id').execute()).length),
    )

  it('answers 201 with the record and a link, and stores person, mandate, consent, photo and mails', async () => {
    const applicant = await mandated(await verifiedVisitor(server))
    const before = await counts()
    const { status, body } = await register(applicant)
    expect([status, body.message]).toEqual([201, agreementMessages.registered])
    const id = recordOf({ status, body, headers: new Headers() })
    const agreement_url = expect.stringMatching(new RegExp(`${api.agreement}(?!${id})[\\w-]{32}\\?`))
    expect(body['data']).toEqual([{ _id: id, agreement_url }])
    expect(id).toMatch(/^[\w-]{32}$/)
    const { person, mandate, consents } = await stored(id)
    const { name, email, dob, gender, phone, address, city, state, country, pincode } = applicant.fields
    expect(person).toMatchObject({ name, email, dob, gender, phone, address, city, state, country, pincode })
    expect(person.aadhaar_no).toBe(`XXXXXXXX${applicant.aadhaar.slice(-4)}`)
    const { transactionId, accountNo } = applicant.fields
    expect(mandate).toMatchObject({ transactionId, accountNo, executiveId: person.id, status: 'initiated' })
    expect(consents).toMatchObject([
      { purpose: 'aadhaar', version: '2026-11-20', notice_version: '2026-11-21' },
      // The caller named no notice.
      { purpose: 'phone', version: '2026-11-20', notice_version: null },
    ])
    const photo = await readDocument(server.deps, person.photoFile)
    expect(photo?.subarray(0, 3)).toEqual(Buffer.from('ffd8ff', 'hex'))
    // The form is made, and both parties get a mail.
    expect((await counts()).map((count, at) => count - (before[at] ?? 0))).toEqual([1, 2, 0, 3])
    expect((await uploadsKept(server.place.dataDir)).spool).toEqual([])
    expect(await knownOf(applicant.visitor)).toMatchObject({ step: 3, registration: { _id: id } })
  })

  it('accepts the masked number and the masked account of a page that was loaded again', async () => {
    const applicant = await mandated(await verifiedVisitor(server))
    const { accountNo = '' } = applicant.fields
    const answer = await register(applicant, {
      aadhaar_no: `XXXXXXXX${applicant.aadhaar.slice(-4)}`,
      accountNo: `${'X'.repeat(accountNo.length - 4)}${accountNo.slice(-4)}`,
      mandateRegNo: undefined,
      // The page's version of the bank's answer proves nothing.
      ...{ responseCode: '0399', responseStatus: 'Failed' },
    })
    expect(answer.status).toBe(201)
    const { mandate } = await stored(recordOf(answer))
    expect(mandate?.accountNo).toBe(accountNo)
  })

  it('lets the person fill in what the verification left open', async () => {
    // The simulator's person with empty parts of an address.
    const aadhaar = `${freshTransaction().slice(0, 8)}0008`.replace(/^[01]/, '5')
    const applicant = await mandated(await verifiedVisitor(server.url, { aadhaar }))
    const { person } = (await knownOf(applicant.visitor)).aadhaar ?? expect.unreachable()
    expect(filledFrom(person)).not.toHaveProperty('address')
    const answer = await register(applicant, { address: 'Own words, 7' })
    expect([answer.status, (await stored(recordOf(answer))).person.address]).toEqual([201, 'Own words, 7'])
  })

  it.each<[what: string, phone: 'same' | 'other', aadhaar: 'same' | 'other', message: string]>([
    ['a second registration of one person', 'same', 'same', registrationErrors.registered],
    ['one of the same person with another phone', 'other', 'same', registrationErrors.registered],
    ['a phone that another person registered with', 'same', 'other', registrationErrors.taken],
  ])('refuses %s, even if both arrive at once', async (_, phone, aadhaar, message) => {
    const one = await verifiedVisitor(server)
    const other = await verifiedVisitor(server, {
      ...(aadhaar === 'same' ? { aadhaar: one.aadhaar } : {}),
      ...(phone === 'same' ? { phone: one.fields['phone'] ?? '' } : {}),
    })
    // Both start an attempt at the bank before either decides there.
    const tokens = [await askToken(one), await askToken(other)]
    for (const token of tokens) expect((await decide(server.url, token, '0398')).status).toBe(200)
    const [people = 0] = await counts()
    const answers = await Promise.all([register(one), register(other)])
    const [done, refused] = answers.toSorted((first, second) => first.status - second.status)
    expect(done?.status).toBe(201)
    expect(refused).toMatchObject({ status: 409, body: { message, code: 'already_there' } })
    const late = done === answers[0] ? other : one
    expect(await register(late)).toMatchObject({ status: 409, body: { message, code: 'already_there' } })
    expect((await counts())[0]).toBe(people + 1)
  })
})

function invalid(errors: { field: string; message: string }[]) {
  return { status: 422, body: { message: errorMessages.invalid, code: 'invalid', errors } }
}

describe('a registration is refused', () => {
  const server = sharedServer()
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
    // After all the refusals the same person can still register.
    expect((await register(applicant)).status).toBe(201)
  })

  const unverified = { status: 403, body: { message: errorMessages.unverified, code: 'unverified' } }

  it('if its session cannot be read after its photo has arrived, and nothing of it is kept', async () => {
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

  it('to an unknown visitor, to one who proved half, and to one with another number or phone', async () => {
    const { fields, aadhaar } = applicant
    const halves = [newVisitor(server.url), newVisitor(server.url)] as const
    await proveAadhaar(halves[0], aadhaar)
    await provePhone(halves[1], fields['phone'] ?? '')
    for (const visitor of [newVisitor(server.url), ...halves])
      expect(await register({ visitor, fields, aadhaar })).toMatchObject(unverified)
    const changes = [{ aadhaar_no: '234567890123' }, { aadhaar_no: 'XXXXXXXX0123' }, { phone: '9000000001' }]
    for (const change of changes) expect(await register(applicant, change)).toMatchObject(unverified)
  })

  it('without a photo or some fields, in the words of the specification, under the names that were sent', async () => {
    const refused = refusedField(photoField, 'Profile photo is required')
    expect(await register(applicant, {}, [])).toMatchObject(refused)
    const { status, body } = await register(applicant, { city: '', pincode: undefined, accountNo: ' ' })
    expect([status, body.message]).toEqual([422, 'Missing required fields: city, pincode, accountNo'])
    expect(body.errors).toEqual([
      { field: 'city', message: 'City is required' },
      { field: 'pincode', message: 'Pincode is required' },
      { field: 'accountNo', message: 'Account number is required' },
    ])
  })

  it('if any field that the verification filled was altered', async () => {
    const { person } = (await knownOf(applicant.visitor)).aadhaar ?? expect.unreachable()
    const { gender } = applicant.fields
    const others: Record<string, string> = {
      ...{ name: 'Someone Else', dob: '1971-12-03', gender: gender === 'F' ? 'M' : 'F' },
      ...{ address: 'Other street 1', city: 'Elsewhere', state: 'Goa', country: 'Nepal', pincode: '110001' },
    }
    const filled = Object.keys(filledFrom(person))
    expect(filled.toSorted()).toEqual(Object.keys(others).toSorted())
    const errors = filled.map((field) => ({ field, message: registrationErrors.asVerified }))
    expect(await register(applicant, others)).toMatchObject(invalid(errors))
  })

  it.each<Record<string, string>>([
    {
      ...{ accountName: 'Another Holder', accountNo: '999999999999', ifscCode: 'SBIN0000001' },
      ...{ consumerId: `c${'0'.repeat(19)}`, maxAmount: '5001' },
      ...{ debitStartDate: '2020-01-01', debitEndDate: '2099-01-01' },
    },
    { accountNo: 'XXXXXXXX0000' },
  ])("if any of the terms differs from the bank's request: %j", async (terms) => {
    const errors = Object.keys(terms).map((field) => ({ field, message: mandateErrors.otherTerms }))
    expect(await register(applicant, terms)).toMatchObject(invalid(errors))
  })

  const failed = { status: 422, body: { message: gatewayMessages.failed, code: 'invalid' } }
  const unknown = { status: 422, body: { message: gatewayMessages.invalid, code: 'invalid' } }

  it('with a transaction of this session for which another number was proven', async () => {
    const first = await mandated(await verifiedVisitor(server))
    const second = await verifiedVisitor(server.url)
    await proveAadhaar(first.visitor, second.aadhaar)
    await provePhone(first.visitor, second.fields['phone'] ?? '')
    const { aadhaar_no, phone, name, dob, gender, address, city, state, country, pincode } = second.fields
    const person = { aadhaar_no, phone, name, dob, gender, address, city, state, country, pincode }
    expect(await register(first, person)).toMatchObject(unknown)
  })

  /** A page's claim of a success that never happened. */
  const claimed = { responseCode: '0300', responseStatus: 'Success', mandateRegNo: '970000002' }

  it('with a transaction of another session, whatever the page says about it', async () => {
    const { fields } = await mandated(await verifiedVisitor(server), '0300')
    const { transactionId, consumerId, accountNo, accountName, ifscCode } = fields
    const order = { transactionId, consumerId, accountNo, accountName, ifscCode }
    for (const forged of [{ transactionId: freshTransaction() }, { transactionId }, order])
      expect(await register(applicant, { ...claimed, ...forged })).toMatchObject(unknown)
  })

  it('before the person was at the bank, and after the bank refused, whatever the page says about it', async () => {
    const own = await verifiedVisitor(server)
    const token = await askToken(own)
    expect(await register(own, claimed)).toMatchObject(unknown)
    expect((await decide(server.url, token, '0399')).status).toBe(200)
    expect(await register(own, claimed)).toMatchObject(failed)
  })

  it('if the gateway reports other terms than before, and staff are told once', async () => {
    const own = await mandated(await verifiedVisitor(server), '0398')
    const { transactionId = '' } = own.fields
    await own.visitor.get(api.mandateStatus + transactionId)
    const change = { status: '0300', umrn: 'HDFC7000000000000001', maxAmount: '9000' } as const
    await rewriteBooks(server, transactionId, change)
    expect(await register(own)).toMatchObject(failed)
    expect(await register(own)).toMatchObject(failed)
    const jobs = await payloadsOf(server.deps, 'mandates.notify-staff')
    const about = await mandateOf(server.deps, { transactionId })
    const theirs = jobs.filter((job) => job['mandateId'] === about?.id)
    expect(theirs).toEqual([{ mandateId: about?.id, about: 'altered' }])
  })

  const photo = (content: Buffer): Part => ({ name: photoField, filename: 'profile_photo.png', content })

  it('with an invalid photo, or with several, by the limits of this call', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    const faults = { [svg]: executiveForm.photo.invalid, '': fileMessages.empty }
    for (const [content, message] of Object.entries(faults)) {
      const { status, body } = await register(applicant, {}, [photo(Buffer.from(content))])
      expect([status, body.errors]).toEqual([415, [{ field: photoField, message }]])
    }
    const own = photo(await somePhoto())
    expect((await register(applicant, {}, [own, own])).status).toBe(415)
    expect((await register(applicant, {}, [own, own, own])).status).toBe(413)
  })
})
