import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { errorMessages } from '#contract/messages/en/common.ts'
import { fileMessages } from '#contract/messages/en/documents.ts'
import { careerMessages } from '#contract/messages/en/career-answers.ts'
import { type DocumentField, documentFields } from '#contract/fields/application.ts'
import { contentOf, fileNotTaken } from '#contract/file-contents.ts'
import { api } from '#contract/paths.ts'
import { endingsOf, type FileKind } from '#contract/schemas/documents.ts'
import { FILE_MAX_BYTES } from '#contract/upload-limits.ts'
import {
  boundary,
  documentPart,
  fieldsOf,
  multipart,
  type Part,
  pdfOf,
  postApplication,
  postBody,
  somebody,
  textParts,
  uploadsKept,
} from '#tests/support/application.ts'
import type { BadFile } from '#tests/support/bad-files/bad-file.ts'
import { badFiles } from '#tests/support/bad-files/corpus.ts'
import { buildPdf } from '#tests/support/bad-files/pdf.ts'
import { english, fileOfWrongKind, fileTooLarge } from '#tests/support/english.ts'
import { eventually } from '#tests/support/eventually.ts'
import { statusesOf } from '#tests/support/repeat.ts'
import { mailsTo } from '#tests/support/visitor.ts'
import { startServer } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { storedApplications } from '#tests/support/stored-place.ts'
import { sendHeadAlone, sendRaw } from '#tests/support/tcp.ts'

describe('career-application', () => {
  const server = sharedServer()
  afterEach(() => vi.useRealTimers())

  // The rules themselves are tested beside them (contract/schemas/schemas.test.ts).
  it('refuses each bad field with its one sentence, requires the resume, and does not shorten a text of 70 kB', async () => {
    const { status, body: said } = await postApplication(server.url, { ...somebody(), phone: '98765x3210' })
    const errors = [{ field: 'phone', message: 'Invalid phone number' }]
    expect([status, said]).toEqual([422, { message: errorMessages.invalid, code: 'invalid', errors }])
    const long = await postApplication(server.url, { ...somebody(), email: 'x'.repeat(70_000) })
    expect(long.body.errors).toEqual([{ field: 'email', message: 'Email is too long' }])
    const without = await postApplication(server.url, somebody(), [documentPart('pan_card')])
    expect(without.body.errors).toEqual([{ field: 'resume', message: 'Resume is required' }])
    const { body } = await postApplication(server.url, {}, [documentPart('pan_card', buildPdf(), 'pan.exe')])
    const fields = ['full_name', 'email', 'phone', 'date_of_birth', 'resume', 'pan_card']
    expect(body.errors?.map(({ field }) => field)).toEqual(fields)
  })

  it.each([
    ['2026-11-20T18:29:59.999Z', '2026-11-20', 201],
    ['2026-11-20T18:29:59.999Z', '2026-11-21', 422],
    ['2026-11-20T18:30:00.000Z', '2026-11-21', 201],
    ['2026-11-20T18:30:00.000Z', '2026-11-22', 422],
  ])('at %s accepts or refuses %s by the day in India: %i', async (now, date_of_birth, expected) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) })
    const { status, body } = await postApplication(server.url, { ...somebody(), date_of_birth })
    const late = { field: 'date_of_birth', message: 'Date of birth cannot be after today' }
    expect([status, body.errors]).toEqual([expected, expected === 422 ? [late] : undefined])
  })

  it('ignores unknown fields and files, and stores nothing of them', async () => {
    const person = somebody()
    const body = multipart([
      ...textParts({ ...person, id: 'mine', email_index: 'mine', status: 'placed' }),
      { name: 'malware', filename: 'a.exe', content: 'MZ' },
      documentPart(),
    ])
    expect((await postBody(server.url, body)).status).toBe(201)
    const stored = (await storedApplications(server)).find(({ email }) => email === person.email)
    expect(stored).toMatchObject(person)
    expect([stored?.id === 'mine', stored?.documents.length]).toEqual([false, 1])
  })
})

const whole = [...textParts(somebody()), documentPart()]
const body = multipart(whole)
const unreadable = { status: 400, body: { message: errorMessages.unreadable, code: 'unreadable' } }
const invalid = { status: 422, body: { message: errorMessages.invalid } }
const tooLarge = { status: 413, body: { message: errorMessages.tooLarge, code: 'too_large' } }
const wrongType = { status: 415, body: { message: errorMessages.wrongType, code: 'wrong_type' } }

