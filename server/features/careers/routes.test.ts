import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { careerMessages, errorMessages } from '#contract/messages.ts'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { openFile } from '#server/lib/file-sealing.ts'
import {
  goodApplication,
  multipart,
  paper,
  postApplication,
  postBody,
  somebody,
  textParts,
  uploadsKept,
} from '#server/testing/application.ts'
import { turnedPhoto } from '#server/testing/bad-files/good-files.ts'
import { buildDocx } from '#server/testing/bad-files/docx.ts'
import { buildPdf } from '#server/testing/bad-files/pdf.ts'
import { picture } from '#server/testing/bad-files/pictures.ts'
import { announceFile } from '#server/db/pending-files.ts'
import { engines } from '#server/testing/place.ts'
import { movingClock, startServer } from '#server/testing/server.ts'
import type { TestServer } from '#server/testing/server.ts'
import { sweepOrphans } from './jobs.ts'
import { ORPHAN_AGE_MS } from './rules.ts'
import { findApplication } from './store.ts'
import type { StoredApplication } from './store.ts'

async function storedApplications({ deps }: TestServer): Promise<StoredApplication[]> {
  const rows = await deps.db.selectFrom('applications').select('id').orderBy('created_at').execute()
  const found = await Promise.all(rows.map(({ id }) => findApplication(deps.db, deps.sealer, id)))
  return found.filter((application) => application !== undefined)
}

async function contentOf({ deps }: TestServer, id: string): Promise<Buffer> {
  const sealed = await deps.files.get(id)
  if (!sealed) throw new Error('nothing is stored under that id')
  return buffer(openFile(deps.sealer, id, sealed))
}

async function countJobs({ deps }: TestServer): Promise<number> {
  return (await deps.db.selectFrom('jobs').select('id').execute()).length
}

describe.each(engines)('career-application on %s', (engine) => {
  const clock = movingClock()
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ engine, clock })
  })
  beforeEach(async () => {
    const { db, files } = server.deps
    const ids = (await db.selectFrom('application_files').select('id').execute()).map(({ id }) => id)
    for (const id of ids) await files.remove(id)
    for (const table of ['application_files', 'applications', 'jobs'] as const)
      await db.deleteFrom(table).execute()
  })
  afterEach(async () => {
    const named = await server.deps.db.selectFrom('application_files').select('id').execute()
    const { files, spool } = await uploadsKept(server.place.dataDir)
    expect([files.sort(), spool]).toEqual([named.map(({ id }) => id).sort(), []])
  })
  afterAll(() => server.stop())

  it('answers 201 with the sentence; the row, its papers and its job are there', async () => {
    const photo = await turnedPhoto()
    const papers = [
      paper('resume', buildDocx(), 'Asha Mehta – रिज़्यूमे.DOCX'),
      paper('edu_certificate', buildPdf(), 'degree.pdf'),
      paper('aadhar_card', photo, 'IMG_2031.jpeg'),
      paper('pan_card', await picture().png().toBuffer(), 'pan.png'),
    ]
    const { status, body } = await postApplication(server.url, goodApplication, papers)
    expect([status, body]).toEqual([201, { message: careerMessages.sent }])
    const [stored, ...others] = await storedApplications(server)
    expect(others).toEqual([])
    expect(stored).toMatchObject({ ...goodApplication, createdAt: clock.now() })
    const found = Object.fromEntries(
      (stored?.papers ?? []).map(({ field, name, kind, scan }) => [field, [name, kind, scan]]),
    )
    expect(found).toEqual({
      resume: ['Asha Mehta – रिज़्यूमे.DOCX', 'docx', 'off'],
      edu_certificate: ['degree.pdf', 'pdf', 'off'],
      aadhar_card: ['IMG_2031.jpeg', 'jpg', 'off'],
      pan_card: ['pan.png', 'png', 'off'],
    })
    for (const { field, id, size } of stored?.papers ?? []) {
      const content = await contentOf(server, id)
      expect(content.length).toBe(size)
      if (field === 'resume') expect(content.equals(buildDocx())).toBe(true)
      if (field === 'edu_certificate') expect(content.equals(buildPdf())).toBe(true)
      if (field === 'aadhar_card') {
        expect(await sharp(content).metadata()).toMatchObject({ width: 32, height: 64 })
        expect(content.includes('Canary')).toBe(false)
      }
    }
    const jobs = await server.deps.db.selectFrom('jobs').selectAll().execute()
    expect(jobs).toMatchObject([{ kind: 'careers.tell-agency', status: 'ready', created_at: clock.now() }])
    expect(JSON.parse(jobs[0]?.payload ?? '')).toEqual({ applicationId: stored?.id })
  })

  it('takes an application with no more than it needs', async () => {
    const { address: _, ...needed } = goodApplication
    expect((await postApplication(server.url, needed)).status).toBe(201)
    const [stored] = await storedApplications(server)
    expect([stored?.address, stored?.papers.map(({ field }) => field)]).toEqual(['', ['resume']])
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

  it('stores one of twenty that arrive at once, and answers 409 to the others', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => postApplication(server.url, goodApplication)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)])
    expect(new Set(answers.filter(({ status }) => status === 409).map(({ body }) => body.message))).toEqual(
      new Set([careerMessages.duplicate]),
    )
    expect(await storedApplications(server)).toHaveLength(1)
    expect(await countJobs(server)).toBe(1)
  })

  it('stores one of twenty that share either the e-mail or the phone', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => {
        const other = somebody()
        return postApplication(
          server.url,
          at % 2 ? { ...goodApplication, email: other.email } : { ...goodApplication, phone: other.phone },
        )
      }),
    )
    const stored = await storedApplications(server)
    const sent = answers.filter(({ status }) => status === 201).length
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    expect([stored.length, await countJobs(server)]).toEqual([sent, sent])
    expect(new Set(stored.map(({ email }) => email)).size).toBe(sent)
    expect(new Set(stored.map(({ phone }) => phone)).size).toBe(sent)
  })

  it('stores twenty people at once, each once', async () => {
    const people = Array.from({ length: 20 }, somebody)
    const answers = await Promise.all(people.map((person) => postApplication(server.url, person)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    expect((await storedApplications(server)).map(({ email }) => email).sort()).toEqual(
      people.map(({ email }) => email).sort(),
    )
  })

  it('keeps neither row nor file nor job when the job cannot be written, and says so in words', async () => {
    const { db, files, clock: now } = server.deps
    await db.schema.alterTable('jobs').renameTo('elsewhere').execute()
    const { status, body } = await postApplication(server.url, goodApplication)
    await db.schema.alterTable('elsewhere').renameTo('jobs').execute()
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
    expect(await contentOf(server, stored?.papers[0]?.id ?? '')).toEqual(buildPdf())
  })
})

