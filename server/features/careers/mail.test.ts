import { expect, it } from 'vitest'
import type { DocumentField } from '#contract/fields/application.ts'
import { fileMessages } from '#contract/messages/en/documents.ts'
import { environment } from '#server/config/config.ts'
import { atDesk } from '#server/platform/mail-text.ts'
import { documentPart, goodApplication, postApplication, uploadsKept } from '#tests/support/application.ts'
import { buildPdf } from '#tests/support/bad-files/pdf.ts'
import { infectedPdf } from '#tests/support/eicar.ts'
import { newHead } from '#tests/support/enquiry.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'
import { mailsTo } from '#tests/support/visitor.ts'
import { applicationMail } from './jobs.ts'
import type { StoredApplication } from './store.ts'

const application: StoredApplication = {
  ...newHead('applications'),
  ...goodApplication,
  documentFields: ['resume', 'aadhar_card', 'pan_card'],
  id: 'a'.repeat(32),
  createdAt: Date.parse('2026-11-20T06:30:00Z'),
  notice: null,
  language: 'en',
  documents: [
    {
      id: 'b',
      field: 'resume',
      name: 'secret name.docx',
      kind: 'docx',
      size: 1536,
      scan: 'clean',
      marks: [],
    },
    {
      id: 'c',
      field: 'aadhar_card',
      name: 'x.jpg',
      kind: 'jpg',
      size: 3 * 1024 * 1024,
      scan: 'unscanned',
      marks: [],
    },
    { id: 'd', field: 'pan_card', name: 'y.png', kind: 'png', size: 900, scan: 'off', marks: ['link'] },
  ],
}

const desk = atDesk('https://www.agency.example', 'applications', { reference: 'AP-7K3M9Q' })

it('the mail to staff about an application says who applied, what was sent, how it was scanned, and how to read it', () => {
  const { subject, replyTo, text } = applicationMail(application, desk)
  expect(subject).toBe('New application from Asha Mehta')
  expect(replyTo).toEqual({ name: 'Asha Mehta', address: 'asha.mehta@example.in' })
  // A narrow or a plain space precedes “pm”, depending on the runtime's language data.
  const lines = text.replaceAll('\u202f', ' ').split('\n')
  const told = [
    ...['Name:      Asha Mehta', 'Service:   Career Counseling', 'Sector:    Healthcare'],
    ...['Wants to work in: Surat', '    Surat 395002', 'Reference: AP-7K3M9Q'],
    'Sent:      20 November 2026 at 12:00 pm IST',
    '    Resume: docx, 2 KB, scanned, no virus found',
    '    Aadhaar card: jpg, 3 MB, NOT SCANNED: the virus scanner did not answer',
    '    PAN card: png, 900 bytes, not scanned: no virus scanner is set up',
    '    https://www.agency.example/staff/applications/AP-7K3M9Q',
  ]
  expect(lines).toEqual(expect.arrayContaining(told))
  expect(text).not.toContain('secret name')
})

it('the mail to staff about an application says what was found in a document', () => {
  const resume = { id: 'b', field: 'resume', name: 'a.pdf', kind: 'pdf', size: 900, scan: 'clean' } as const
  const documents = [{ ...resume, marks: ['script', 'form', 'link'] as const }]
  const { text } = applicationMail({ ...application, documents }, desk)
  expect(text).toMatch(/no virus found; found in it: scripts, a form$/m)
})

/** A clamd that detects the test virus; without one its tests are left out. */
const clamdUrl = environment()['TEST_CLAMD_URL']

async function apply(server: TestServer, documents: Partial<Record<DocumentField, Buffer>>) {
  const parts = Object.entries(documents).map(([field, bytes]) => documentPart(field as DocumentField, bytes))
  const { status, body } = await postApplication(server.url, undefined, parts)
  const { db } = server.deps
  const rows = await db.selectFrom('application_files').select(['id', 'field', 'scan']).execute()
  const { files, spool } = await uploadsKept(server.place.dataDir)
  expect([files.sort(), spool]).toEqual([rows.map(({ id }) => id).sort(), []])
  const [toStaff] = await mailsTo(server, 'inbox@agency.example')
  const scans = Object.fromEntries(rows.map(({ field, scan }) => [field, scan]))
  return { status, body, scans, text: toStaff?.text }
}

it.skipIf(!clamdUrl)(
  'an application is refused if one document is infected, and none of it is stored',
  async () => {
    await using server = await startServer({ settings: { CLAMD_URL: clamdUrl } })
    const good = buildPdf()
    const documents = { resume: good, edu_certificate: good, aadhar_card: infectedPdf(), pan_card: good }
    const { status, body, scans, text } = await apply(server, documents)
    expect([status, body.errors]).toEqual([415, [{ field: 'aadhar_card', message: fileMessages.infected }]])
    expect([scans, text]).toEqual([{}, undefined])
    const clean = await apply(server, { resume: good })
    expect([clean.status, clean.scans]).toEqual([201, { resume: 'clean' }])
    expect(clean.text).toMatch(/Resume: pdf, .*, scanned, no virus found/)
  },
)

it('an application is stored as not scanned if the scanner does not answer, and staff are told so', async () => {
  await using server = await startServer({ settings: { CLAMD_URL: 'tcp://127.0.0.1:1' } })
  const { status, scans, text } = await apply(server, { resume: infectedPdf(), pan_card: buildPdf() })
  expect([status, scans]).toEqual([201, { pan_card: 'unscanned', resume: 'unscanned' }])
  expect(server.log()).toMatch(/"code":"ECONNREFUSED".*"the virus scanner did not answer"/)
  expect(text).toMatch(/Resume: pdf, .*, NOT SCANNED: the virus scanner did not answer/)
  expect(text).toMatch(/PAN card: pdf, .*, NOT SCANNED/)
})