/** Returns one part with these headers. */
function withHeaders(headers: string, content = 'x'): Part[] {
  return [{ name: 'x', content, headers }]
}

const named = 'Content-Disposition: form-data; name="full_name"\r\n'
function fields(count: number): Part[] {
  return Array.from({ length: count }, (_, at) => ({ name: `f${at}`, content: 'x' }))
}
const bodies: [what: string, sent: Buffer | Part[], answer: object, type?: string][] = [
  ['no boundary told', body, unreadable, 'multipart/form-data'],
  ['cut off within the file', body.subarray(0, -200), unreadable],
  ['no last boundary', multipart(whole, { end: '' }), unreadable],
  ['a header of 100 kB', withHeaders(`X: ${'x'.repeat(100_000)}`), invalid],
  ['a field that reaches for prototypes', [...whole, { name: '__proto__', content: '1' }], unreadable],
  ['a file that does', [...whole, { ...documentPart(), name: 'constructor' }], unreadable],
  ['nothing', Buffer.alloc(0), invalid],
  ['a part without a name', withHeaders('Content-Disposition: form-data'), invalid],
  ['a multipart within', withHeaders(`${named}Content-Type: multipart/mixed; boundary=b`, '--b--'), invalid],
  ['an unknown character set', withHeaders(`${named}Content-Type: text/plain; charset=no-such`), invalid],
  ['text that is no UTF-8', [{ name: 'full_name', content: Buffer.from('fffe00c3', 'hex') }], invalid],
  ['a resume that is no file', [...textParts(somebody()), { name: 'resume', content: 'text' }], invalid],
  ['a file that was not chosen', [...textParts(somebody()), documentPart('resume', undefined, '')], invalid],
  ['25 fields', [...fields(25), documentPart()], tooLarge],
  ['five files', [...whole, ...Array<Part>(4).fill(documentPart('pan_card'))], tooLarge],
  ['JSON', Buffer.from(JSON.stringify(somebody())), wrongType, 'application/json'],
  ['no type', Buffer.from('x'), wrongType, 'application/octet-stream'],
  ['another multipart', body, wrongType, `multipart/related; boundary=${boundary}`],
]

const sentences = {
  empty: fileMessages.empty,
  damaged: fileMessages.damaged,
  locked: fileMessages.locked,
  macros: fileMessages.macros,
  'too large inside': fileMessages.tooLargeInside,
  'too many pixels': fileMessages.tooManyPixels,
}
const papers = ['pdf', 'doc', 'docx']

function sentenceOf({ fault, kind }: BadFile, field: DocumentField, content: Buffer): string {
  const taken: readonly FileKind[] = documentFields[field].kinds
  const inside = contentOf(content)
  // A file of another kind is refused for that kind, and is never read as the kind that its name says.
  if (fault !== 'empty' && !(inside?.kind && taken.includes(inside.kind)))
    return english(fileNotTaken(inside, taken))
  if (fault === 'wrong kind') return fileOfWrongKind(endingsOf(taken))
  const isPicture = kind === 'jpg' || kind === 'png'
  return fault === 'damaged' && !isPicture ? fileMessages.unreadable : sentences[fault]
}

function setOf({ kind, fault }: Pick<BadFile, 'kind' | 'fault'>): string {
  return fieldsOf(kind).join() + fault
}
/** One file of each fault in each set of fields; the others are refused by the same function, which has its own tests. */
const oneOfEach = badFiles.filter(({ name, kind, fault }, at) =>
  // One that is accepted under another name.
  fault === 'wrong kind'
    ? name === `${kind}: a page`
    : badFiles.findIndex((bad) => setOf(bad) === setOf({ kind, fault })) === at,
)
/** Small files that expand to much memory. */
const bombs = badFiles.filter(({ name }) => name.includes('40 kB'))

