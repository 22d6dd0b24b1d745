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

/** A request with all that is chosen of it. */
export type Attack = PlainRequest & Required<Omit<PlainRequest, 'body'>>

/** The values of a request by their names, in each place. */
export type Values = Record<Place, Record<string, unknown>>

/** What is known of the server attacked. */
export interface Standing {
  /** Values that lead somewhere, by their names: one set of each person who has a record. */
  people: readonly [Record<string, unknown>, ...Record<string, unknown>[]]
  /** Cookies of visitors who came some way, each as it is sent. */
  cookies: readonly string[]
  photo: Buffer
}

/** Lets visitors come as far as they can, so that attacks have ids and cookies that lead past the first listener. */
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

/** Values that lead somewhere wherever some are known. */
export function goodValues({ names }: Operation, known: Record<string, unknown>): Values {
  const of = (place: Place) => Object.fromEntries(names[place].map((name) => [name, known[name] ?? 'x']))
  return { path: of('path'), query: of('query'), body: of('body'), form: of('form') }
}

/** Escaped byte by byte, since not every text is one that `encodeURIComponent` takes; what could stand there is left. */
function escaped(value: unknown): string {
  const text = inWords(value)
  if (/^[\w.%-]+$/.test(text)) return text
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

/** A value as text, whatever it is. */
export function inWords(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** Each of these values; a list stands for as many of one name. */
function pairsOf(values: Record<string, unknown>): [name: string, value: unknown][] {
  return Object.entries(values).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((one): [string, unknown] => [name, one]) : [[name, value]],
  )
}

/** The request that these values make, in a form with more parts than theirs. */
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

/** Names that no operation has, and that some part of a server takes for more than a name. */
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

/** What becomes of a body on its way: cut, twice, in a list, in another encoding, or nothing of the kind. */
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

/** Of so many cases one with one of these; the others with `usual`. */
function oneIn<Value, Usual>(cases: number, odd: fc.Arbitrary<Value>, usual: Usual) {
  return fc.oneof({ weight: cases - 1, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd })
}

/** Requests to an operation: right ones, ones that are nearly right, and ones that are nothing of the kind. */
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
