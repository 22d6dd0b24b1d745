import fc from 'fast-check'
import { api } from '#contract/paths.ts'
import { photoField } from '#contract/schemas/registrations.ts'
import { boundary, documentPart, goodApplication, multipart, type Part } from '#tests/support/application.ts'
import { goodEnquiry } from '#tests/support/enquiry.ts'
import {
  type Applicant,
  registered,
  settle,
  somePhoto,
  verifiedVisitor,
} from '#tests/support/registration.ts'
import type { PlainRequest } from '#tests/support/tcp.ts'
import { newVisitor } from '#tests/support/visitor.ts'
import { hostileValue } from './hostile-values.ts'
import { type Operation, type Place, places } from './openapi.ts'

/** A complete request. */
export type Attack = PlainRequest & Required<Omit<PlainRequest, 'body'>>

/** The values of a request by their names, in each place. */
export type Values = Record<Place, Record<string, unknown>>

/** What is known about the attacked server. */
export interface Standing {
  /** Valid values by name: one set for each person with a record. */
  people: readonly [Record<string, unknown>, ...Record<string, unknown>[]]
  /** Cookies of visitors at different steps, in the form of the header. */
  cookies: readonly string[]
  photo: Buffer
}

/** Lets visitors get as far as they can, so that attacks have valid ids and cookies. */
export async function makeStanding(url: string): Promise<Standing> {
  const [done, failed, onTheWay] = [await registered(url), await registered(url), await verifiedVisitor(url)]
  await settle(url, failed.fields['transactionId'] ?? '', 'Failed')
  const stranger = newVisitor(url)
  const { body } = await stranger.get(api.fieldExecutive + done.id)
  const { pathname, searchParams } = new URL((body['data'] as { agreement_url: string }).agreement_url)
  const link = { address: pathname.slice(api.agreement.length), ...Object.fromEntries(searchParams) }
  return {
    people: [{ ...knownOf(done), ...link }, knownOf(failed)],
    cookies: [done, failed, onTheWay, { visitor: stranger }].map(({ visitor }) => visitor.cookie()),
    photo: await somePhoto(),
  }
}

function knownOf({ id, aadhaar, fields }: Applicant & { id: string }): Record<string, unknown> {
  const { name } = fields
  const own = {
    id,
    aadhaar_number: aadhaar,
    signName: name,
    ifsc: 'HDFC0000001',
    otp: '000000',
    typed: { name },
  }
  return { ...goodEnquiry, ...goodApplication, ...fields, ...own, download: '0' }
}

/** Returns valid values where some are known. */
export function goodValues({ names }: Operation, known: Record<string, unknown>): Values {
  const of = (place: Place) => Object.fromEntries(names[place].map((name) => [name, known[name] ?? 'x']))
  return { path: of('path'), query: of('query'), body: of('body'), form: of('form') }
}

