import { fileOfWrongKind, fileTooLarge } from '#tests/support/english.ts'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { FILE_MAX_BYTES } from '#contract/upload-limits.ts'
import { errorMessages } from '#contract/messages/en/common.ts'
import { fileMessages } from '#contract/messages/en/documents.ts'
import { api } from '#contract/paths.ts'
import {
  boundary,
  fieldsOf,
  documentPart,
  pdfOf,
  postApplication,
  somebody,
  uploadsKept,
} from '#tests/support/application.ts'
import type { BadFile } from '#tests/support/bad-files/bad-file.ts'
import { badFiles } from '#tests/support/bad-files/corpus.ts'
import { buildPdf } from '#tests/support/bad-files/pdf.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { sendRaw } from '#tests/support/tcp.ts'

const MB = 1024 * 1024

const server = sharedServer()
afterAll(async () => {
  // After all of this the server threw nothing, and takes an application.
  expect(server.log()).not.toMatch(/"level":"(error|fatal)"/)
  expect((await postApplication(server.url)).status).toBe(201)
  expect((await uploadsKept(server.place.dataDir)).files).toHaveLength(1)
})

async function expectNothingKept(): Promise<void> {
  expect(await uploadsKept(server.place.dataDir)).toEqual({ files: [], spool: [] })
  for (const table of ['records', 'application_files', 'jobs'] as const)
    expect(await server.deps.db.selectFrom(table).select('id').execute()).toEqual([])
}

const sentences = {
  empty: fileMessages.empty,
  damaged: fileMessages.damaged,
  locked: fileMessages.locked,
  active: fileMessages.active,
  'too many pixels': fileMessages.tooManyPixels,
}

function sentenceOf({ fault, kind }: BadFile): string {
  if (fault === 'wrong kind') throw new Error('told by its field')
  const isPicture = kind === 'jpg' || kind === 'png'
  return fault === 'damaged' && !isPicture ? fileMessages.unreadable : sentences[fault]
}

function setOf({ kind, fault }: Pick<BadFile, 'kind' | 'fault'>): string {
  return fieldsOf(kind).join() + fault
}
/** One of each fault in each set of fields; the others are refused by the same function, which has tests of its own. */
const oneOfEach = badFiles.filter(({ name, kind, fault }, at) =>
  // One that its field takes under another name is taken.
  fault === 'wrong kind'
    ? name === `${kind}: a page`
    : badFiles.findIndex((bad) => setOf(bad) === setOf({ kind, fault })) === at,
)
/** Small files that unfold to much memory. */
const bombs = badFiles.filter(({ name }) => name.includes('40 kB'))

afterEach(expectNothingKept)

describe('a bad file', () => {
  it.each([...new Set([...oneOfEach, ...bombs])])(
    '$name is refused in every field that takes its ending, in words under it',
    async (bad) => {
      const content = await bad.bytes()
      const fields = fieldsOf(bad.kind)
      const documents = fields.map((field) => documentPart(field, content, `paper.${bad.kind}`))
      if (!fields.includes('resume')) documents.push(documentPart())
      const { status, body } = await postApplication(server.url, somebody(), documents)
      expect([status, body.code, body.message]).toEqual([415, 'wrong_type', errorMessages.wrongType])
      const kindsOf = (field: string) =>
        field === 'resume' ? ['pdf', 'doc', 'docx'] : ['pdf', 'jpg', 'jpeg', 'png']
      expect(body.errors).toEqual(
        fields.map((field) => ({
          field,
          message: bad.fault === 'wrong kind' ? fileOfWrongKind(kindsOf(field)) : sentenceOf(bad),
        })),
      )
    },
  )
})

describe('a name', () => {
  const wrong = fileOfWrongKind(['pdf', 'doc', 'docx'])
  const endings = ['cv.pdf.exe', 'cv.svg', '.pdf', 'cv', 'cv.pdf.', 'cv%2epdf', 'cv.pdf::$DATA', 'cv.pdf ']
  const paths = ['../../etc/cv.pdf', '..%2fcv.pdf', 'C:\\\\cv.pdf', 'cv%00.pdf', 'cv.exe\0.pdf']
  const turned = ['cv\u202efdp.exe.pdf', 'cv\u2066.pdf', 'cv%0d%0aX: y.pdf', 'cv\u2028.pdf', 'cv\u0085.pdf']
  it.each([
    ...[...endings, 'cv.p\u200bdf', 'cv.\uff50\uff44\uff46'].map((name) => [name, wrong]),
    ...[...paths, ...turned].map((name) => [name, fileMessages.nameUnusable]),
    [`${'a'.repeat(252)}.pdf`, fileMessages.nameTooLong],
  ])('%j is refused under its field', async (name, message) => {
    const documents = [documentPart('resume', buildPdf(), name)]
    const { status, body } = await postApplication(server.url, somebody(), documents)
    expect([status, body.errors]).toEqual([415, [{ field: 'resume', message }]])
  })

  it('spelt the long way passes no ending by', async () => {
    const headers = `Content-Disposition: form-data; name="resume"; filename="cv.pdf"; filename*=UTF-8''..%2Fcv.exe`
    const resume = { name: 'resume', content: Buffer.from('MZ'), headers }
    const { status } = await postApplication(server.url, somebody(), [resume])
    expect([400, 415, 422]).toContain(status)
  })
})

describe('a size', () => {
  it('of one byte over 5 MB is refused under its field, and of 5 MB is not', async () => {
    const over = await postApplication(server.url, somebody(), [
      documentPart('resume', pdfOf(FILE_MAX_BYTES + 1)),
    ])
    expect([over.status, over.body.code, over.body.errors]).toEqual([
      413,
      'too_large',
      [{ field: 'resume', message: fileTooLarge(FILE_MAX_BYTES) }],
    ])
    const exact = await postApplication(server.url, { ...somebody(), phone: 'none' }, [
      documentPart('resume', pdfOf(FILE_MAX_BYTES)),
    ])
    expect(exact.body.errors?.map(({ field }) => field)).toEqual(['phone'])
  })

  it('told beforehand as more than 22 MB is refused before the body comes', async () => {
    const type = `Content-Type: multipart/form-data; boundary=${boundary}`
    const head = `POST ${api.careerApplication} HTTP/1.1\r\nHost: x\r\n${type}\r\nContent-Length: ${23 * MB}\r\n`
    const answer = await sendRaw(server.url, `${head}Connection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer).toContain(errorMessages.tooLarge)
  })
})
