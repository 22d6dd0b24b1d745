import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { localDataKey } from '#server/platform/data-folder.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { columnsOf } from '#server/features/staff/records/export-service.ts'
import { newId } from '#server/platform/ids.ts'
import { documentPart, goodApplication, postApplication } from '#tests/support/application.ts'
import { buildPdf } from '#tests/support/bad-files/pdf.ts'
import { buildDocx } from '#tests/support/bad-files/zip.ts'
import { insertEnquiries, newEnquiry, type StoredEnquiry } from '#tests/support/enquiry.ts'
import { type Engine, engines, makePlace, type Place } from '#tests/support/place.ts'
import { referenceOf, registered } from '#tests/support/registration.ts'
import { runOps, runOpsIntoHead } from '#tests/support/run-ops.ts'
import { shared, sharedServer } from '#tests/support/shared.ts'

const header = `"${columnsOf('enquiries').join('","')}"\r\n`

function enquiry(values: Partial<StoredEnquiry>): StoredEnquiry {
  return newEnquiry({ id: `a${newId().slice(1)}`, createdAt: 0, ...values })
}

/** Creates a place with these records. */
async function placeWith(engine: Engine, enquiries: readonly StoredEnquiry[]): Promise<Place> {
  const place = await makePlace(engine, { hasTables: true })
  const { db, close } = openDatabase(place)
  await migrate(db)
  const cipher = createFieldCipher(localDataKey(place.dataDir))
  for (let at = 0; at < enquiries.length; at += 500)
    await insertEnquiries(db, cipher, enquiries.slice(at, at + 500))
  await close()
  return place
}

function exportTo(place: Place, ...options: string[]) {
  return runOps(['export', 'enquiries', ...options], place.settings)
}

/** Before and after midnight in India between 19 and 20 November. */
const lastOf19 = enquiry({ createdAt: Date.parse('2026-11-19T18:29:59.999Z'), name: 'Before midnight' })
const firstOf20 = enquiry({ createdAt: Date.parse('2026-11-19T18:30:00.000Z'), name: 'At midnight' })
const suspect = enquiry({
  createdAt: Date.parse('2026-11-20T04:00:00.000Z'),
  name: 'निशा "Nish", Rao',
  email: 'nisha@mail.example.org',
  enquiry: 'Two lines,\nno more',
  suspect: 'honeypot too-fast',
  notice: '2026-11-21',
  language: 'gu',
})

describe.each(engines)('export enquiries on %s', (engine) => {
  const place = shared(() => placeWith(engine, [suspect, firstOf20, lastOf19]))

  it('writes masked CSV, oldest first, and says so on standard error', async () => {
    const { code, stdout, stderr } = await exportTo(place)
    expect([code, stderr]).toEqual([0, '3 enquiries; e-mail and phone are masked; --reveal shows them\n'])
    const begins = `${header}"${lastOf19.id}","2026-11-19T18:29:59.999Z","Before midnight",`
    expect(stdout.slice(0, begins.length)).toBe(begins)
    const last = stdout.slice(stdout.indexOf(`"${suspect.id}"`))
    expect(last).toContain('"निशा ""Nish"", Rao","n***@m***.org","******3210"')
    expect(last).toContain('"Two lines,\nno more"')
  })

  it('shows complete e-mail and phone with --reveal', async () => {
    const { code, stdout, stderr } = await exportTo(place, '--reveal', '--format', 'ndjson')
    const rows = stdout.trimEnd().split('\n')
    const shown = [lastOf19, firstOf20, suspect].map(({ id, name, email, phone, enquiry, ...row }) => ({
      ...{ id, name, email, phone, enquiry, suspect: row.suspect, notice: row.notice },
      ...{ created_at: new Date(row.createdAt).toISOString(), language: row.language },
    }))
    expect(rows.map((row) => JSON.parse(row) as unknown)).toMatchObject(shown)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '3 enquiries\n' })
  })

  it.each([
    ['2026-11-19', [lastOf19, firstOf20, suspect]],
    ['2026-11-20', [firstOf20, suspect]],
    ['2026-11-20T09:30:00+05:30', [suspect]],
    ['2026-11-20T04:00:00.001Z', []],
  ])('--since %s begins there', async (since, expected) => {
    const { stdout } = await exportTo(place, '--since', since, '--format', 'json')
    expect((JSON.parse(stdout) as StoredEnquiry[]).map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
  })

  it('writes only the header, or an empty array, without rows', async () => {
    expect((await exportTo(place, '--since', '2099-01-01')).stdout).toBe(header)
    expect((await exportTo(place, '--since', '2099-01-01', '--format', 'json')).stdout).toBe('[]\n')
    expect((await exportTo(place, '--since', '2099-01-01', '--format', 'ndjson')).stdout).toBe('')
  })

  it('escapes control characters in every format', async () => {
    await using hostile = await placeWith(engine, [enquiry({ name: '\u001b]0;owned\u0007\u009b2J\u202eA' })])
    for (const form of ['csv', 'ndjson', 'json'])
      expect((await exportTo(hostile, '--format', form)).stdout).toContain(
        String.raw`\u001b]0;owned\u0007\u009b2J\u202eA`,
      )
  })

  it('reports a missing database and creates none', async () => {
    await using empty = await makePlace(engine)
    await writeFile(join(empty.dataDir, 'data.key'), 'a'.repeat(64))
    const failure = { code: 1, stdout: '', stderr: expect.stringContaining('start the server once') }
    for (let times = 0; times < 2; times += 1) expect(await exportTo(empty)).toEqual(failure)
  })

  it('names an altered row and writes all others', async () => {
    const rows = ['whole-1', 'bent', 'whole-2'].map((id) => enquiry({ id }))
    await using altered = await placeWith(engine, rows)
    const { db, close } = openDatabase(altered)
    await db.updateTable('records').set({ personal: 'v1.x.y.z' }).where('id', '=', 'bent').execute()
    await close()
    const { code, stdout, stderr } = await exportTo(altered, '--format', 'ndjson')
    expect(stdout.match(/whole-\d/g)?.sort()).toEqual(['whole-1', 'whole-2'])
    expect(stdout).not.toContain('bent')
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/Skipped.*: bent\n$/) })
  })

  it('reports a missing key and creates none', async () => {
    await using keyless = await placeWith(engine, [enquiry({})])
    await rm(join(keyless.dataDir, 'data.key'))
    const failure = { code: 1, stdout: '', stderr: expect.stringMatching(/^DATA_KEY is not set and .*\n$/) }
    for (let times = 0; times < 2; times += 1) expect(await exportTo(keyless)).toEqual(failure)
    const other = await runOps(['export', 'enquiries'], { ...keyless.settings, DATA_KEY: 'b'.repeat(64) })
    expect([other.code, other.stderr]).toEqual([
      1,
      expect.stringContaining('encrypted with another DATA_KEY'),
    ])
  })
})

