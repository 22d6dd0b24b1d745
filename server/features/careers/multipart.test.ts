import { afterEach, describe, expect, it } from 'vitest'
import { errorMessages } from '#contract/messages/en/common.ts'
import { fileMessages } from '#contract/messages/en/documents.ts'
import { api } from '#contract/paths.ts'
import {
  boundary,
  multipart,
  documentPart,
  type Part,
  postApplication,
  postBody,
  somebody,
  textParts,
  uploadsKept,
} from '#tests/support/application.ts'
import { buildPdf } from '#tests/support/bad-files/pdf.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { sendRaw } from '#tests/support/tcp.ts'

const server = sharedServer()
afterEach(async () => {
  const rows = await server.deps.db.selectFrom('records').select('id').execute()
  const { files, spool } = await uploadsKept(server.place.dataDir)
  expect({ rows, files, spool }).toEqual({ rows: [], files: [], spool: [] })
  expect(server.log()).not.toMatch(/"level":"(error|fatal)"/)
})

const unreadable = { message: errorMessages.unreadable, code: 'unreadable' }
const tooLarge = { message: errorMessages.tooLarge, code: 'too_large' }

function whole(): Part[] {
  return [...textParts(somebody()), documentPart()]
}

/** A body of one part with these headers. */
function withHeaders(headers: string, content = 'x', options?: { end: string }): Buffer {
  return multipart([{ name: 'x', content, headers }], options)
}

const named = 'Content-Disposition: form-data; name="full_name"\r\n'

describe('a body that is no whole multipart', () => {
  const whose = multipart(whole())
  const type = (value: string) => ({ 'content-type': value })
  const bodies: [what: string, body: Buffer, headers?: Record<string, string>][] = [
    ['no boundary told', whose, type('multipart/form-data')],
    ['an empty boundary told', whose, type('multipart/form-data; boundary=')],
    ['another boundary told', whose, type('multipart/form-data; boundary=another')],
    ['cut off within the file', whose.subarray(0, -200)],
    ['cut off within a header', whose.subarray(0, whose.indexOf('Content-Disposition') + 5)],
    ['no last boundary', multipart(whole(), { end: '' })],
    ['half of the last boundary', multipart(whole(), { end: `--${boundary}` })],
    ['noise', Buffer.alloc(5000, '\r\n--')],
    [
      'a header of 100 kB',
      withHeaders(`Content-Disposition: form-data; name="${'x'.repeat(100_000)}"`, 'x', { end: '' }),
    ],
  ]
  it.each(bodies)('is answered 400: %s', async (_, body, headers) => {
    const answer = await postBody(server.url, body, headers)
    expect([answer.status, answer.body]).toEqual([400, unreadable])
  })

  const odd: [what: string, body: Buffer][] = [
    ['nothing', Buffer.alloc(0)],
    ['only the last boundary', multipart([])],
    ['a header without a colon', withHeaders('Content-Disposition')],
    ['no header', withHeaders('X: y')],
    ['a part without a name', withHeaders('Content-Disposition: form-data')],
    ['30 headers of a part', withHeaders(Array.from({ length: 30 }, (_, at) => `X-${at}: y`).join('\r\n'))],
    [
      'a multipart within',
      withHeaders(
        `${named}Content-Type: multipart/mixed; boundary=inner`,
        multipart(whole()).toString('latin1').replaceAll(boundary, 'inner'),
      ),
    ],
    ['an unknown character set', withHeaders(`${named}Content-Type: text/plain; charset=no-such`)],
    ['text that is no UTF-8', multipart([{ name: 'full_name', content: Buffer.from('fffe00c3', 'hex') }])],
    ['JSON as a field', withHeaders(`${named}Content-Type: application/json`, '{"toString":1}')],
    ['a resume that is no file', multipart([...textParts(somebody()), { name: 'resume', content: 'text' }])],
    [
      'a file that was not chosen',
      multipart([...textParts(somebody()), documentPart('resume', Buffer.alloc(0), '')]),
    ],
  ]
  it.each(odd)('is answered 4xx in words: %s', async (_, body) => {
    const answer = await postBody(server.url, body)
    expect([400, 422]).toContain(answer.status)
    expect([errorMessages.unreadable, errorMessages.invalid]).toContain(answer.body.message)
  })
})

describe('too much of something', () => {
  const many = (count: number, part: (at: number) => Part) =>
    Array.from({ length: count }, (_, at) => part(at))
  const bodies: [what: string, parts: Part[]][] = [
    ['1,000 parts', many(1000, (at) => ({ name: `f${at}`, content: 'x' }))],
    ['25 fields', [...many(25, (at) => ({ name: `f${at}`, content: 'x' })), documentPart()]],
    ['five files', [...whole(), ...many(4, () => documentPart('pan_card'))]],
    ['1,000 files', many(1000, (at) => documentPart('resume', Buffer.from('x'), `${at}.pdf`))],
  ]
  it.each(bodies)('is answered 413: %s', async (_, parts) => {
    const answer = await postBody(server.url, multipart(parts))
    expect([answer.status, answer.body]).toEqual([413, tooLarge])
  })

  it('a text of 70 kB is refused, not cut', async () => {
    const { status, body } = await postApplication(server.url, { ...somebody(), email: 'x'.repeat(70_000) })
    expect([status, body.errors]).toEqual([422, [{ field: 'email', message: 'Email is too long' }]])
  })

  it('one paper twice is refused under its field, each time', async () => {
    const twice = await postApplication(server.url, somebody(), [documentPart(), documentPart()])
    expect([twice.status, twice.body.errors]).toEqual([
      415,
      [{ field: 'resume', message: fileMessages.tooManyFiles }],
    ])
    const bad = documentPart('resume', buildPdf(), 'cv.exe')
    const after = await postApplication(server.url, somebody(), [bad, documentPart()])
    expect([after.status, after.body.errors?.map(({ field }) => field)]).toEqual([415, ['resume']])
  })
})

describe('a name that reaches for prototypes', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    '%s is refused, as field and as file',
    async (name) => {
      for (const part of [
        { name, content: '{"polluted":1}' },
        { name, filename: 'cv.pdf', content: buildPdf() },
      ]) {
        const answer = await postBody(server.url, multipart([...whole(), part]))
        expect([answer.status, answer.body]).toEqual([400, unreadable])
      }
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    },
  )
})

describe('another kind of body', () => {
  it.each([
    ['application/json', JSON.stringify(somebody())],
    ['application/x-www-form-urlencoded', new URLSearchParams(somebody()).toString()],
    ['text/plain', 'full_name=Asha'],
    ['application/octet-stream', 'x'],
    ['multipart/mixed; boundary=x', multipart([])],
    ['multipart/related; boundary=x', multipart([])],
  ])('%s is answered 415', async (type, body) => {
    const answer = await postBody(server.url, body, { 'content-type': type })
    expect([answer.status, answer.body]).toEqual([
      415,
      { message: errorMessages.wrongType, code: 'wrong_type' },
    ])
  })

  it('none at all is answered 415', async () => {
    const response = await fetch(server.url + api.careerApplication, { method: 'POST' })
    expect(response.status).toBe(415)
  })
})

describe('an answer before the body has come', () => {
  it('arrives, and the line is used again', async () => {
    const head = `POST ${api.careerApplication} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\n`
    const rest = 'x'.repeat(1024 * 1024)
    const broken = `${head}Content-Length: ${rest.length + 10}\r\n\r\n--${boundary}\r\n${rest}`.slice(0, -6)
    const said = await sendRaw(
      server.url,
      `${broken}GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    )
    expect(said).toMatch(/^HTTP\/1.1 400 /)
  })
})