/** Escaped byte by byte, since `encodeURIComponent` does not accept every text; allowed characters stay. */
function escaped(value: unknown): string {
  const text = inWords(value)
  if (/^[\w.%-]+$/.test(text)) return text
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

/** Returns any value as text. */
export function inWords(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** Returns each value with its name; a list repeats the name. */
function pairsOf(values: Record<string, unknown>): [name: string, value: unknown][] {
  return Object.entries(values).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((one): [string, unknown] => [name, one]) : [[name, value]],
  )
}

/** Returns the request with these values; a form may have further parts. */
export function requestOf(
  operation: Operation,
  values: Values,
  { photo }: Pick<Standing, 'photo'>,
  more: readonly Part[] = [],
): Attack {
  const { method, path, names, files } = operation
  const address = names.path.reduce((whole, name) => {
    return whole.replace(`{${name}}`, () => escaped(values.path[name]) || '%20')
  }, path)
  const query = pairsOf(values.query).map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
  const isForm = names.form.length > 0
  const parts = pairsOf(values.form).flatMap(([name, value]): Part[] => {
    if (!files.includes(name) || value !== 'x') return [{ name, content: inWords(value) }]
    if (name === photoField) return [{ name, filename: 'photo.png', content: photo, type: 'image/png' }]
    return name === files[0] ? [documentPart(files[0] as never)] : []
  })
  const type = isForm ? `multipart/form-data; boundary=${boundary}` : 'application/json'
  const hasBody = method !== 'GET'
  return {
    method,
    path: query.length > 0 ? `${address}?${query.join('&')}`.slice(0, 6000) : address,
    headers: hasBody ? { 'content-type': type } : {},
    body: hasBody
      ? isForm
        ? multipart([...parts, ...more])
        : Buffer.from(JSON.stringify(values.body))
      : undefined,
  }
}

/** Unknown names that some part of a server might interpret. */
const strange = ['other', '__proto__', 'a[]', 'x"; filename="a', 'a\r\nX: y', 'x'.repeat(500), '']

const oddHeaders: Record<string, string>[] = [
  ...['text/plain', 'application/json; charset=utf-7', 'multipart/form-data; boundary=', ';;;'].map(
    (type) => ({
      'content-type': type,
    }),
  ),
  { 'content-encoding': 'gzip' },
  { origin: 'https://evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-forwarded-for': '127.0.0.1, ::1, x', 'x-forwarded-host': 'evil.example' },
  { host: 'evil.example:99999' },
  { accept: 'image/png', 'accept-encoding': 'x;q=9, *;q=a', 'accept-language': '-' },
  { range: 'bytes=0-0,1-1,-5', 'if-none-match': '*', 'if-modified-since': 'never' },
  { cookie: `${'a=b; '.repeat(200)}__Host-visitor=%00; visitor="` },
  { 'transfer-encoding': 'chunked' },
]

/** Damages a body: cuts it, repeats it, wraps it in a list, changes its encoding, or replaces it. */
const spoilt: ((body: Buffer) => Buffer)[] = [
  (body) => body.subarray(0, -9),
  (body) => Buffer.concat([body, body]),
  (body) => Buffer.from(`{"id":"a","__proto__":{"a":1},${body.subarray(1).toString()}`),
  (body) => Buffer.from(`\ufeff[${body.toString()}]`),
  (body) => Buffer.from(body.toString(), 'utf16le'),
  ...['{"a":1e999999}', '{"a":"\\ud800"}', '"', '', '\u0000', 'null'].map((text) => () => Buffer.from(text)),
  () => Buffer.from('7b22ff22ff7d', 'hex'),
]

const beginnings = ['', '%PDF-1.7', '\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'PK\x03\x04', '<svg onload="x"/>']
const oddFile: fc.Arbitrary<Omit<Part, 'name'>> = fc.record({
  filename: fc.constantFrom('../../x.pdf', 'a.pdf', 'a.svg', 'a.pdf.exe', 'a%00.pdf', '\u202efdp.exe', ''),
  content: fc.constantFrom(...beginnings).map((text) => Buffer.from(text, 'latin1')),
  type: fc.constantFrom('application/pdf', 'image/svg+xml', 'text/html', ''),
})

/** Uses `odd` in one of so many cases, otherwise `usual`. */
function oneIn<Value, Usual>(cases: number, odd: fc.Arbitrary<Value>, usual: Usual) {
  return fc.oneof({ weight: cases - 1, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd })
}

/** Returns requests to an operation: right, nearly right and entirely wrong ones. */
export function attacksOn(operation: Operation, standing: Standing): fc.Arbitrary<Attack> {
  const isOpen = (place: Place) => place === 'query' || operation.names[place].length > 0
  const ways = places.flatMap((place) =>
    [...operation.names[place], ...(place !== 'path' && isOpen(place) ? strange : [])].map((name) => ({
      place,
      name,
    })),
  )
  const change = fc.record({ way: fc.constantFrom(...ways), value: hostileValue })
  return fc
    .record({
      person: fc.constantFrom(...standing.people),
      changes: fc.array(change, { maxLength: 2 }),
      more: oneIn(5, fc.record({ name: fc.constantFrom(...operation.files, 'other') }), undefined),
      file: oddFile,
      cookie: fc.constantFrom('', '', 'visitor=x', ...standing.cookies),
      headers: oneIn(7, fc.constantFrom(...oddHeaders), {}),
      spoil: oneIn(7, fc.constantFrom(...spoilt), (body: Buffer) => body),
    })
    .map(({ person, changes, more, file, cookie, headers, spoil }) => {
      const values = goodValues(operation, person)
      for (const { way, value } of changes) values[way.place] = { ...values[way.place], [way.name]: value }
      const sent = requestOf(operation, values, standing, more ? [{ ...more, ...file }] : [])
      return {
        ...sent,
        headers: { ...sent.headers, ...(cookie ? { cookie } : {}), ...headers },
        body: sent.body && spoil(sent.body),
      }
    })
}