it('an export ends quietly when its reader stops early', async () => {
  const text = 'x'.repeat(500)
  const rows = Array.from({ length: 600 }, (_, at) => enquiry({ createdAt: at, enquiry: text }))
  await using many = await placeWith('sqlite', rows)
  const head = await runOpsIntoHead(['export', 'enquiries'], many.settings)
  const whole = await exportTo(many, '--format', 'ndjson')
  expect(head).toEqual({ code: 0, stdout: expect.stringMatching(/^"id","created_at",/), stderr: '' })
  expect(head.stdout.length).toBeLessThan(whole.stdout.length / 2)
  expect(whole.stdout.split('\n')).toHaveLength(601)
})

describe('beside a running server', () => {
  const server = sharedServer()
  const run = (...words: string[]) => runOps(words, server.place.settings)

  it('writes applications with the names of their documents, masked by default', async () => {
    const documents = [
      documentPart('resume', buildDocx(), 'Asha Mehta.docx'),
      documentPart('edu_certificate', buildPdf(), 'degree.pdf'),
    ]
    expect((await postApplication(server.url, goodApplication, documents)).status).toBe(201)
    const { code, stdout, stderr } = await run('export', 'applications')
    expect([code, stderr]).toEqual([0, '1 applications; e-mail and phone are masked; --reveal shows them\n'])
    expect(stdout.split('\r\n')[0]).toBe(`"${columnsOf('applications').join('","')}"`)
    expect(stdout).toContain(
      '"Asha Mehta","a***@e***.in","******3210","1998-02-28","12 Ring Road\nSurat 395002",' +
        '"Career Counseling","Healthcare","Staff nurse","3 years","Surat","25,000 a month",' +
        '"Education certificate (PDF, not checked for viruses); Resume (DOCX, not checked for viruses)","","","en",""\r\n',
    )
    const revealed = await run('export', 'applications', '--format', 'ndjson', '--reveal')
    expect(revealed.stderr).toBe('1 applications\n')
    const names = { service: 'Career Counseling', sector: 'Healthcare' }
    expect(JSON.parse(revealed.stdout)).toMatchObject({ ...goodApplication, ...names })
  })

  it('writes executives with their mandate, and records --reveal in the audit log', async () => {
    const { id, fields, aadhaar } = await registered(server)
    const { name, city, email, phone = '', accountNo = '', transactionId } = fields
    const exported = async (...options: string[]) => {
      const { stdout, stderr } = await run('export', 'executives', '--format', 'ndjson', ...options)
      return { ...JSON.parse(stdout), stderr }
    }
    expect(await exported()).toMatchObject({
      ...{ id: await referenceOf(server.deps, id), name, city, notice: '2026-11-21' },
      ...{ email: 'p***@e***.in', phone: `******${phone.slice(-4)}` },
      ...{ aadhaar_no: `XXXXXXXX${aadhaar.slice(-4)}`, account_no: `XXXXXXXX${accountNo.slice(-4)}` },
      ...{ transaction_id: transactionId, mandate: 'initiated' },
      stderr: '1 executives; e-mail, phone and account number are masked; --reveal shows them\n',
    })
    const row = await exported('--reveal')
    expect(row).toMatchObject({ email, phone, account_no: accountNo })
    expect(JSON.stringify(row)).not.toContain(aadhaar)
    const entries = (await run('audit', 'list')).stdout.trimEnd().split('\n')
    const [, , ...entry] = entries.at(-1)?.split('\t') ?? []
    expect(entry.slice(0, 1)).toEqual(['reveal'])
    expect(entry.at(-1)).toBe('{"of":"executives","since":0}')
  })
})
