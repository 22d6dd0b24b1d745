import { describe, expect, it, afterAll, beforeAll } from 'vitest'
import {
  goodApplication,
  documentPart,
  postApplication,
  somebody,
  uploadsKept,
} from '#tests/support/application.ts'
import { newHead } from '#tests/support/enquiry.ts'
import { atDesk } from '#server/platform/message-text.ts'
import { applicationMail } from './jobs.ts'
import type { StoredApplication } from './store.ts'
import PostalMime from 'postal-mime'
import { careerMessages } from '#contract/messages/en/careers.ts'
import { fileMessages } from '#contract/messages/en/documents.ts'
import { environment } from '#server/config/config.ts'
import { buildPdf } from '#tests/support/bad-files/pdf.ts'
import { buildDocx } from '#tests/support/bad-files/zip.ts'
import { infectedPdf } from '#tests/support/eicar.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'
import type { DocumentField } from '#contract/fields/application.ts'

const application: StoredApplication = {
  ...newHead('applications'),
  ...goodApplication,
  documentFields: ['resume', 'aadhar_card', 'pan_card'],
  id: 'a'.repeat(32),
  createdAt: Date.parse('2026-11-20T06:30:00Z'),
  notice: null,
  language: 'en',
  documents: [
    { id: 'b', field: 'resume', name: 'secret name.docx', kind: 'docx', size: 1536, scan: 'clean' },
    { id: 'c', field: 'aadhar_card', name: 'x.jpg', kind: 'jpg', size: 3 * 1024 * 1024, scan: 'unscanned' },
    { id: 'd', field: 'pan_card', name: 'y.png', kind: 'png', size: 900, scan: 'off' },
  ],
}

const desk = atDesk('https://www.agency.example', 'applications', { reference: 'AP-7K3M9Q' })

describe('the mail that tells staff', () => {
  it('names who applied, what was sent and how it was scanned, and how to read it', () => {
    const { subject, replyTo, text } = applicationMail(application, desk)
    expect(subject).toBe('New application from Asha Mehta')
    expect(replyTo).toEqual({ name: 'Asha Mehta', address: 'asha.mehta@example.in' })
    // Before “pm” stands a narrow space or a plain one, as the runtime's data of languages have it.
    expect(text.replaceAll('\u202f', ' ').split('\n')).toEqual([
      'An application was sent from the career page.',
      '',
      'Name:      Asha Mehta',
      'E-mail:    asha.mehta@example.in',
      'Phone:     9876543210',
      'Sector:    Healthcare',
      'Role:      Staff nurse',
      'Experience: 3 years',
      'Wants to work in: Surat',
      'Expects pay of: 25,000 a month',
      'Sent:      20 November 2026 at 12:00 pm IST',
      'Reference: AP-7K3M9Q',
      '',
      'Address:',
      '',
      '    12 Ring Road',
      '    Surat 395002',
      '',
      'Documents:',
      '',
      '    Resume: docx, 2 KB, scanned, no virus found',
      '    Aadhaar card: jpg, 3 MB, NOT SCANNED: the virus scanner did not answer',
      '    PAN card: png, 900 bytes, not scanned: no virus scanner is set up',
      '',
      'The documents stay encrypted on the server. This application and its documents at the desk:',
      '    https://www.agency.example/staff/applications/AP-7K3M9Q',
    ])
  })

  it('says of an old Word document what was not looked at', () => {
    const documents = [
      { id: 'b', field: 'resume', name: 'a.doc', kind: 'doc', size: 900, scan: 'clean' as const },
    ]
    expect(applicationMail({ ...application, documents }, desk).text).toContain(
      'Resume: doc, 900 bytes, scanned, no virus found; old Word format: checked for macros, objects and fields alone, so open it in Protected View',
    )
  })

  it('lets nothing typed forge a line', () => {
    const forged = 'x\nReference: other\r\nDocuments:\u2028PAN card: clean\u202e'
    const { subject, text } = applicationMail({ ...application, full_name: forged, address: forged }, desk)
    expect(subject).not.toMatch(/[\r\n\u2028\u202e]/)
    expect(text.match(/^Reference: /gm)).toHaveLength(1)
    expect(text.match(/^Documents:/gm)).toHaveLength(1)
  })
})

