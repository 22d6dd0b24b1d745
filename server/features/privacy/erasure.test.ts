import { describe, expect, it } from 'vitest'
import { sweepOrphans } from '#server/features/careers/jobs.ts'
import { ensureForm } from '#server/features/onboarding/agreement/document-service.ts'
import { eventsOf } from '#server/features/onboarding/mandate/events-store.ts'
import { applyStatus } from '#server/features/onboarding/mandate/status-service.ts'
import { findMandate } from '#server/features/onboarding/mandate/store.ts'
import { verifyAudit } from '#server/platform/audit/verify.ts'
import { aadhaarIndex } from '#server/platform/crypto/tokens.ts'
import { FilesUnavailable } from '#server/providers/files/port.ts'
import { goodApplication, documentPart, postApplication, uploadsKept } from '#tests/support/application.ts'
import { goodEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { addExecutive, postSigning } from '#tests/support/executive.ts'
import { engines } from '#tests/support/place.ts'
import { mandated, recordIdOf, registered, verifiedVisitor } from '#tests/support/registration.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { allRows, decryptedCells } from '#tests/support/stored-place.ts'
import { applyErasures, erasePerson, warningsOf, wouldErase } from './erasure.ts'
import { indicesOf, nobody, type PersonQuery } from './identities.ts'
import { findPerson, type Person, personOf } from './person.ts'

const none = { enquiries: [], applications: [], executives: [], mandates: [] }

describe.each(engines)('an erasure on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock })

  const person = async (asked: PersonQuery): Promise<Person> => {
    const found = await personOf(server.deps, asked)
    if (!found) throw new Error('nobody has that id')
    return found
  }
  const erase = async (asked: PersonQuery) => erasePerson(server.deps, await person(asked), 'system')
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
  /** Someone with something in every table, all of it under one e-mail and one phone. */
  const everywhere = async () => {
    const { id, fields, aadhaar } = await registered(server.url, { now: clock.now() })
    const recordId = await recordIdOf(server.deps, id)
    const { name = '', email = '', phone = '', transactionId = '', accountNo = '' } = fields
    const contact = { email, phone }
    const documents = [documentPart(), documentPart('edu_certificate')]
    await postApplication(server.url, { ...goodApplication, ...contact }, documents)
    await postSigning(server.url, { id, signName: name })
    await server.workOff()
    await postEnquiry(server.url, { ...goodEnquiry, ...contact })
    return { id: recordId, email, phone, transactionId, accountNo, aadhaar }
  }

  it('reaches every row, file and message, and leaves everybody else as they were', async () => {
    const other = await addExecutive(server.deps)
    await postEnquiry(server.url, { ...goodEnquiry, email: other.email, phone: other.phone })
    await server.workOff()
    const [others, filesOfOthers] = [await cells(), await files()]
    const { id, email, phone, accountNo, aadhaar } = await everywhere()
    const before = await allRows(server.deps.db)
    const would = await wouldErase(server.deps, await person({ email }))
    expect(await allRows(server.deps.db)).toEqual(before)

    const { counts, filesLeft } = await erase({ email: ` ${email.toUpperCase()}` })
    expect(counts).toEqual(would)
    expect({ counts, filesLeft }).toMatchObject({
      counts: {
        ...{ enquiries: 1, applications: 1, application_files: 2, executives: 1, consents: 2, agreements: 1 },
        ...{ agreement_events: 4, mandates: 1, sessions: 1, sandbox_books: 2, files: 5 },
      },
      filesLeft: 0,
    })
    const left = await cells()
    const secrets = [email, phone, accountNo, aadhaar]
    expect(left.filter((cell) => secrets.some((secret) => cell.toLowerCase().includes(secret)))).toEqual([])
    const { cipher } = server.deps
    const indices = Object.values(
      indicesOf(cipher, { emails: [email], phones: [phone], aadhaar: [aadhaarIndex(cipher, aadhaar)] }),
    ).flat()
    const marks = [id, ...indices]
    const marked = left.filter((cell) => marks.some((mark) => cell.includes(mark)))
    expect(marked.map((cell) => cell.split(':')[0]).toSorted()).toEqual([
      'audit_log.reference',
      'erasures.identities',
      'erasures.row_ids',
    ])
    expect(await files()).toEqual(filesOfOthers)
    const ofOthers = (all: string[]) =>
      all.filter((cell) => cell.includes(other.id) || cell.includes(other.email))
    expect(ofOthers(left)).toEqual(ofOthers(others))
    await server.workOff()
    expect((await cells()).filter((cell) => cell.includes(email) || cell.includes(phone))).toEqual([])
  })

  it('leaves a tombstone and an entry in the audit log, with counts alone', async () => {
    const { email } = await addExecutive(server.deps)
    await erase({ email })
    const { entry, tombstone } = await lastErasure()
    expect(entry).toMatchObject({ action: 'erase', actor: 'system' })
    const counted = { executives: 1, consents: 2, mandates: 1, jobs: 1, files: 1 }
    expect(JSON.parse(entry.detail)).toEqual({ ...counted, search_tokens: expect.any(Number) })
    const { counts } = tombstone
    expect(JSON.parse(counts)).toEqual(JSON.parse(entry.detail))
    expect(await verifyAudit(server.deps.db)).toMatchObject({ whole: true })
  })

  it('keeps the books of a mandate and nothing of its holder, whatever the bank says later', async () => {
    const { id, phone } = await addExecutive(server.deps)
    const { db, cipher } = server.deps
    const row = db.selectFrom('executives').select('mandate_id as mandateId').where('id', '=', id)
    const { mandateId } = await row.executeTakeFirstOrThrow()
    const inProgress = await findMandate(db, cipher, { id: mandateId })
    if (!inProgress) throw new Error('the mandate was there')
    await erase({ phone })
    const { transactionId, accountNo, accountName } = inProgress
    const registeredTerms = { accountNo, accountName, ifscCode: 'HDFC0000001' }
    const success = { state: 'active', code: '0300', message: 'Success', umrn: 'HDFC7' } as const
    const answer = { ...success, transactionId, registered: registeredTerms }
    await applyStatus(server.deps, inProgress, { source: 'callback', answer })
    expect(await findMandate(db, cipher, { id: mandateId })).toMatchObject({
      ...{ transactionId, status: 'active', umrn: 'HDFC7', maxAmount: '5000' },
      ...{ accountNo: '', accountName: '', ifscCode: '', phone: '', sessionId: '' },
      ...{ holderIndex: null, executiveId: null, retryOf: null, askAt: null },
    })
    expect(await eventsOf(db, cipher, mandateId)).toEqual([
      { at: clock.now(), source: 'callback', status: 'active', answer: {} },
    ])
  })

  it('leaves files that the storage keeps to itself to the sweep', async () => {
    const { email } = await addExecutive(server.deps)
    const before = await files()
    const failing = { ...server.deps.files, remove: () => Promise.reject(new FilesUnavailable('away')) }
    const deps = { ...server.deps, files: failing }
    expect(await erasePerson(deps, await person({ email }), 'system')).toMatchObject({ filesLeft: 1 })
    expect(await files()).toEqual(before)
    await sweepOrphans(server.deps)
    expect(await files()).toHaveLength(before.length - 1)
  })

  it('is not undone by a document that is being drawn up meanwhile', async () => {
    const { id, email } = await addExecutive(server.deps)
    const record = await server.deps.agreements.findRecord(id)
    if (!record) throw new Error('the record was there')
    const before = await files()
    const { photoFile } = record
    // Read by the one that draws it before the erasure takes the picture.
    const drawing = ensureForm(server.deps.agreements, record)
    drawing.catch(() => undefined)
    await erase({ email })
    await drawing.catch(() => undefined)
    clock.advance(2 * 60 * 60_000)
    await sweepOrphans(server.deps)
    expect(await files()).toEqual(before.filter((file) => file !== photoFile))
    expect((await cells()).filter((cell) => cell.startsWith('agreements') && cell.includes(id))).toEqual([])
  })

  it('finds by the phone alone whoever got no further than the bank', async () => {
    const { fields } = await mandated(await verifiedVisitor(server, { now: clock.now() }))
    const { phone = '', accountNo = '', transactionId = '' } = fields
    expect((await erase({ phone: `+91 ${phone}` })).counts).toMatchObject({ mandates: 1, sessions: 1 })
    const left = await cells()
    expect(left.filter((cell) => cell.includes(phone) || cell.includes(accountNo))).toEqual([])
    expect(left).toContain(`mandates.transaction_id: ${transactionId}`)
  })

  it('takes of forms, in which anybody may write anything, only what was asked for', async () => {
    const [one, two] = ['one@example.org', 'two@example.org']
    const phone = '9123456789'
    for (const email of [one, two]) await postEnquiry(server.url, { ...goodEnquiry, email, phone })
    const found = await person({ email: one })
    expect(found.rows.enquiries).toHaveLength(1)
    expect(await warningsOf(server.deps, found)).toMatchObject({ related: { enquiries: 1 } })
    const [id = ''] = found.rows.enquiries
    expect((await person({ id })).rows.enquiries).toHaveLength(2)
    expect((await erase({ id })).counts).toMatchObject({ enquiries: 2 })
    expect((await person({ phone })).rows).toEqual(none)
    expect(await personOf(server.deps, { id })).toBeUndefined()
  })

  it('is applied again to a restored backup, and not to what was sent after it', async () => {
    const { db } = server.deps
    const { email, phone } = await addExecutive(server.deps)
    await postEnquiry(server.url, { ...goodEnquiry, email, phone })
    const found = await person({ email })
    const [enquiry, executive] = [
      await db.selectFrom('enquiries').selectAll().where('id', 'in', found.rows.enquiries).execute(),
      await db.selectFrom('executives').selectAll().where('id', 'in', found.rows.executives).execute(),
    ]
    await erase({ email })
    const { tombstone } = await lastErasure()
    clock.advance(60_000)
    await postEnquiry(server.url, { ...goodEnquiry, email, phone, enquiry: 'Here I am again.' })
    const again = await person({ email })
    await db.insertInto('enquiries').values(enquiry).execute()
    await db.insertInto('executives').values(executive).execute()
    await db.deleteFrom('erasures').where('id', '=', tombstone.id).execute()

    expect(await applyErasures(server.deps, [tombstone])).toBeGreaterThan(1)
    expect((await person({ email })).rows).toMatchObject({ enquiries: again.rows.enquiries, executives: [] })
    expect(await tombstones()).toContainEqual(tombstone)
    expect(await applyErasures(server.deps, [tombstone])).toBe(0)
  })

  it('of nobody leaves a tombstone, for a backup that may know them', async () => {
    const before = await tombstones()
    const { counts } = await erase({ email: 'nobody@example.org' })
    expect(counts).toEqual({})
    expect(await tombstones()).toHaveLength(before.length + 1)
    const seeds = { identities: nobody, indices: {}, rows: none, until: clock.now() }
    expect((await findPerson(server.deps, seeds)).rows).toEqual(none)
  })
})
