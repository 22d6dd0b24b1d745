import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { careerMessages } from '#contract/messages/en/careers.ts'
import { errorMessages } from '#contract/messages/en/common.ts'
import { fileOfWrongKind } from '#tests/support/english.ts'
import { decryptFile } from '#server/platform/crypto/file-cipher.ts'
import { announceFile } from '#server/platform/db/tables.ts'
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
import { movingClock, type TestServer } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { storedApplications } from '#tests/support/stored-place.ts'
import { ORPHAN_AGE_MS, sweepOrphans } from './jobs.ts'
import type { DocumentField } from '#contract/fields/application.ts'

async function contentOf({ deps }: TestServer, id: string): Promise<Buffer> {
  const sealed = await deps.files.get(id)
  if (!sealed) throw new Error('nothing is stored under that id')
  return buffer(decryptFile(deps.cipher, id, sealed))
}

async function countJobs({ deps }: TestServer): Promise<number> {
  const jobs = deps.db.selectFrom('jobs').select('id').where('kind', '=', 'careers.tell-agency')
  return (await jobs.execute()).length
}

describe.each(enginesInTurn)('career-application on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock })
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

  it('answers 201 with the sentence; the row, its documents and its job are there', async () => {
    const photo = await turnedPhoto()
    const documents = [
      documentPart('resume', buildDocx(), 'Asha Mehta – रिज़्यूमे.DOCX'),
      documentPart('edu_certificate', buildPdf(), 'degree.pdf'),
      documentPart('aadhar_card', photo, 'IMG_2031.jpeg'),
      documentPart('pan_card', await picture().png().toBuffer(), 'pan.png'),
    ]
    const notice = '2026-11-21'
    const { status, body } = await postApplication(server.url, { ...goodApplication, notice }, documents)
    expect([status, body]).toEqual([
      201,
      { message: careerMessages.sent, reference: expect.stringMatching(/^AP-/), next: expect.any(String) },
    ])
    const [stored, ...others] = await storedApplications(server)
    expect(others).toEqual([])
    const noticeShown = { notice, noticeWords: noticeWords('career', notice, 'en') }
    expect(stored).toMatchObject({ ...goodApplication, createdAt: clock.now(), ...noticeShown })
    const found = Object.fromEntries(
      (stored?.documents ?? []).map(({ field, name, kind, scan }) => [field, [name, kind, scan]]),
    )
    expect(found).toEqual({
      resume: ['Asha Mehta – रिज़्यूमे.DOCX', 'docx', 'off'],
      edu_certificate: ['degree.pdf', 'pdf', 'off'],
      aadhar_card: ['IMG_2031.jpeg', 'jpg', 'off'],
      pan_card: ['pan.png', 'png', 'off'],
    })
    for (const { field, id, size } of stored?.documents ?? []) {
      const content = await contentOf(server, id)
      expect(content.length).toBe(size)
      if (field === 'resume') expect(content.equals(buildDocx())).toBe(true)
      if (field === 'edu_certificate') expect(content.equals(buildPdf())).toBe(true)
      if (field === 'aadhar_card') {
        expect(await sharp(content).metadata()).toMatchObject({ width: 32, height: 64 })
        expect(content.includes('Canary')).toBe(false)
      }
    }
    expect(stored?.reference).toBe(body.reference)
    const jobs = await server.deps.db.selectFrom('jobs').selectAll().orderBy('kind').execute()
    expect(jobs).toMatchObject([
      { kind: 'careers.tell-agency', status: 'ready', created_at: clock.now() },
      { kind: 'careers.tell-person', status: 'ready', created_at: clock.now() },
    ])
    expect(JSON.parse(jobs[0]?.payload ?? '')).toEqual({ applicationId: stored?.id, about: 'first' })
  })

  it('takes a file for what it is, whatever its name says, and keeps it under a name of that kind', async () => {
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
    const { status, body } = await postApplication(server.url, somebody(), [
      documentPart('resume', png, 'cv.pdf'),
    ])
    const message = fileOfWrongKind(['pdf', 'doc', 'docx'])
    expect([status, body.errors]).toEqual([415, [{ field: 'resume', message }]])
  })

  it.each([
    ['the same e-mail', { phone: '9123456780' }],
    ['the same e-mail in other letters', { email: 'Asha.MEHTA@Example.IN', phone: '9123456780' }],
    ['the same phone', { email: 'other@example.in' }],
    ['the same phone between spaces', { email: 'other@example.in', phone: ' 9876543210 ' }],
    ['both', {}],
  ])('answers 409 to a second one of %s, and tells nothing else', async (_, change) => {
    expect((await postApplication(server.url, goodApplication)).status).toBe(201)
    const { status, body } = await postApplication(server.url, {
      ...goodApplication,
      full_name: 'Someone Else',
      ...change,
    })
    expect([status, body]).toEqual([409, { message: careerMessages.duplicate, code: 'already_there' }])
    expect(body.message).toContain('already registered')
    expect(await storedApplications(server)).toMatchObject([{ full_name: 'Asha Mehta' }])
    expect(await countJobs(server)).toBe(1)
  })

  it('keeps neither row nor file nor job when the job cannot be written, and says so in words', async () => {
    const { db, files, clock: now } = server.deps
    const { status, body } = await withoutTable(db, 'jobs', () =>
      postApplication(server.url, goodApplication),
    )
    expect([status, body]).toEqual([
      500,
      { message: errorMessages.internal, code: 'internal', requestId: expect.any(String) },
    ])
    expect(await storedApplications(server)).toEqual([])
    // Whether the commit went through nobody knows at that moment, so the file waits for the sweep.
    expect((await uploadsKept(server.place.dataDir)).files).toHaveLength(1)
    const later = { now: () => Date.now() + ORPHAN_AGE_MS + 1000 }
    expect(await sweepOrphans({ db, files, clock: later })).toBe(1)
    expect(now.now()).toBe(clock.now())
    expect((await postApplication(server.url, goodApplication)).status).toBe(201)
  })

  it('sweeps what nobody names once it is old, and leaves what somebody names', async () => {
    const { db, files } = server.deps
    await postApplication(server.url, goodApplication)
    await announceFile(db, { id: 'o'.repeat(32), now: Date.now() })
    await files.put('o'.repeat(32), Buffer.from('left by a crash'))
    await files.put('x'.repeat(32), Buffer.from('of another installation'))
    const at = (ms: number) => ({ now: () => Date.now() + ms })
    expect(await sweepOrphans({ db, files, clock: at(0) })).toBe(0)
    expect((await uploadsKept(server.place.dataDir)).files).toHaveLength(3)
    expect(await sweepOrphans({ db, files, clock: at(ORPHAN_AGE_MS + 60_000) })).toBe(1)
    expect((await uploadsKept(server.place.dataDir)).files).toContain('x'.repeat(32))
    await files.remove('x'.repeat(32))
    const [stored] = await storedApplications(server)
    expect(await contentOf(server, stored?.documents[0]?.id ?? '')).toEqual(buildPdf())
  })
})