describe('an application', () => {
  const server = sharedServer()
  afterEach(async () => {
    for (const table of ['records', 'application_files', 'jobs'] as const)
      expect(await server.deps.db.selectFrom(table).select('id').execute()).toEqual([])
    expect(await uploadsKept(server.place.dataDir)).toEqual({ files: [], spool: [] })
    expect(server.log()).not.toMatch(/"level":"(error|fatal)"/)
  })
  // After all the refusals the server still accepts an application.
  afterAll(async () => expect((await postApplication(server.url)).status).toBe(201))

  it.each(bodies)('is answered in words and nothing is stored: %s', async (_, sent, answer, type) => {
    const bytes = Buffer.isBuffer(sent) ? sent : multipart(sent)
    expect(await postBody(server.url, bytes, type ? { 'content-type': type } : {})).toMatchObject(answer)
  })

  it('with one document twice is refused under its field, each time', async () => {
    const twice = await postApplication(server.url, somebody(), [documentPart(), documentPart()])
    const errors = [{ field: 'resume', message: fileMessages.tooManyFiles }]
    expect([twice.status, twice.body.errors]).toEqual([415, errors])
    const bad = documentPart('resume', buildPdf(), 'cv.exe')
    const after = await postApplication(server.url, somebody(), [bad, documentPart()])
    expect([after.status, after.body.errors?.map((error) => error.field)]).toEqual([415, ['resume']])
  })

  it.each([...new Set([...oneOfEach, ...bombs])])('is refused with $name, in words', async (bad) => {
    const content = await bad.bytes()
    const fields = fieldsOf(bad.kind)
    const documents = fields.map((field) => documentPart(field, content, `paper.${bad.kind}`))
    if (!fields.includes('resume')) documents.push(documentPart())
    const { status, body } = await postApplication(server.url, somebody(), documents)
    const errors = fields.map((field) => ({ field, message: sentenceOf(bad, field, content) }))
    expect([status, body]).toEqual([415, { message: errors[0]?.message, code: 'wrong_type', errors }])
  })

  const wrong = fileOfWrongKind(papers)
  it.each([
    ...['cv.pdf.exe', 'cv.svg', 'cv.HTML ', 'cv.js'].map((name) => [name, wrong]),
    [`${'a'.repeat(252)}.pdf`, fileMessages.nameTooLong],
  ])('is refused for the name %j, under its field', async (name, message) => {
    const documents = [documentPart('resume', buildPdf(), name)]
    const { status, body } = await postApplication(server.url, somebody(), documents)
    expect([status, body.errors]).toEqual([415, [{ field: 'resume', message }]])
  })

  it.each([
    ['resume', 'cv.doc', '{\\rtf1\\ansi Ketan}', 'a document (RTF). Please save it as PDF and choose that.'],
    ['resume', 'cv.pdf', 'My name is Ketan.', 'plain text. Please save it as PDF and choose that.'],
    ['resume', 'cv.pdf', '\xff\xd8\xff\xe0', 'a picture (JPEG). Please save it as PDF and choose that.'],
    [
      'pan_card',
      'IMG_1.jpg',
      '\0\0\0\x24ftypheic\0\0\0\0mif1heic',
      'a picture (HEIC). Please save it as JPEG, or take a screenshot of it, and choose that.',
    ],
  ] as const)('%s named %s is refused for its content: %j', async (field, name, content, is) => {
    const bad = documentPart(field, Buffer.from(content, 'latin1'), name)
    const documents = field === 'resume' ? [bad] : [documentPart(), bad]
    const { status, body } = await postApplication(server.url, somebody(), documents)
    const message = `Inside, this file is ${is}`
    expect([status, body.message, body.errors]).toEqual([415, message, [{ field, message }]])
  })

  it("recognises a file's ending in every encoding of its name", async () => {
    const headers = `Content-Disposition: form-data; name="resume"; filename="cv.pdf"; filename*=UTF-8''..%2Fcv.exe`
    const resume = { name: 'resume', content: Buffer.from('MZ'), headers }
    const { status } = await postApplication(server.url, somebody(), [resume])
    expect([400, 415, 422]).toContain(status)
  })

  it('is refused for a document of 5 MB and one byte, and accepted with one of 5 MB', async () => {
    const post = (bytes: number, person = somebody()) =>
      postApplication(server.url, person, [documentPart('resume', pdfOf(bytes))])
    const { status, body } = await post(FILE_MAX_BYTES + 1)
    const errors = [{ field: 'resume', message: fileTooLarge(FILE_MAX_BYTES) }]
    expect([status, body]).toMatchObject([413, { code: 'too_large', errors }])
    const exact = await post(FILE_MAX_BYTES, { ...somebody(), phone: 'none' })
    expect(exact.body.errors?.map(({ field }) => field)).toEqual(['phone'])
  })

  it('that is announced with more than 22 MB is refused before its body arrives', async () => {
    const type = `Content-Type: multipart/form-data; boundary=${boundary}`
    const head = `POST ${api.careerApplication} HTTP/1.1\r\nHost: x\r\n${type}\r\nContent-Length: ${23 * 1024 * 1024}\r\n`
    const answer = await sendRaw(server.url, `${head}Connection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer).toContain(errorMessages.tooLarge)
  })
})

it('an address is charged for the bytes of refused requests', async () => {
  // 10 KiB in ten minutes.
  await using server = await startServer({ settings: { RATE_LIMIT_SCALE: '0.00005' } })
  const bad = documentPart('resume', Buffer.alloc(4000, '%PDF-'))
  const statuses = await statusesOf(4, () => postApplication(server.url, somebody(), [bad]))
  expect([statuses[0], statuses.at(-1)]).toEqual([415, 429])
})

it('a 201 means stored under its reference, and a repeat is always told that an application exists', async () => {
  await using server = await startServer({ settings: { RATE_LIMIT_SCALE: '0.2' } })
  const squatter = somebody()
  const again = { ...somebody(), email: squatter.email }
  const victim = somebody()
  await postApplication(server.url, squatter)
  await postApplication(server.url, victim)
  const stored = async (reference = '') =>
    server.deps.db.selectFrom('records').select('id').where('reference', '=', reference).execute()
  for (let at = 0; at < 205; at += 1) {
    const { status, body } = await postApplication(server.url, again)
    expect([status, body]).toEqual([409, { message: careerMessages.duplicate, code: 'already_there' }])
  }
  expect(await mailsTo(server, squatter.email)).toHaveLength(2)
  // The flood used nobody else's limits: the owner of a taken address still gets the mail with a link.
  const { status } = await postApplication(server.url, { ...victim, phone: somebody().phone })
  expect(status).toBe(409)
  const texts = (await mailsTo(server, victim.email)).map(({ text }) => text)
  expect(texts.filter((text) => text.includes('#replace='))).toHaveLength(1)
  const { status: taken, body } = await postApplication(server.url, somebody())
  expect([taken, (await stored(body.reference)).length]).toEqual([201, 1])
})

it('one mailbox gets one receipt, however many applications name it in other spellings', async () => {
  await using server = await startServer()
  const sent = Array.from({ length: 20 }, (_, at) => ({ ...somebody(), email: `vic.tim+${at}@gmail.com` }))
  for (const person of sent) expect((await postApplication(server.url, person)).status).toBe(201)
  await server.workOff()
  let mails = 0
  for (const { email } of sent) mails += (await mailsTo(server, email)).length
  expect(mails).toBe(1)
})

/** Three are being stored, one is checked and forty wait (docs/limits.md). */
const CROWD = 44

it("a crowd's latest applicants are refused before their documents are read, and all others are accepted", async () => {
  await using server = await startServer()
  const { files } = server.deps
  const put = files.put.bind(files)
  const gate = Promise.withResolvers<void>()
  files.put = (id, bytes) => gate.promise.then(() => put(id, bytes))
  // allSettled, so that an expectation that fails first leaves no unhandled rejection.
  const crowd = Promise.allSettled(Array.from({ length: CROWD }, () => postApplication(server.url)))
  // The queue fills up some time after the last body was read; until then this empty application is answered 422.
  await eventually(async () => expect((await postApplication(server.url, {}, [])).status).toBe(503))
  const type = `multipart/form-data; boundary=${boundary}`
  const answer = await sendHeadAlone(server.url, api.careerApplication, type)
  expect(answer).toMatch(/^HTTP\/1.1 503 /)
  expect(answer).toMatch(/\r\nretry-after: 10\r\n/i)
  expect(answer).toContain(errorMessages.unavailable)
  gate.resolve()
  const sent = await crowd
  expect(sent).toMatchObject(Array(CROWD).fill({ status: 'fulfilled', value: { status: 201 } }))
  expect((await postApplication(server.url)).status).toBe(201)
})
