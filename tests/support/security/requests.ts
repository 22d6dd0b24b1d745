import fc from 'fast-check'
import { goodValue, hostileText, hostileValue, type Known } from './hostile-values.ts'
import { multipartOf } from './multipart-bodies.ts'
import type { Operation, Schema } from './openapi.ts'

/** One request as it goes out. */
export interface Attack {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}

/** What is known of the server attacked. */
export interface Standing {
  known: Known
  /** Cookies of visitors who came some way, each as it is sent. */
  cookies: readonly string[]
  photo: Buffer
}

interface Content {
  type: string
  bytes: Buffer
}

/** Requests to an operation: right ones, ones that are nearly right, and ones that are nothing of the kind. */
export function attacksOn(operation: Operation, standing: Standing): fc.Arbitrary<Attack> {
  return fc
    .record({
      path: addresses(operation, standing.known),
      content: contents(operation, standing),
      cookie: fc.option(fc.constantFrom('', 'visitor=x', ...standing.cookies), { nil: '' }),
      headers: fc.oneof({ weight: 6, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: oddHeaders }),
    })
    .map(({ path, content, cookie, headers }) => ({
      method: operation.method,
      path,
      headers: {
        ...(content ? { 'content-type': content.type } : {}),
        ...(cookie ? { cookie } : {}),
        ...headers,
      },
      body: content?.bytes,
    }))
}

const texts: Schema = { type: 'string' }

/** Escaped byte by byte, since not every text is one that `encodeURIComponent` takes. */
export function escaped(value: unknown): string {
  const bytes = [...Buffer.from(String(value))]
  return bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

function addresses({ path, inPath, inQuery }: Operation, known: Known): fc.Arbitrary<string> {
  const part = (name: string) =>
    fc.oneof(
      { weight: 3, arbitrary: goodValue(texts, known, name).map(escaped) },
      { weight: 2, arbitrary: hostileText.map((text) => escaped(text) || '%20') },
      { weight: 1, arbitrary: fc.constantFrom('%', '%zz', '%00', '%ff', '%2e%2e%2f', '..', '.', '%c0%af') },
    )
  const filled = fc.tuple(...inPath.map(part)).map((values) => {
    return inPath.reduce((address, name, at) => address.replace(`{${name}}`, values[at] ?? ''), path)
  })
  return fc.tuple(filled, queries(inQuery, part)).map(([address, query]) => (address + query).slice(0, 6000))
}

/** Names of the document, each perhaps several times, and names of nobody. */
function queries(names: readonly string[], part: (name: string) => fc.Arbitrary<string>) {
  const strange = fc.constantFrom('__proto__', 'constructor[prototype][x]', 'a[]', 'x'.repeat(500), '')
  const name = names.length > 0 ? fc.oneof(fc.constantFrom(...names), strange) : strange
  const pair = name.chain((key) => part(key).map((value) => `${key}=${value}`))
  const pairs = fc.array(pair, { maxLength: names.length + 1 })
  return pairs.map((list) => (list.length > 0 ? `?${list.join('&')}` : ''))
}

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>>(
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/xml' },
  { 'content-type': 'application/json; charset=utf-7' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': 'multipart/form-data; boundary=' },
  { 'content-type': ';;;' },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'identity, br' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-forwarded-for': '127.0.0.1, ::1, x' },
  { 'x-forwarded-host': 'evil.example' },
  { host: 'evil.example:99999' },
  { accept: 'image/png', 'accept-encoding': 'x;q=9, *;q=a', 'accept-language': '-' },
  { range: 'bytes=0-0,1-1,-5', 'if-none-match': '*', 'if-modified-since': 'never' },
  { cookie: `${'a=b; '.repeat(200)}__Host-visitor=%00; visitor="` },
  { 'transfer-encoding': 'chunked' },
)

function contents(operation: Operation, standing: Standing): fc.Arbitrary<Content | undefined> {
  const upload = multipartOf(operation.path, standing)
  if (upload) return upload
  if (operation.body) return jsonBodies(operation.body, standing.known)
  const unasked = hostileValue.map((value) => json(value))
  return fc.oneof(
    { weight: 9, arbitrary: fc.constant(undefined) },
    { weight: operation.method === 'GET' ? 0 : 1, arbitrary: unasked },
  )
}

function json(value: unknown): Content {
  return { type: 'application/json', bytes: Buffer.from(JSON.stringify(value) ?? '') }
}

function jsonBodies(schema: Schema, known: Known): fc.Arbitrary<Content> {
  const good = goodValue(schema, known) as fc.Arbitrary<Record<string, unknown>>
  // Some operations take a body without fields, so there is always one name that none of them knows.
  const names = [...Object.keys(schema.properties ?? {}), 'other']
  const bent = fc.record({ good, name: fc.constantFrom(...names), value: hostileValue })
  return fc.oneof(
    { weight: 4, arbitrary: good.map(json) },
    { weight: 6, arbitrary: bent.map(({ good, name, value }) => json({ ...good, [name]: value })) },
    { weight: 1, arbitrary: bent.map(({ good, name }) => json({ ...good, [name]: undefined })) },
    { weight: 1, arbitrary: good.map(polluting) },
    { weight: 1, arbitrary: hostileValue.map(json) },
    { weight: 1, arbitrary: good.chain(broken) },
  )
}

/** Keys that reach for prototypes; `JSON.stringify` would leave one of them out. */
function polluting(good: Record<string, unknown>): Content {
  const text = JSON.stringify({ ...good, constructor: { prototype: { polluted: 1 } } })
  return { type: 'application/json', bytes: Buffer.from(`{"__proto__":{"polluted":1},${text.slice(1)}`) }
}

/** JSON that is none, twice the same key, or of another encoding. */
function broken(good: Record<string, unknown>): fc.Arbitrary<Content> {
  const text = JSON.stringify(good)
  const bytes = [
    ...[text.slice(0, -1), `${text}${text}`, `[${text}]`, `{"id":"a",${text.slice(1)}`, '\ufeff' + text],
    ...['{"a":1e999999}', `{"a":"\\ud800"}`, '"', 'undefined', '-', ''],
  ].map((one) => Buffer.from(one))
  const encoded = [Buffer.from(text, 'utf16le'), Buffer.from('7b22ff22ff7d', 'hex')]
  return fc.constantFrom(...bytes, ...encoded).map((one) => ({ type: 'application/json', bytes: one }))
}
