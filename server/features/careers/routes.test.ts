import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { careerMessages } from '#contract/messages/en/career-answers.ts'
import { errorMessages } from '#contract/messages/en/common.ts'
import { decryptFile } from '#server/platform/crypto/file-cipher.ts'
import { announceFile, ORPHAN_AGE_MS, sweepOrphans } from '#server/platform/uploads/stored-documents.ts'
import {
  documentPart,
  goodApplication,
  postApplication,
  somebody,
  uploadsKept,
} from '#tests/support/application.ts'
import { goodFiles, turnedPhoto } from '#tests/support/bad-files/good-files.ts'
import { buildPdf } from '#tests/support/bad-files/pdf.ts'
import { picture } from '#tests/support/bad-files/pictures.ts'
import { buildDocx } from '#tests/support/bad-files/zip.ts'
import { noticeWords } from '#server/platform/consent-text-hash.ts'
import { withoutTable } from '#tests/support/place.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { everyLanguage, movingClock, type TestServer, startServer } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { storedApplications, expectSecret } from '#tests/support/stored-place.ts'
import type { DocumentField } from '#contract/fields/application.ts'
import { candidatesOf } from '#server/features/vacancies/candidate-store.ts'
import { recordEventsOf } from '#server/features/records/timeline-store.ts'
import { closeVacancy, publishVacancy } from '#tests/support/published-vacancy.ts'
import { mailsTo } from '#tests/support/visitor.ts'
import { randomBytes } from 'node:crypto'

async function contentOf({ deps }: TestServer, id: string): Promise<Buffer> {
  const sealed = await deps.files.get(id)
  if (!sealed) throw new Error('nothing is stored under that id')
  return buffer(decryptFile(deps.cipher, id, sealed))
}

