import fc from 'fast-check'
import type { Schema } from './openapi.ts'

/** Strings that end or widen a statement of SQL where one is put together of text. */
export const sqlStrings = [
  "' OR 1=1 --",
  '" OR ""="',
  "'; DROP TABLE enquiries; --",
  "'",
  "''",
  "' OR '1'='1",
  "' UNION SELECT NULL, NULL, NULL --",
  "1' AND (SELECT pg_sleep(5)) IS NOT NULL --",
  "1' AND randomblob(500000000) IS NOT NULL --",
  "x'); DELETE FROM jobs; --",
  '$1',
  '\\',
  '%',
  '_',
] as const

/** What other places give a meaning to: files, shells, templates, spreadsheets, headers, documents, numbers. */
export const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u2066',
  'é'.repeat(50),
  '😀'.repeat(50),
  'x'.repeat(5000),
  '9'.repeat(400),
  '../../../../etc/passwd',
  '..\\..\\boot.ini',
  '%2e%2e%2f%00',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  '; cat /etc/passwd',
  '$(id)',
  '`id`',
  '${7*7}',
  '{{7*7}}',
  '#{7*7}',
  '${jndi:ldap://127.0.0.1/a}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '=cmd|"/c calc"!A1',
  'a\r\nSet-Cookie: forged=1',
  'a\r\n.\r\nMAIL FROM:<a@example.com>',
  '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'NaN',
  '-0',
  '1e999',
  '0x10',
  '9999-99-99',
  '2026-02-30',
  'XXXXXXXX1234',
  '000000',
  '٠١٢٣٤٥',
]

const numbers = [0, -1, -0, 0.1, 1e308, 5e-324, 2 ** 53, 2 ** 63, -(2 ** 31)]

function nested(depth: number): unknown {
  let value: unknown = 'x'
  for (let at = 0; at < depth; at += 1) value = at % 2 === 0 ? [value] : { data: value }
  return value
}

/** Any letter; the library's own of that kind begins with a second of work. */
const anyCodePoint = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map((at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800))

/** Text that some part of a server takes for more than text. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 2, arbitrary: fc.constantFrom<string>(...sqlStrings) },
  { weight: 2, arbitrary: fc.string({ unit: anyCodePoint, maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
)

/** Any JSON in the place of what was asked for. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null]) },
  { weight: 1, arbitrary: fc.constantFrom(...numbers) },
  { weight: 1, arbitrary: hostileText.map((text) => [text, text]) },
  { weight: 1, arbitrary: hostileText.map((text) => ({ length: 6, toString: text, $ne: null })) },
  { weight: 1, arbitrary: fc.integer({ min: 2, max: 800 }).map(nested) },
  { weight: 1, arbitrary: fc.jsonValue() },
)

/** Values that lead somewhere on the server attacked, by the name of the field: ids of its records, and the like. */
export type Known = Record<string, readonly string[]>

const emails = fc.stringMatching(/^[a-z]{3,12}$/).map((name) => `${name}@example.in`)
const days = ['2026-11-21', '2066-11-18', '1990-01-31']

/** Fields of which the document says less than the server asks for. */
const named: Record<string, fc.Arbitrary<unknown>> = {
  maxAmount: fc.constantFrom('5000', '5000.00', '1'),
  debitStartDate: fc.constantFrom(...days),
  debitEndDate: fc.constantFrom(...days),
  date_of_birth: fc.constantFrom(...days),
  dob: fc.constantFrom(...days),
  download: fc.constantFrom('0', '1'),
  email: emails,
  limit: fc.integer({ min: 1, max: 1000 }).map(String),
}

/** A value of the kind that is asked for: one that leads somewhere, or one made from its schema. */
export function goodValue(schema: Schema, known: Known, name = ''): fc.Arbitrary<unknown> {
  const found = Object.hasOwn(known, name) ? known[name] : undefined
  if (found && found.length > 0) {
    return fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...found) },
      { weight: 1, arbitrary: made(schema, known, name) },
    )
  }
  return made(schema, known, name)
}

function made(schema: Schema, known: Known, name: string): fc.Arbitrary<unknown> {
  const { enum: values, anyOf, oneOf, pattern } = schema
  const own = Object.hasOwn(named, name) ? named[name] : undefined
  if (own) return own
  if (values) return fc.constantFrom(...values)
  const either = anyOf ?? oneOf
  if (either) return fc.oneof(...either.map((one) => goodValue(one, known, name)))
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  return byType(schema, known)
}

function byType(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const { type, properties, required = [], items, minLength = 0, maxLength = 40 } = schema
  if (type === 'string') return someText({ minLength, maxLength: Math.min(maxLength, minLength + 40) })
  if (type === 'number' || type === 'integer') return fc.integer({ min: 0, max: 100_000 })
  if (type === 'boolean') return fc.boolean()
  if (type === 'array') return fc.array(goodValue(items ?? {}, known), { maxLength: 3 })
  if (type !== 'object') return fc.jsonValue()
  const entries = Object.entries(properties ?? {})
  const fields = Object.fromEntries(entries.map(([name, one]) => [name, goodValue(one, known, name)]))
  return fc.record(fields, { requiredKeys: required })
}

/** Letters of several scripts, not only spaces. */
function someText(lengths: { minLength: number; maxLength: number }): fc.Arbitrary<string> {
  const letters = [...'abcdefghij ABCDEF 0123456789 .,-', 'अ', 'ક', 'é', '字']
  return fc.string({ unit: fc.constantFrom(...letters), ...lengths }).map((text) => `A${text}`.slice(0, 1000))
}
