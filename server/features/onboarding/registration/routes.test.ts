import { randomBytes, randomInt } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type AadhaarPerson, filledFrom } from '#contract/schemas/identity.ts'
import { registrationErrors } from '#contract/messages/en/registrations.ts'
import { agreementMessages } from '#contract/messages/en/agreements.ts'
import { api } from '#contract/paths.ts'
import { gatewayMessages, mandateErrors } from '#contract/messages/en/mandates.ts'
import { errorMessages } from '#contract/messages/en/common.ts'
import { fileMessages } from '#contract/messages/en/documents.ts'
import { photoField } from '#contract/schemas/registrations.ts'
import { executiveForm } from '#contract/messages/en/identity.ts'
import { documentPart, type Part, uploadsKept } from '#tests/support/application.ts'
import { engines } from '#tests/support/place.ts'
import {
  type Applicant,
  askToken,
  decide,
  freshTransaction,
  mandated,
  mandateEvents,
  mandateOf,
  recordIdOf,
  recordOf,
  register,
  somePhoto,
  verifiedVisitor,
} from '#tests/support/registration.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { deliver, genuineAnswer, rewriteBooks } from '#tests/support/gateway-store.ts'
import { type Answered, newVisitor, proveAadhaar, provePhone } from '#tests/support/visitor.ts'
import { payloadsOf } from '#tests/support/resilience/stored.ts'
import { startServer } from '#tests/support/server.ts'
import { readDocument } from '#server/platform/uploads/stored-documents.ts'
import { consentsOf, findExecutive } from './store.ts'

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

  async function counts() {
    const { db } = server.deps
    const rows = async (table: 'executives' | 'consents' | 'pending_files') =>
      (await db.selectFrom(table).select('id').execute()).length
    const kinds = await db
      .selectFrom('jobs')
      .select('kind')
      .where('kind', 'like', 'registrations.%')
      .execute()
    const { spool } = await uploadsKept(server.place.dataDir)
    return {
      people: await rows('executives'),
      consents: await rows('consents'),
      pending: await rows('pending_files'),
      jobs: kinds.length,
      spool: spool.length,
    }
  }

  it('answers 201 with the record and a link; person, mandate, consent, photo and mails are there', async () => {
    const applicant = await mandated(await verifiedVisitor(server))
    const before = await counts()
    const { status, body } = await register(applicant)
    expect([status, body.message]).toEqual([201, agreementMessages.registered])
    const id = recordOf({ status, body, headers: new Headers() })
    expect(body['data']).toEqual([
      { _id: id, agreement_url: expect.stringMatching(new RegExp(`${api.agreement}(?!${id})[\\w-]{32}\\?`)) },
    ])
    expect(id).toMatch(/^[\w-]{32}$/)
    const { person, mandate, consents } = await stored(id)
    const { name, email, dob, gender, phone, address, city, state, country, pincode } = applicant.fields
    expect(person).toMatchObject({ name, email, dob, gender, phone, address, city, state, country, pincode })
    expect(person.aadhaar_no).toBe(`XXXXXXXX${applicant.aadhaar.slice(-4)}`)
    expect(mandate).toMatchObject({
      transactionId: applicant.fields['transactionId'],
      executiveId: person.id,
      status: 'initiated',
      accountNo: applicant.fields['accountNo'],
    })
    expect(
      consents.map(({ purpose, version, notice_version }) => [purpose, version, notice_version]),
    ).toEqual([
      ['aadhaar', '2026-11-20', '2026-11-21'],
      // Its caller named no notice.
      ['phone', '2026-11-20', null],
    ])
    const photo = await readDocument(server.deps, person.photoFile)
    expect(photo?.subarray(0, 3)).toEqual(Buffer.from('ffd8ff', 'hex'))
    expect(await counts()).toEqual({
      ...before,
      people: before.people + 1,
      consents: before.consents + 2,
      jobs: before.jobs + 2,
    })
    const session = await applicant.visitor.get(api.onboardingSession)
    expect(session.body['data']).toMatchObject({ step: 3, registration: { _id: id } })
  })

  it('takes the masked number and the masked account of a page that was loaded again', async () => {
    const applicant = await mandated(await verifiedVisitor(server))
    const { accountNo = '' } = applicant.fields
    const answer = await register(applicant, {
      aadhaar_no: `XXXXXXXX${applicant.aadhaar.slice(-4)}`,
      accountNo: `${'X'.repeat(accountNo.length - 4)}${accountNo.slice(-4)}`,
      mandateRegNo: undefined,
      // What the page says of the bank's answer is no more than a hint.
      ...{ responseCode: '0399', responseStatus: 'Failed' },
    })
    expect(answer.status).toBe(201)
    const { mandate } = await stored(recordOf(answer))
    expect(mandate?.accountNo).toBe(accountNo)
  })

  it('leaves to the person what the verification left open', async () => {
    // The simulator's person with empty parts of an address.
    const aadhaar = `${freshTransaction().slice(0, 8)}0008`.replace(/^[01]/, '5')
    const applicant = await mandated(await verifiedVisitor(server.url, { aadhaar }))
    const session = await applicant.visitor.get(api.onboardingSession)
    const { person } = (session.body['data'] as { aadhaar: { person: AadhaarPerson } }).aadhaar
    expect(filledFrom(person)).not.toHaveProperty('address')
    const answer = await register(applicant, { address: 'Own words, 7' })
    expect([answer.status, (await stored(recordOf(answer))).person.address]).toEqual([201, 'Own words, 7'])
  })

  /** The same person in another browser, with a try of their own at the bank. */
  async function twice(phones: 'same phone' | 'other phone'): Promise<[Applicant, Applicant]> {
    const one = await verifiedVisitor(server)
    const { phone = '' } = one.fields
    const other = await verifiedVisitor(server, {
      aadhaar: one.aadhaar,
      ...(phones === 'same phone' ? { phone } : {}),
    })
    const tokens = [await askToken(one), await askToken(other)]
    for (const token of tokens) expect((await decide(server.url, token, '0398')).status).toBe(200)
    return [one, other]
  }

  it.each(['same phone', 'other phone'] as const)(
    'refuses a second registration of one person, %s',
    async (phones) => {
      const [one, other] = await twice(phones)
      expect((await register(one)).status).toBe(201)
      const before = await counts()
      const { status, body } = await register(other)
      expect([status, body]).toEqual([409, { message: registrationErrors.registered, code: 'already_there' }])
      expect(await counts()).toEqual(before)
    },
  )

  it('makes one record of a person who registers with two transactions at once', async () => {
    const [one, other] = await twice('same phone')
    const answers = await Promise.all([register(one), register(other)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  it('refuses a phone that another person registered with', async () => {
    const one = await verifiedVisitor(server)
    const { phone = '' } = one.fields
    const other = await verifiedVisitor(server, { phone })
    for (const applicant of [one, other]) await mandated(applicant)
    expect((await register(one)).status).toBe(201)
    const { status, body } = await register(other)
    expect([status, body.message]).toEqual([409, registrationErrors.taken])
  })
})

function invalid(errors: { field: string; message: string }[]) {
  return [422, { message: errorMessages.invalid, code: 'invalid', errors }]
}

function told({ status, body }: Answered) {
  return [status, body]
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
})

/** Of each kind. */
const FORGED = 500

it(`forged answers are believed neither from a page nor at the gateway’s listener, ${2 * FORGED} of them`, async () => {
  await using server = await startServer()
  const forger = await verifiedVisitor(server)
  await askToken(forger)
  const victim = await mandated(await verifiedVisitor(server), '0300')
  const genuine = await genuineAnswer(server, victim.fields['transactionId'] ?? '')
  const statuses = new Set<string>()
  for (let at = 0; at < FORGED; at += 20) {
    const some = Array.from({ length: 20 }, async (_, each) => {
      const posted = await forgedRegistration(at + each, forger, victim)
      const told = await deliver(server, forgedMessage(at + each, genuine, forger))
      return `${posted.status} ${posted.body.message}, ${told.status}`
    })
    for (const status of await Promise.all(some)) statuses.add(status)
  }
  expect([...statuses]).toEqual([`422 ${gatewayMessages.invalid}, 401`])
  expect(await server.deps.db.selectFrom('executives').select('id').execute()).toEqual([])
  // The bank's own callback may have told of the victim's meanwhile.
  const { mandate } = await mandateEvents(server.deps, forger.fields['transactionId'])
  expect(mandate?.status).toBe('created')
  // What is true is taken all the same.
  expect((await register(victim)).status).toBe(201)
})

/** A success that never was: of a transaction unasked, of another’s, or of one’s own that nobody paid. */
function forgedRegistration(at: number, forger: Applicant, victim: Applicant) {
  const { transactionId, consumerId, accountNo, accountName, ifscCode } = victim.fields
  const kinds = [
    { transactionId: freshTransaction() },
    { transactionId },
    { transactionId, consumerId, accountNo, accountName, ifscCode },
    {},
  ]
  const code = at % 2 ? '0300' : '0398'
  return register(forger, {
    ...kinds[at % kinds.length],
    responseCode: code,
    responseStatus: code === '0300' ? 'Success' : 'Initiated',
    mandateRegNo: String(randomInt(10 ** 8, 10 ** 9)),
  })
}

/** A response string with a field, or its hash, of one's own. */
function forgedMessage(at: number, genuine: string, forger: Applicant): string {
  const fields = genuine.split('|')
  const place = at % 16
  if (place === 15) fields[15] = randomBytes(64).toString('hex')
  else fields[place] = `${fields[place]}${randomInt(10 ** 6)}`
  if (at % 3 === 0) fields[3] = forger.fields['transactionId'] ?? ''
  return fields.join('|')
}
