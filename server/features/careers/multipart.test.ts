import { afterEach, describe, expect, it } from 'vitest'
import { errorMessages } from '#contract/messages/en/common.ts'
import { fileMessages } from '#contract/messages/en/documents.ts'
import {
  boundary,
  documentPart,
  multipart,
  type Part,
  postApplication,
  postBody,
  somebody,
  textParts,
  uploadsKept,
} from '#tests/support/application.ts'
import { buildPdf } from '#tests/support/bad-files/pdf.ts'
import { sharedServer } from '#tests/support/shared.ts'

const server = sharedServer()
afterEach(async () => {
  const rows = await server.deps.db.selectFrom('records').select('id').execute()
  const { files, spool } = await uploadsKept(server.place.dataDir)
  expect({ rows, files, spool }).toEqual({ rows: [], files: [], spool: [] })
  expect(server.log()).not.toMatch(/"level":"(error|fatal)"/)
})

const whole = [...textParts(somebody()), documentPart()]
const body = multipart(whole)
const unreadable = { status: 400, body: { message: errorMessages.unreadable, code: 'unreadable' } }
const invalid = { status: 422, body: { message: errorMessages.invalid } }
const tooLarge = { status: 413, body: { message: errorMessages.tooLarge, code: 'too_large' } }
const wrongType = { status: 415, body: { message: errorMessages.wrongType, code: 'wrong_type' } }

function many(count: number, part: (at: number) => Part): Part[] {
  return Array.from({ length: count }, (_, at) => part(at))
}
/** One part with these headers. */
function withHeaders(headers: string, content = 'x'): Part[] {
  return [{ name: 'x', content, headers }]
}

const named = 'Content-Disposition: form-data; name="full_name"\r\n'
const field = (at: number) => ({ name: `f${at}`, content: 'x' })
const bodies: [what: string, sent: Buffer | Part[], answer: object, type?: string][] = [
  ['no boundary told', body, unreadable, 'multipart/form-data'],
  ['another boundary told', body, unreadable, 'multipart/form-data; boundary=another'],
  ['cut off within the file', body.subarray(0, -200), unreadable],
  ['cut off within a header', body.subarray(0, body.indexOf('Content-Disposition') + 5), unreadable],
  ['no last boundary', multipart(whole, { end: '' }), unreadable],
  ['noise', Buffer.alloc(5000, '\r\n--'), unreadable],
  ['a header of 100 kB', withHeaders(`X: ${'x'.repeat(100_000)}`), invalid],
  ['a field that reaches for prototypes', [...whole, { name: '__proto__', content: '1' }], unreadable],
  ['a file that does', [...whole, { ...documentPart(), name: 'constructor' }], unreadable],
  ['nothing', Buffer.alloc(0), invalid],
  ['only the last boundary', [], invalid],
  ['a part without a name', withHeaders('Content-Disposition: form-data'), invalid],
  [
    '30 headers of a part',
    withHeaders(
      many(30, field)
        .map(({ name }) => `${name}: y`)
        .join('\r\n'),
    ),
    invalid,
  ],
  ['a multipart within', withHeaders(`${named}Content-Type: multipart/mixed; boundary=b`, '--b--'), invalid],
  ['an unknown character set', withHeaders(`${named}Content-Type: text/plain; charset=no-such`), invalid],
  ['text that is no UTF-8', [{ name: 'full_name', content: Buffer.from('fffe00c3', 'hex') }], invalid],
  ['a resume that is no file', [...textParts(somebody()), { name: 'resume', content: 'text' }], invalid],
  ['a file that was not chosen', [...textParts(somebody()), documentPart('resume', undefined, '')], invalid],
  ['1,000 parts', many(1000, field), tooLarge],
  ['25 fields', [...many(25, field), documentPart()], tooLarge],
  ['five files', [...whole, ...many(4, () => documentPart('pan_card'))], tooLarge],
  ['JSON', Buffer.from(JSON.stringify(somebody())), wrongType, 'application/json'],
  ['no type', Buffer.from('x'), wrongType, 'application/octet-stream'],
  ['another multipart', body, wrongType, `multipart/related; boundary=${boundary}`],
]

describe('an application', () => {
  it.each(bodies)('is answered in words and kept nowhere: %s', async (_, sent, answer, type) => {
    const bytes = Buffer.isBuffer(sent) ? sent : multipart(sent)
    expect(await postBody(server.url, bytes, type ? { 'content-type': type } : {})).toMatchObject(answer)
  })

  it('with a text of 70 kB is refused, not cut', async () => {
    const { status, body } = await postApplication(server.url, { ...somebody(), email: 'x'.repeat(70_000) })
    expect([status, body.errors]).toEqual([422, [{ field: 'email', message: 'Email is too long' }]])
  })

  it('with one paper twice is refused under its field, each time', async () => {
    const twice = await postApplication(server.url, somebody(), [documentPart(), documentPart()])
    const errors = [{ field: 'resume', message: fileMessages.tooManyFiles }]
    expect([twice.status, twice.body.errors]).toEqual([415, errors])
    const bad = documentPart('resume', buildPdf(), 'cv.exe')
    const after = await postApplication(server.url, somebody(), [bad, documentPart()])
    expect([after.status, after.body.errors?.map((error) => error.field)]).toEqual([415, ['resume']])
  })
})