/** A clamd that knows the test virus; without one its tests are left out. */
const clamdUrl = environment()['TEST_CLAMD_URL']
const nowhere = 'tcp://127.0.0.1:1'

type Documents = Partial<Record<DocumentField, [name: string, bytes: Buffer]>>

async function apply(server: TestServer, documents: Documents) {
  const parts = Object.entries(documents).map(([field, [name, bytes]]) =>
    documentPart(field as DocumentField, bytes, name),
  )
  const { status, body } = await postApplication(server.url, somebody(), parts)
  return { status, body }
}

async function stored({ deps, place }: TestServer) {
  const documents = await deps.db.selectFrom('application_files').select(['id', 'field', 'scan']).execute()
  const jobs = await deps.db.selectFrom('jobs').select('kind').execute()
  return { documents, jobs: jobs.length, ...(await uploadsKept(place.dataDir)) }
}

async function startMailed(clamd: string) {
  const mail = await startMailServer()
  const settings = {
    CLAMD_URL: clamd,
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: mail.url,
    PUBLIC_URL: 'https://a.example',
  }
  const server = await startServer({ settings })
  return {
    server,
    async text() {
      await server.workOff()
      const toStaff = mail.received.find(({ to }) => to.includes('inbox@agency.example'))
      return (await PostalMime.parse(toStaff?.raw ?? '')).text ?? ''
    },
    async [Symbol.asyncDispose]() {
      await server.stop()
      await mail.close()
    },
  }
}

describe.skipIf(!clamdUrl)('an application, with a virus scanner', () => {
  let started: Awaited<ReturnType<typeof startMailed>>
  beforeAll(async () => {
    started = await startMailed(clamdUrl ?? '')
  })
  afterAll(() => started[Symbol.asyncDispose]())

  it('is refused for one infected paper among good ones, and nothing of those is kept either', async () => {
    const before = await stored(started.server)
    const good: [string, Buffer] = ['a.pdf', buildPdf()]
    const documents: Documents = {
      resume: good,
      edu_certificate: good,
      aadhar_card: ['b.pdf', infectedPdf()],
      pan_card: good,
    }
    const { status, body } = await apply(started.server, documents)
    expect([status, body.errors]).toEqual([415, [{ field: 'aadhar_card', message: fileMessages.infected }]])
    expect(await stored(started.server)).toEqual(before)
  })

  it('is kept when nothing is found, and staff are told so', async () => {
    const { status, body } = await apply(started.server, { resume: ['cv.docx', buildDocx()] })
    expect([status, body]).toMatchObject([201, { message: careerMessages.sent }])
    const { documents, files } = await stored(started.server)
    expect(documents).toEqual([{ id: files[0], field: 'resume', scan: 'clean' }])
    expect(files).toHaveLength(1)
    expect(await started.text()).toMatch(/Resume: docx, .*, scanned, no virus found/)
  })
})

describe('an application, without a virus scanner that answers', () => {
  it('is kept as not scanned, the log says why, and staff are told so', async () => {
    await using it = await startMailed(nowhere)
    const documents: Documents = { resume: ['cv.pdf', infectedPdf()], pan_card: ['pan.pdf', buildPdf()] }
    expect((await apply(it.server, documents)).status).toBe(201)
    const kept = await stored(it.server)
    expect(kept.documents.map(({ field, scan }) => [field, scan]).sort()).toEqual([
      ['pan_card', 'unscanned'],
      ['resume', 'unscanned'],
    ])
    expect(kept.files.sort()).toEqual(kept.documents.map(({ id }) => id).sort())
    expect(it.server.log()).toMatch(/"code":"ECONNREFUSED".*"the virus scanner did not answer"/)
    const text = await it.text()
    expect(text).toMatch(/Resume: pdf, .*, NOT SCANNED: the virus scanner did not answer/)
    expect(text).toMatch(/PAN card: pdf, .*, NOT SCANNED/)
  })
})
