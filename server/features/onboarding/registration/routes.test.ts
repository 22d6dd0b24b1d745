import { describe, expect, it } from 'vitest'
import { type AadhaarPerson, filledFrom } from '#contract/schemas/identity.ts'
import { registrationErrors } from '#contract/messages/en/registrations.ts'
import { agreementMessages } from '#contract/messages/en/agreements.ts'
import { api } from '#contract/paths.ts'
import { uploadsKept } from '#tests/support/application.ts'
import { engines } from '#tests/support/place.ts'
import {
  type Applicant,
  askToken,
  decide,
  freshTransaction,
  mandated,
  recordIdOf,
  recordOf,
  register,
  verifiedVisitor,
  mandateOf,
} from '#tests/support/registration.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { readDocument } from '#server/features/onboarding/agreement/document-service.ts'
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

  it.each([
    ['0300', 'Success'],
    ['0398', 'Initiated'],
    ['0396', 'Initiated'],
  ] as const)('takes %s, whatever the page says of it, as %s', async (decision, registrationStatus) => {
    const applicant = await mandated(await verifiedVisitor(server), decision)
    const answer = await register(applicant, { responseCode: '0399', responseStatus: 'Failed' })
    expect(answer.status).toBe(201)
    const record = await applicant.visitor.get(api.fieldExecutive + recordOf(answer))
    expect(record.body['data']).toMatchObject({ mandate_id: { mandateDetails: { registrationStatus } } })
  })

  it('answers the same transaction again with the same record and a fresh link', async () => {
    const applicant = await mandated(await verifiedVisitor(server))
    const first = await register(applicant)
    const before = await counts()
    const again = await register(applicant)
    expect([again.status, recordOf(again)]).toEqual([201, recordOf(first)])
    expect(await counts()).toEqual(before)
  })

  it('takes the masked number and the masked account of a page that was loaded again', async () => {
    const applicant = await mandated(await verifiedVisitor(server))
    const { accountNo = '' } = applicant.fields
    const answer = await register(applicant, {
      aadhaar_no: `XXXXXXXX${applicant.aadhaar.slice(-4)}`,
      accountNo: `${'X'.repeat(accountNo.length - 4)}${accountNo.slice(-4)}`,
      mandateRegNo: undefined,
      responseCode: '',
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