describe.each(enginesInTurn)('career-application on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock, settings: everyLanguage })
  beforeEach(async () => {
    const { db, files } = server.deps
    const ids = (await db.selectFrom('application_files').select('id').execute()).map(({ id }) => id)
    for (const id of ids) await files.remove(id)
    for (const table of ['application_files', 'records', 'jobs', 'use_counts'] as const)
      await db.deleteFrom(table).execute()
  })
  afterEach(async () => {
    const named = await server.deps.db.selectFrom('application_files').select('id').execute()
    const { files, spool } = await uploadsKept(server.place.dataDir)
    expect([files.sort(), spool]).toEqual([named.map(({ id }) => id).sort(), []])
  })

  /** Returns how many files the sweep deletes after so many milliseconds. */
  const sweep = (ms: number) => sweepOrphans({ ...server.deps, clock: { now: () => Date.now() + ms } })

  it('answers 201 with the sentence, and stores the row, its documents and its job', async () => {
    const documents = [
      documentPart('resume', buildDocx(), 'Asha Mehta – रिज़्यूमे.DOCX'),
      documentPart('edu_certificate', buildPdf(), 'degree.pdf'),
      documentPart('aadhar_card', await turnedPhoto(), 'IMG_2031.jpeg'),
      documentPart('pan_card', await picture().png().toBuffer(), 'pan.png'),
    ]
    const notice = '2026-11-21'
    const { status, body } = await postApplication(server.url, { ...goodApplication, notice }, documents)
    expect([status, body.message, typeof body.next]).toEqual([201, careerMessages.sent, 'string'])
    expect(`${body.reference} ${body.page}`).toMatch(/^AP-\w{6} \/my\/[\w-]{32}$/)
    const [stored, ...others] = await storedApplications(server)
    expect(others).toEqual([])
    const noticeShown = { notice, noticeWords: noticeWords('career', notice, 'en') }
    expect(stored).toMatchObject({ ...goodApplication, createdAt: clock.now(), ...noticeShown })
    const contents: Buffer[] = []
    for (const [at, { name: field, filename: name }] of documents.entries()) {
      const { id = '', ...document } = stored?.documents.find((one) => one.field === field) ?? {}
      const content = await contentOf(server, id)
      const kind = ['docx', 'pdf', 'jpg', 'png'][at]
      expect(document).toMatchObject({ name, kind, scan: 'off', size: content.length })
      contents.push(content)
    }
    const [docx, pdf, upright = Buffer.of()] = contents
    expect([docx, pdf]).toEqual([buildDocx(), buildPdf()])
    expect(await sharp(upright).metadata()).toMatchObject({ width: 32, height: 64 })
    expect([upright.includes('Canary'), stored?.reference]).toEqual([false, body.reference])
    const jobs = await server.deps.db.selectFrom('jobs').selectAll().orderBy('kind').execute()
    expect(jobs).toMatchObject([
      { kind: 'careers.notify-agency', status: 'ready', created_at: clock.now() },
      { kind: 'careers.notify-person', status: 'ready', created_at: clock.now() },
    ])
    expect(JSON.parse(jobs[0]?.payload ?? '')).toEqual({ applicationId: stored?.id, about: 'first' })
  })

  it('answers that it was stored even if the link to the own page cannot be offered', async () => {
    vi.spyOn(server.deps.recordLinks, 'tokenOf').mockRejectedValueOnce(new Error('gone'))
    const { status, body } = await postApplication(server.url, goodApplication)
    expect([status, body.message, 'page' in body]).toEqual([201, careerMessages.sent, false])
  })

  it('stores a file by its content, whatever its name says, under a name of that kind', async () => {
    const doc = (await goodFiles.find(({ kind }) => kind === 'doc')?.bytes()) ?? Buffer.of()
    const png = await picture().png().toBuffer()
    const cases: [field: DocumentField, content: Buffer, name: string, kept: string, kind: string][] = [
      ['resume', buildDocx(), 'Asha.M.doc', 'Asha.M.docx', 'docx'],
      ['resume', doc, 'cv.docx', 'cv.doc', 'doc'],
      ['pan_card', png, 'pan.jpeg', 'pan.png', 'png'],
      ['pan_card', await picture().jpeg().toBuffer(), 'pan.PNG', 'pan.jpg', 'jpg'],
      ['pan_card', buildPdf(), 'pan.png', 'pan.pdf', 'pdf'],
    ]
    for (const [field, content, name, kept, kind] of cases) {
      const person = somebody()
      const documents = [documentPart(field, content, name)]
      if (field !== 'resume') documents.push(documentPart())
      expect((await postApplication(server.url, person, documents)).status).toBe(201)
      const stored = (await storedApplications(server)).find(({ email }) => email === person.email)
      expect(stored?.documents.find((one) => one.field === field)).toMatchObject({ name: kept, kind })
    }
  })

  it.each([
    ['the same e-mail in other letters', { email: 'Asha.MEHTA@Example.IN', phone: '9123456780' }],
    ['the same phone between spaces', { email: 'other@example.in', phone: ' 9876543210 ' }],
  ])('answers 409 to a second one of %s, and reveals nothing else', async (_, change) => {
    expect((await postApplication(server.url, goodApplication)).status).toBe(201)
    const second = { ...goodApplication, full_name: 'Someone Else', ...change }
    const { status, body } = await postApplication(server.url, second)
    expect([status, body]).toEqual([409, { message: careerMessages.duplicate, code: 'already_there' }])
    expect(body.message).toContain('already registered')
    expect(await storedApplications(server)).toMatchObject([{ full_name: 'Asha Mehta' }])
    const told = server.deps.db.selectFrom('jobs').select('id').where('kind', '=', 'careers.notify-agency')
    // One of the application, and one that its person applied again.
    expect(await told.execute()).toHaveLength(2)
  })

  it('stores one of two that come at once, and no file of the other', async () => {
    const copies = await Promise.all([1, 2].map(() => postApplication(server.url, goodApplication)))
    expect(copies.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  it('stores neither row nor file nor job if the job cannot be written, and says so in words', async () => {
    const post = () => postApplication(server.url, goodApplication)
    const { status, body } = await withoutTable(server.deps.db, 'jobs', post)
    const requestId = expect.any(String)
    expect([status, body]).toEqual([500, { message: errorMessages.internal, code: 'internal', requestId }])
    expect(await storedApplications(server)).toEqual([])
    // Whether the commit succeeded is unknown at that moment, so the file waits for the sweep.
    expect((await uploadsKept(server.place.dataDir)).files).toHaveLength(1)
    expect(await sweep(ORPHAN_AGE_MS + 1000)).toBe(1)
    expect((await post()).status).toBe(201)
  })

  it('sweeps old files that no row names, and leaves the others', async () => {
    const { db, files } = server.deps
    await postApplication(server.url, goodApplication)
    await announceFile(db, { id: 'o'.repeat(32), now: Date.now() })
    await files.put('o'.repeat(32), Buffer.from('left by a crash'))
    await files.put('x'.repeat(32), Buffer.from('of another installation'))
    expect(await sweep(0)).toBe(0)
    expect((await uploadsKept(server.place.dataDir)).files).toHaveLength(3)
    expect(await sweep(ORPHAN_AGE_MS + 60_000)).toBe(1)
    expect((await uploadsKept(server.place.dataDir)).files).toContain('x'.repeat(32))
    await files.remove('x'.repeat(32))
    const [stored] = await storedApplications(server)
    expect(await contentOf(server, stored?.documents[0]?.id ?? '')).toEqual(buildPdf())
  })

  it('sweeps other files if the storage fails for one', async () => {
    const { db, files } = server.deps
    for (const id of ['a', 'b', 'c'].map((one) => one.repeat(32))) {
      await announceFile(db, { id, now: Date.now() })
      await files.put(id, Buffer.from('left by a crash'))
    }
    const remove = (id: string) => (id.startsWith('a') ? Promise.reject(new Error('EIO')) : files.remove(id))
    const clock = { now: () => Date.now() + ORPHAN_AGE_MS + 60_000 }
    expect(await sweepOrphans({ ...server.deps, files: { ...files, remove }, clock })).toBe(2)
    expect(await sweep(ORPHAN_AGE_MS + 60_000)).toBe(1)
  })

  const apply = async (vacancy: string, person = somebody()) => {
    const { status, body } = await postApplication(server.url, { ...person, vacancy })
    const { reference = '' } = body
    const row = server.deps.db.selectFrom('records').select('id').where('reference', '=', reference)
    const { id = '' } = (await row.executeTakeFirst()) ?? {}
    const at = await candidatesOf(server.deps.db, { applicationId: id }, 9)
    return { status, id, message: body.message, next: body.next, at }
  }

  it('for a vacancy becomes a candidate at the first stage, and the timeline says so', async () => {
    const reference = await publishVacancy(server.deps, { title: 'Weaver' })
    const person = somebody()
    const { status, id, next, at } = await apply(reference.toLowerCase(), person)
    expect(status).toBe(201)
    // The answer and the receipt name it.
    expect(next).toMatch(/^You applied for “Weaver”\. We answer/)
    const [receipt] = await mailsTo(server, person.email)
    expect(receipt?.text).toContain('It has reached us. You applied for “Weaver”.')
    expect(at).toMatchObject([{ candidate: { stage: 'new', version: 1 }, vacancy: { reference } }])
    const events = await recordEventsOf(server.deps.db, server.deps.cipher, id)
    expect(events).toMatchObject([{ kind: 'vacancy', staffId: null, detail: { vacancy: reference } }])
  })

  it('is stored without a vacancy that is closed, past its last day, a draft or unknown', async () => {
    const closed = await publishVacancy(server.deps)
    await closeVacancy(server.deps, closed)
    const over = await publishVacancy(server.deps)
    clock.advance(31 * 86_400_000)
    for (const vacancy of [closed, over, 'VA-000000', `%' OR 1=1`, 'VA-7K3M9Q<script>', '']) {
      const { id, status, message, next, at } = await apply(vacancy)
      const isKnown = vacancy === closed || vacancy === over
      expect(next?.startsWith('The vacancy “Accountant” is not open any more.')).toBe(isKnown)
      expect([status, message, at]).toEqual([201, careerMessages.sent, []])
      // The timeline says which one was meant.
      const meant = { kind: 'vacancy', staffId: null, detail: { vacancy, from: '', to: 'closed' } }
      const events = await recordEventsOf(server.deps.db, server.deps.cipher, id)
      if (vacancy === closed) expect(events).toMatchObject([meant])
    }
  })

  it('for a vacancy by the same person is refused with the usual answer, and adds nothing', async () => {
    const reference = await publishVacancy(server.deps, { title: 'Glass blower' })
    const person = somebody()
    await apply('', person)
    await server.workOff()
    const copies = await Promise.all([apply(reference, person), apply(reference, person)])
    expect(copies.map(({ status }) => status)).toEqual([409, 409])
    const { db } = server.deps
    const vacancy = db.selectFrom('vacancies').select('id').where('reference', '=', reference)
    const { id: vacancyId } = await vacancy.executeTakeFirstOrThrow()
    expect(await candidatesOf(db, { vacancyId }, 9)).toEqual([])
    const mails = (await mailsTo(server, person.email)).map(({ text }) => text)
    const [named, ...more] = mails.filter((text) => text.includes('Glass blower'))
    expect(more).toEqual([])
    expect(named).toMatch(/\/my\/[\w-]{32}\?job=VA-\w{6}\n[^]*\/career#replace=[\w-]{32}\n/)
    // A person who has only the phone is not told of the page.
    const other = { ...somebody(), phone: person.phone }
    expect((await apply(reference, other)).status).toBe(409)
    const told = (await mailsTo(server, other.email)).map(({ text }) => text)
    expect([told.length, told.join().includes('/my/')]).toEqual([1, false])
  })

  it('may name a vacancy, which the answer gives in the language of the page, with whether it is open', async () => {
    const reference = await publishVacancy(server.deps, { title: 'Weaver', title_gu: 'વણકર' })
    const ask = async (name: string, language = 'en') => {
      const headers = { 'accept-language': language }
      const response = await fetch(`${server.url}/api/v1/vacancies/${name}`, { headers })
      return { status: response.status, ...((await response.json()) as object) }
    }
    const data = { reference, title: 'Weaver', sector: 'finance', place: 'Surat', isOpen: true }
    await expect.poll(() => ask(reference)).toMatchObject({ data })
    expect(await ask(reference, 'gu')).toMatchObject({ data: { ...data, title: 'વણકર' } })
    for (const other of ['VA-000000', encodeURIComponent('VA-000000<script>')])
      expect(await ask(other)).toMatchObject({ status: 404, code: 'not_found' })
    await closeVacancy(server.deps, reference)
    await expect.poll(() => ask(reference)).toMatchObject({ data: { isOpen: false } })
  })
})

it.each(enginesInTurn)('what is stored of an application on %s shows no personal value', async (engine) => {
  await using server = await startServer({ engine })
  const canary = () => `canary${randomBytes(9).toString('hex')}`
  const named = { full_name: canary(), email: `${canary()}@example.in`, address: canary() }
  const planted = { ...somebody(), ...named, date_of_birth: '1971-12-03' }
  const content = { resume: canary(), name: canary(), refused: canary() }
  const documents = [
    documentPart('resume', buildPdf({ content: `BT (${content.resume}) Tj ET` }), `${content.name}.pdf`),
    documentPart('pan_card', await turnedPhoto(), `${content.name}.jpg`),
  ]
  const statusOf = async (person: typeof planted, papers = documents) =>
    (await postApplication(server.url, person, papers)).status
  const odd = documentPart('resume', Buffer.from(content.refused), `${content.name}.pdf`)
  expect(await statusOf(planted)).toBe(201)
  expect(await statusOf(planted)).toBe(409)
  expect(await statusOf({ ...planted, phone: `${planted.phone}x` })).toBe(422)
  expect(await statusOf(somebody(), [odd])).toBe(415)
  await server.workOff()
  const shown = await fetch(`${server.url}/sandbox/messages`).then((response) => response.text())
  // Lists filter by the sector, which thousands share.
  const { sector: _, ...secret } = planted
  await expectSecret(server, [...Object.values(secret), ...Object.values(content), 'Canary'])
  expect(shown).toContain(planted.full_name)
  for (const hidden of [content.resume, content.name]) expect(shown).not.toContain(hidden)
})
