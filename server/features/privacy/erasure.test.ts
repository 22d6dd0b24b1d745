import { describe, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import type { RecordKind } from '#contract/schemas/staff-records.ts'
import { sweepOrphans } from '#server/platform/uploads/stored-documents.ts'
import { ensureForm } from '#server/features/onboarding/agreement/document-service.ts'
import { applyStatus } from '#server/features/onboarding/mandate/service.ts'
import { eventsOf, findMandate, insertMandate } from '#server/features/onboarding/mandate/store.ts'
import { aadhaarIndex } from '#server/platform/crypto/digest.ts'
import { FilesUnavailable } from '#server/providers/files/port.ts'
import { uploadsKept } from '#tests/support/application.ts'
import { goodEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { addApplication, addEnquiry, referenceOf } from '#tests/support/desk-records.ts'
import { addExecutive, mandateIdOf, newMandate } from '#tests/support/executive.ts'
import { everythingOf, personOf, someoneEverywhere } from '#tests/support/person.ts'
import { engines } from '#tests/support/place.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import {
  mandated,
  referenceOf as referenceOfLink,
  registered,
  verifiedVisitor,
} from '#tests/support/registration.ts'
import { movingClock, startServer } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { messagesTo, newVisitor } from '#tests/support/visitor.ts'
import { allRows, decryptedCells } from '#tests/support/stored-place.ts'
import { findRegistration } from '#server/features/onboarding/registration/store.ts'
import { applyErasures, erasePerson, wouldErase } from './erasure-store.ts'
import { namedBy } from './person.ts'
import { exportSubject } from './subject-export.ts'

describe.each(enginesInTurn)('an erasure on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock })

  const erase = async (reference: string) =>
    erasePerson(server.deps, await personOf(server.deps, reference), 'system')
  const cells = () => decryptedCells(server.deps.db, server.deps.cipher)
  const tombstones = () => server.deps.db.selectFrom('erasures').selectAll().execute()
  const lastErasure = async () => {
    const log = server.deps.db.selectFrom('audit_log').selectAll().orderBy('seq', 'desc')
    const entry = await log.executeTakeFirstOrThrow()
    const tombstone = (await tombstones()).find(({ id }) => id === entry.reference)
    if (!tombstone) throw new Error('the last entry is of no erasure')
    return { entry, tombstone }
  }
  const files = async () => (await uploadsKept(server.place.dataDir)).files.toSorted()

  it('deletes every row, file and message of a person, and changes nobody else’s', async () => {
    const other = await addExecutive(server.deps)
    await postEnquiry(server.url, { ...goodEnquiry, email: other.email, phone: other.phone })
    await server.workOff()
    const [others, filesOfOthers] = [await cells(), await files()]
    const { id, email, phone, accountNo, aadhaar } = await someoneEverywhere(server)
    const before = await allRows(server.deps.db)
    const everything = await everythingOf(server.deps, email.toUpperCase())
    const would = await wouldErase(server.deps, everything)
    expect(await allRows(server.deps.db)).toEqual(before)
    const { counts, filesLeft } = await erasePerson(server.deps, everything, 'system')
    expect([counts, filesLeft]).toEqual([would, 0])
    expect(counts).toMatchObject({
      ...{ enquiries: 1, applications: 1, application_files: 2, executives: 1, consents: 2, agreements: 1 },
      ...{ mandates: 1, sessions: 1, record_events: 1, files: 5, paused_registrations: 1 },
    })
    const left = await cells()
    const secrets = [email, phone, accountNo, aadhaar]
    expect(left.filter((cell) => secrets.some((secret) => cell.toLowerCase().includes(secret)))).toEqual([])
    const { cipher } = server.deps
    const indices = ['enquiries', 'applications', 'executives'].flatMap((table) =>
      Object.entries({ email, phone }).map(([name, value]) => cipher.index(`${table}.${name}`, value)),
    )
    const marks = [id, aadhaarIndex(cipher, aadhaar), ...indices]
    const marked = left.filter((cell) => marks.some((mark) => cell.includes(mark)))
    // The log keeps that something was accepted and signed.
    const kept = ['audit_log.reference', 'audit_log.reference', 'erasures.identities', 'erasures.row_ids']
    expect(marked.map((cell) => cell.split(':')[0]).toSorted()).toEqual(kept)
    expect(await files()).toEqual(filesOfOthers)
    const ofOthers = (all: string[]) =>
      all.filter((cell) => cell.includes(other.id) || cell.includes(other.email))
    expect(ofOthers(left)).toEqual(ofOthers(others))
    await server.workOff()
    expect((await cells()).filter((cell) => cell.includes(email) || cell.includes(phone))).toEqual([])
  })

  it('leaves a tombstone with only counts, and an audit entry that names the records', async () => {
    const { reference } = await addExecutive(server.deps)
    const { references } = await personOf(server.deps, reference)
    expect(references).toEqual([reference, expect.stringMatching(/^\d{13}$/)])
    await erase(reference)
    const { entry, tombstone } = await lastErasure()
    expect(entry).toMatchObject({ action: 'erase', actor: 'system' })
    const counted = { executives: 1, consents: 2, mandates: 1, jobs: 1, files: 1 }
    const { records, ...counts } = JSON.parse(entry.detail)
    expect(counts).toEqual({ ...counted, search_tokens: expect.any(Number) })
    expect(records).toBe(references.join(' '))
    expect(JSON.parse(tombstone.counts)).toEqual(counts)
  })

  it('keeps the payment records of a mandate and nothing of its holder, whatever the bank reports later', async () => {
    const { id, reference } = await addExecutive(server.deps)
    const { db, cipher } = server.deps
    const mandateId = await mandateIdOf(server.deps, id)
    const inProgress = (await findMandate(db, cipher, { id: mandateId })) ?? expect.unreachable()
    await erase(reference)
    const { transactionId, accountNo, accountName } = inProgress
    const success = { state: 'active', code: '0300', message: 'Success', umrn: 'HDFC7' } as const
    const answer = { ...success, transactionId, registered: { accountNo, accountName } }
    await applyStatus(server.deps, inProgress, { source: 'callback', answer })
    expect(await findMandate(db, cipher, { id: mandateId })).toMatchObject({
      ...{ transactionId, status: 'active', umrn: 'HDFC7', maxAmount: '5000' },
      ...{ accountNo: '', accountName: '', ifscCode: '', phone: '', sessionId: '' },
      ...{ holderIndex: null, executiveId: null, retryOf: null, pollAt: null },
    })
    const event = { at: clock.now(), source: 'callback', status: 'active', answer: {} }
    expect(await eventsOf(db, cipher, mandateId)).toEqual([event])
  })

  it('leaves files to the sweep if the storage does not remove them', async () => {
    const { reference } = await addExecutive(server.deps)
    const before = await files()
    const failing = { ...server.deps.files, remove: () => Promise.reject(new FilesUnavailable('away')) }
    const person = await personOf(server.deps, reference)
    const erased = await erasePerson({ ...server.deps, files: failing }, person, 'system')
    expect(erased).toMatchObject({ filesLeft: 1 })
    expect(await files()).toEqual(before)
    await sweepOrphans(server.deps)
    expect(await files()).toHaveLength(before.length - 1)
  })

  it('is not undone by a document that is being made meanwhile', async () => {
    const { id, reference } = await addExecutive(server.deps)
    const record = await findRegistration(server.deps.db, server.deps.cipher, id)
    const before = await files()
    // The maker of the document reads the picture before the erasure removes it.
    const drawing = ensureForm(server.deps, record ?? expect.unreachable())
    drawing.catch(() => undefined)
    await erase(reference)
    await drawing.catch(() => undefined)
    clock.advance(2 * 60 * 60_000)
    await sweepOrphans(server.deps)
    expect(await files()).toEqual(before.filter((file) => file !== record?.person.photoFile))
    expect((await cells()).filter((cell) => cell.startsWith('agreements') && cell.includes(id))).toEqual([])
  })

  it('finds by the transaction a person who only got as far as the bank', async () => {
    const { fields } = await mandated(await verifiedVisitor(server, { now: clock.now() }))
    const { phone = '', accountNo = '', transactionId = '' } = fields
    expect((await erase(transactionId)).counts).toMatchObject({ mandates: 1, sessions: 1 })
    const left = await cells()
    expect(left.filter((cell) => cell.includes(phone) || cell.includes(accountNo))).toEqual([])
    expect(left).toContain(`mandates.transaction_id: ${transactionId}`)
  })

  it('removes the person from an attempt whose bank details are deleted already', async () => {
    const { id, reference } = await addExecutive(server.deps)
    const attempt = { wiped_at: 1, retry_of: id, executive_id: null }
    await server.deps.db.updateTable('mandates').set(attempt).where('executive_id', '=', id).execute()
    await erase(reference)
    expect((await cells()).filter((cell) => cell.startsWith('mandates') && cell.includes(id))).toEqual([])
  })

  it('is applied again to a restored backup, but not to what was sent after it', async () => {
    const { db } = server.deps
    const { reference, email, phone } = await addExecutive(server.deps)
    const enquiry = { id: await addEnquiry(server.deps, { email, phone }), createdAt: clock.now() }
    const added = await referenceOf(server.deps, 'enquiries', enquiry.id)
    await erasePerson(server.deps, await personOf(server.deps, reference, [added]), 'system')
    const { tombstone } = await lastErasure()
    clock.advance(60_000)
    const later = await addEnquiry(server.deps, { email, phone })
    // The backup contains the enquiry, and not the erasure.
    await addEnquiry(server.deps, { ...enquiry, email, phone })
    await db.deleteFrom('erasures').where('id', '=', tombstone.id).execute()
    expect(await applyErasures(server.deps, [tombstone])).toBeGreaterThan(0)
    expect((await everythingOf(server.deps, email)).rows.enquiries).toEqual([later])
    expect(await tombstones()).toContainEqual(tombstone)
    expect(await applyErasures(server.deps, [tombstone])).toBe(0)
  })

  it('is applied again without the code that was sent later to the same Aadhaar number', async () => {
    const { id, aadhaar } = await registered(server, { now: clock.now() })
    await erase(await referenceOfLink(server.deps, id))
    clock.advance(60_000)
    const asked = { aadhaar_number: aadhaar, notice: '2026-11-21' }
    expect((await newVisitor(server.url).post(api.generateAadhaarOtp, asked)).status).toBe(200)
    await applyErasures(server.deps, [(await lastErasure()).tombstone])
    expect(await messagesTo(server, aadhaar)).toHaveLength(1)
  })

  it('finds an attempt at the bank in a backup from before the registration, by the Aadhaar number', async () => {
    const { db } = server.deps
    const { reference } = await addExecutive(server.deps)
    const { identities } = await personOf(server.deps, reference)
    await erase(reference)
    const { tombstone } = await lastErasure()
    const holderIndex = identities.aadhaar[0] ?? ''
    const attempt = newMandate(clock.now() - 60_000, { holderIndex })
    await insertMandate(db, server.deps.cipher, attempt)
    expect(await applyErasures(server.deps, [tombstone])).toBe(1)
    expect(await findMandate(db, server.deps.cipher, { id: attempt.id })).toMatchObject({ accountNo: '' })
  })

  const facts = async (id: string, added: readonly string[] = []) =>
    JSON.stringify(await exportSubject(server.deps, await personOf(server.deps, id, added)))
  const related = async (id: string) => {
    const named = await namedBy(server.deps, { id })
    return named?.related.map(({ kind: _, id: __, ...told }) => told)
  }
  /** Adds a registered person with all rows of a registration, an enquiry, and a code sent to their phone. */
  const stranger = async () => {
    const { id, fields } = await registered(server.url, { now: clock.now() })
    const { email = '', phone = '', accountNo = '', transactionId = '', name = '' } = fields
    const enquiry = await addEnquiry(server.deps, { email, phone, enquiry: 'Something of mine alone' })
    await newVisitor(server.url).post(api.generateMobileOtp, { phone })
    await server.workOff()
    const registration = await referenceOfLink(server.deps, id)
    const named = await referenceOf(server.deps, 'enquiries', enquiry)
    return { email, phone, name, accountNo, transactionId, registration, enquiry: named }
  }
  const mine = async (kind: string, phone: string) => {
    const email = `mine-${phone}@example.in`
    const id =
      kind === 'enquiries'
        ? await addEnquiry(server.deps, { email, phone, name: 'Kiran Shah' })
        : await addApplication(server.deps, { email, phone, full_name: 'Kiran Shah' })
    return { id, email, reference: await referenceOf(server.deps, kind as RecordKind, id) }
  }

  it.each(['enquiries', 'applications'])('of a reference of %s deletes no other row', async (kind) => {
    const other = await stranger()
    const others = await cells()
    const { reference, email } = await mine(kind, other.phone)
    const held = await facts(reference)
    expect(held).toContain(email)
    const secrets = [other.email, other.name, other.accountNo, other.transactionId, 'of mine alone']
    expect(secrets.filter((secret) => held.includes(secret))).toEqual([])
    const person = await personOf(server.deps, reference)
    expect(person).toMatchObject({ references: [reference], sessions: [], providerRefs: [] })
    const ofKind = kind === 'applications' ? ['application_files', 'applications', 'files'] : ['enquiries']
    const would = await wouldErase(server.deps, person)
    expect(Object.keys(would).toSorted()).toEqual([...ofKind, 'search_tokens'])
    await erasePerson(server.deps, person, 'system')
    const left = new Set(await cells())
    expect([...left].filter((cell) => cell.includes(email))).toEqual([])
    const gone = others.filter((cell) => !left.has(cell))
    expect(gone.filter((cell) => !/^(schedules|use_counts)/.test(cell))).toEqual([])
  })

  it('of a reference lists related records with reasons, and never adds a registration by an unverified phone', async () => {
    const other = await stranger()
    const { reference, email } = await mine('enquiries', other.phone)
    const application = await addApplication(server.deps, { email })
    const named = await referenceOf(server.deps, 'applications', application)
    expect(await related(reference)).toEqual([
      { reference: other.enquiry, same: ['phone'], verified: false, canAdd: true },
      { reference: named, same: ['email'], verified: false, canAdd: true },
      { reference: other.registration, same: ['phone'], verified: true, canAdd: false },
    ])
    await expect(facts(reference, [other.registration])).rejects.toThrow('not related')
    await expect(facts(reference, ['EN-000000'])).rejects.toThrow('not related')
    expect(await facts(reference, [named])).not.toContain(other.email)
    await erasePerson(server.deps, await personOf(server.deps, reference, [named]), 'system')
    expect(await namedBy(server.deps, { id: named })).toBeUndefined()
    expect(await facts(other.registration)).toContain(other.accountNo)
    expect(await facts(other.enquiry)).toContain('of mine alone')
  })

  it('of a registration’s reference lets an attempt at the bank with another Aadhaar number and the same phone be added', async () => {
    const { phone, registration } = await stranger()
    const attempt = newMandate(clock.now(), { phone, accountNo: '999988887777' })
    await insertMandate(server.deps.db, server.deps.cipher, attempt)
    const { transactionId } = attempt
    expect(await facts(registration)).not.toContain('999988887777')
    const found = { reference: transactionId, same: ['phone'], verified: true }
    expect(await related(registration)).toContainEqual({ ...found, canAdd: true })
    expect(await facts(registration, [transactionId])).toContain('999988887777')
    const { reference } = await mine('enquiries', phone)
    expect(await related(reference)).toContainEqual({ ...found, canAdd: false })
  })
})

it.each(engines)('an erasure is done once by two at once, on %s', async (engine) => {
  await using server = await startServer({ engine })
  const { reference } = await addExecutive(server.deps)
  const people = await Promise.all([1, 2].map(() => personOf(server.deps, reference)))
  const done = await Promise.all(people.map((person) => erasePerson(server.deps, person, 'system')))
  expect(done.map(({ counts }) => counts['executives'] ?? 0).toSorted()).toEqual([0, 1])
})
