import { fileOfWrongKind, fileTooLarge } from '#tests/support/english.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { FILE_MAX_BYTES } from '#contract/upload-limits.ts'
import { errorMessages } from '#contract/messages/en/common.ts'
import { fileMessages } from '#contract/messages/en/documents.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import {
  fieldsOf,
  documentPart,
  pdfOf,
  postApplication,
  postBody,
  somebody,
  uploadsKept,
} from '#tests/support/application.ts'
import type { BadFile } from '#tests/support/bad-files/bad-file.ts'
import { badFiles } from '#tests/support/bad-files/corpus.ts'
import { buildPdf } from '#tests/support/bad-files/pdf.ts'
import { type ServerProcess, startProcess } from '#tests/support/child.ts'
import { makePlace, type Place } from '#tests/support/place.ts'

const MB = 1024 * 1024

let place: Place
let server: ServerProcess
let url: string

beforeAll(async () => {
  place = await makePlace('sqlite')
  server = startProcess(place.settings)
  url = await server.url
})
afterAll(async () => {
  try {
    // After all of this it is the same process, threw nothing, and takes an application.
    expect(server.stderr()).not.toMatch(/"level":"(error|fatal)"/)
    const { status } = await postApplication(url, somebody())
    expect(status).toBe(201)
    expect((await uploadsKept(place.dataDir)).files).toHaveLength(1)
  } finally {
    await server.kill('SIGKILL')
    await place.remove()
  }
})

async function expectNothingKept(): Promise<void> {
  expect(await uploadsKept(place.dataDir)).toEqual({ files: [], spool: [] })
  const { db, close } = openDatabase(place)
  const rows = await Promise.all(
    (['records', 'application_files', 'jobs'] as const).map((table) =>
      db.selectFrom(table).select('id').execute(),
    ),
  )
  await close()
  expect(rows).toEqual([[], [], []])
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

/** One of each kind and fault; the others are refused by the same function, which has tests of its own. */
const oneOfEach = badFiles.filter(({ name, kind, fault }, at) =>
  // One that its field takes under another name is taken.
  fault === 'wrong kind'
    ? name === `${kind}: a page`
    : badFiles.findIndex((bad) => bad.kind === kind && bad.fault === fault) === at,
)
/** Small files that unfold to much memory. */
const bombs = badFiles.filter(({ name }) => name.includes('40 kB'))

describe('a bad file', () => {
  afterEach(expectNothingKept)

  it.each([...new Set([...oneOfEach, ...bombs])])(
    '$name is refused in every field that takes its ending, in words under it',
    async (bad) => {
      const content = await bad.bytes()
      const fields = fieldsOf(bad.kind)
      const documents = fields.map((field) => documentPart(field, content, `paper.${bad.kind}`))
      if (!fields.includes('resume')) documents.push(documentPart())
      const { status, body } = await postApplication(url, somebody(), documents)
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
  afterEach(expectNothingKept)

  const wrong = fileOfWrongKind(['pdf', 'doc', 'docx'])
  const unusable = fileMessages.nameUnusable
  const names: [name: string, sentence: string][] = [
    ...'cv.pdf.exe cv.exe cv.svg cv.html cv.docm cv.jpg .pdf pdf cv cv. cv.pdf. cv.pdf;.exe cv%2epdf cv.pdf::$DATA'
      .split(' ')
      .map((name): [string, string] => [name, wrong]),
    ['cv.pdf ', wrong],
    ['cv.p\u200bdf', wrong],
    ['cv.\uff50\uff44\uff46', wrong],
    ...'../../etc/cron.d/cv.pdf /etc/cv.pdf ..%2f..%2fcv.pdf cv%00.pdf cv\u0007.pdf cv\u007f.pdf'
      .concat(' cv\u0085.pdf cv\u202efdp.exe.pdf cv\u200f.pdf cv\u2066.pdf')
      .split(' ')
      .map((name): [string, string] => [name, unusable]),
    ['..\\\\..\\\\cv.pdf', unusable],
    ['C:\\\\cv.pdf', unusable],
    ['cv%0d%0aSet-Cookie: a=b.pdf', unusable],
    ['cv.exe\0.pdf', unusable],
    ['cv\u2028.pdf', unusable],
    [`${'a'.repeat(252)}.pdf`, fileMessages.nameTooLong],
    [`${'a'.repeat(4092)}.pdf`, fileMessages.nameTooLong],
  ]
  it.each(names)('%j is refused under its field', async (name, sentence) => {
    const { status, body } = await postApplication(url, somebody(), [
      documentPart('resume', buildPdf(), name),
    ])
    expect([status, body.errors]).toEqual([415, [{ field: 'resume', message: sentence }]])
  })

  it.each([
    "filename*=UTF-8''cv.exe",
    `filename="cv.pdf"; filename*=UTF-8''..%2Fcv.pdf`,
    `filename*=UTF-8''cv%00.pdf; filename="cv.exe"`,
  ])('spelt the long way as %s passes no ending by', async (spelt) => {
    const headers = `Content-Disposition: form-data; name="resume"; ${spelt}`
    const { status } = await postApplication(url, somebody(), [
      { name: 'resume', content: Buffer.from('MZ'), headers },
    ])
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })

  it('that breaks its line makes no part and no header', async () => {
    const headers = 'Content-Disposition: form-data; name="resume"; filename="cv\r\n.pdf"'
    const { status, headers: answered } = await postApplication(url, somebody(), [
      { name: 'resume', content: buildPdf(), headers },
    ])
    expect([400, 415, 422]).toContain(status)
    expect(answered.get('set-cookie')).toBeNull()
  })
})

describe('a size', () => {
  afterEach(expectNothingKept)

  it('of one byte over 5 MB is refused under its field, and of 5 MB is not', async () => {
    const over = await postApplication(url, somebody(), [documentPart('resume', pdfOf(FILE_MAX_BYTES + 1))])
    expect([over.status, over.body.code, over.body.errors]).toEqual([
      413,
      'too_large',
      [{ field: 'resume', message: fileTooLarge(FILE_MAX_BYTES) }],
    ])
    const exact = await postApplication(url, { ...somebody(), phone: 'none' }, [
      documentPart('resume', pdfOf(FILE_MAX_BYTES)),
    ])
    expect(exact.body.errors?.map(({ field }) => field)).toEqual(['phone'])
  })

  it('over the limit in every field is said under every field', async () => {
    const large = pdfOf(FILE_MAX_BYTES + 1)
    const documents = fieldsOf('pdf').map((field) => documentPart(field, large))
    const { status, body } = await postApplication(url, somebody(), documents)
    expect([status, body.errors?.map(({ field }) => field)]).toEqual([413, fieldsOf('pdf')])
  })

  it('told beforehand as more than 22 MB is refused', async () => {
    const { status, body } = await postBody(url, Buffer.alloc(23 * MB))
    expect([status, body]).toEqual([413, { message: errorMessages.tooLarge, code: 'too_large' }])
  })
})