describe('career-application', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterEach(() => vi.useRealTimers())
  afterAll(() => server.stop())

  const cases: [rule: string, change: Record<string, string | undefined>, field: string, sentence: string][] =
    [
      ['no name', { full_name: undefined }, 'full_name', 'Full name is required'],
      ['an empty name', { full_name: '' }, 'full_name', 'Full name is required'],
      ['a name of spaces', { full_name: ' \t\r\n ' }, 'full_name', 'Full name is required'],
      ['a name of 1,001 characters', { full_name: 'n'.repeat(1001) }, 'full_name', 'Name is too long'],
      ['no e-mail', { email: undefined }, 'email', 'Email is required'],
      ['an empty e-mail', { email: '' }, 'email', 'Email is required'],
      ['an e-mail without @', { email: 'asha.example.in' }, 'email', 'Invalid email address'],
      ['an e-mail with nothing before @', { email: '@example.in' }, 'email', 'Invalid email address'],
      ['an e-mail with nothing behind @', { email: 'asha@' }, 'email', 'Invalid email address'],
      ['two @', { email: 'a@b@c.in' }, 'email', 'Invalid email address'],
      ['a space in the e-mail', { email: 'asha mehta@example.in' }, 'email', 'Invalid email address'],
      ['a line break in the e-mail', { email: 'a@b.in\r\nBcc: c@d.in' }, 'email', 'Invalid email address'],
      ['no phone', { phone: undefined }, 'phone', 'Phone number is required'],
      ['an empty phone', { phone: '' }, 'phone', 'Phone number is required'],
      ['nine digits', { phone: '987654321' }, 'phone', 'Invalid phone number'],
      ['eleven digits', { phone: '98765432101' }, 'phone', 'Invalid phone number'],
      ['a letter among ten', { phone: '98765x3210' }, 'phone', 'Invalid phone number'],
      ['+91 in front', { phone: '+919876543210' }, 'phone', 'Invalid phone number'],
      ['digits of another script', { phone: '९८७६५४३२१०' }, 'phone', 'Invalid phone number'],
      ['no date', { date_of_birth: undefined }, 'date_of_birth', 'Date of birth is required'],
      ['an empty date', { date_of_birth: '' }, 'date_of_birth', 'Date of birth is required'],
      ['30 February', { date_of_birth: '1998-02-30' }, 'date_of_birth', careerMessages.birthInvalid],
      [
        '29 February of no leap year',
        { date_of_birth: '1900-02-29' },
        'date_of_birth',
        careerMessages.birthInvalid,
      ],
      ['month 13', { date_of_birth: '1998-13-01' }, 'date_of_birth', careerMessages.birthInvalid],
      ['a day in front', { date_of_birth: '28-02-1998' }, 'date_of_birth', careerMessages.birthInvalid],
      ['a time', { date_of_birth: '1998-02-28T00:00:00Z' }, 'date_of_birth', careerMessages.birthInvalid],
      [
        'a year of five digits',
        { date_of_birth: '21998-02-28' },
        'date_of_birth',
        careerMessages.birthInvalid,
      ],
      ['words', { date_of_birth: 'yesterday' }, 'date_of_birth', careerMessages.birthInvalid],
      ['a day far ahead', { date_of_birth: '2999-01-01' }, 'date_of_birth', careerMessages.birthInFuture],
      [
        'an address of 1,001 characters',
        { address: 'a'.repeat(1001) },
        'address',
        careerMessages.addressTooLong,
      ],
    ]
  it.each(cases)('refuses %s with the one sentence of the field', async (_, change, field, sentence) => {
    const texts = Object.fromEntries(
      Object.entries({ ...somebody(), ...change }).filter(([, value]) => value !== undefined),
    )
    const { status, body } = await postApplication(server.url, texts as Record<string, string>)
    expect([status, body]).toEqual([
      422,
      { message: errorMessages.invalid, code: 'invalid', errors: [{ field, message: sentence }] },
    ])
  })

  it('asks for the resume, and names every bad field in the order of the form', async () => {
    const without = await postApplication(server.url, somebody(), [paper('pan_card')])
    expect(without.body.errors).toEqual([{ field: 'resume', message: 'Resume is required' }])
    const { body } = await postApplication(server.url, {}, [paper('pan_card', buildPdf(), 'pan.exe')])
    expect(body.errors?.map(({ field }) => field)).toEqual([
      'full_name',
      'email',
      'phone',
      'date_of_birth',
      'resume',
      'pan_card',
    ])
  })

  it('keeps what no rule forbids: any letters, the shortest e-mail, the longest texts', async () => {
    const odd = {
      full_name: 'ક્ષમા O’Brien-शर्मा 👩🏽‍⚕️ =1+1 <b>',
      email: 'x@y',
      phone: '0000000000',
      date_of_birth: '1900-01-01',
      address: `${'a'.repeat(998)}\nb`,
    }
    expect((await postApplication(server.url, odd)).status).toBe(201)
    const stored = (await storedApplications(server)).find(({ email }) => email === 'x@y')
    expect(stored).toMatchObject(odd)
  })

  it.each([
    ['2026-11-20T18:29:59.999Z', '2026-11-20', 201],
    ['2026-11-20T18:29:59.999Z', '2026-11-21', 422],
    ['2026-11-20T18:30:00.000Z', '2026-11-21', 201],
    ['2026-11-20T18:30:00.000Z', '2026-11-22', 422],
    ['2028-02-28T18:30:00.000Z', '2028-02-29', 201],
    ['2026-12-31T18:30:00.000Z', '2027-01-01', 201],
  ])('at %s takes or refuses %s by the day in India: %i', async (now, date_of_birth, expected) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) })
    const { status, body } = await postApplication(server.url, { ...somebody(), date_of_birth })
    expect(status).toBe(expected)
    if (expected === 422)
      expect(body.errors).toEqual([
        { field: 'date_of_birth', message: 'Date of birth cannot be after today' },
      ])
  })

  it('ignores fields and files it does not know, and keeps nothing of them', async () => {
    const person = somebody()
    const body = multipart([
      ...textParts({ ...person, id: 'mine', email_index: 'mine', role: 'admin' }),
      { name: 'malware', filename: 'a.exe', content: 'MZ' },
      paper(),
    ])
    expect((await postBody(server.url, body)).status).toBe(201)
    const stored = (await storedApplications(server)).find(({ email }) => email === person.email)
    expect(stored).toMatchObject(person)
    expect([stored?.id === 'mine', stored?.papers.length]).toEqual([false, 1])
  })

  it('does not mind the letter case of its path', async () => {
    const response = await fetch(`${server.url}/API/v1/Leads/Career-Application/`, { method: 'POST' })
    expect(response.status).toBe(415)
  })

  it('is never held in a cache', async () => {
    const { headers } = await postApplication(server.url, {})
    expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex'])
  })
})
