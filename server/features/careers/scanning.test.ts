import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { careerMessages } from '#contract/messages/en/careers.ts'
import { fileMessages } from '#contract/messages/en/documents.ts'
import { environment } from '#server/config/config.ts'
import { documentPart, postApplication, somebody, uploadsKept } from '#tests/support/application.ts'
import { buildPdf } from '#tests/support/bad-files/pdf.ts'
import { buildDocx } from '#tests/support/bad-files/zip.ts'
import { infectedPdf } from '#tests/support/eicar.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'
import type { DocumentField } from '#contract/fields/application.ts'

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
