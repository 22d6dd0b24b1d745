import fc from 'fast-check'
import { anyCodePoint } from '#tests/support/any-code-point.ts'

/** Strings that end or extend a statement of SQL built from text. */
export const sqlStrings = [
  "' OR 1=1 --",
  '" OR ""="',
  "'; DROP TABLE enquiries; --",
  "' UNION SELECT NULL, NULL, NULL --",
  "1' AND (SELECT pg_sleep(5)) IS NOT NULL --",
  "1' AND randomblob(500000000) IS NOT NULL --",
  "x'); DELETE FROM jobs; --",
  ...["'", '$1', '\\', '%', '_'],
]

/** Strings with a meaning elsewhere: files, shells, templates, spreadsheets, headers, documents, numbers. */
export const hostileTexts = [
  ...['', ' ', '\u0000', 'a\u0000b', '\ud800', '\u202e\u2066'],
  ...['😀'.repeat(50), 'x'.repeat(5000), '9'.repeat(400)],
  ...['../../../../etc/passwd', '%2e%2e%2f%00', 'http://169.254.169.254/latest/meta-data/'],
  ...['; cat /etc/passwd', '$(id)', '`id`', '${7*7}', '{{7*7}}', '${jndi:ldap://127.0.0.1/a}'],
  ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '=cmd|"/c calc"!A1'],
  ...['a\r\nSet-Cookie: forged=1', 'a\r\n.\r\nMAIL FROM:<a@example.com>'],
  '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  ...['__proto__', 'constructor', 'hasOwnProperty', 'NaN', '-0', '1e999', '0x10'],
  ...['9999-99-99', '2026-02-30', 'XXXXXXXX1234', '000000', '٠١٢٣٤٥'],
  ...['%', '%zz', '%ff', '%c0%af', '..'],
]

const numbers = [0, -1, -0, 0.1, 1e308, 5e-324, 2 ** 53, 2 ** 63, -(2 ** 31)]

function nested(depth: number): unknown {
  let value: unknown = 'x'
  for (let at = 0; at < depth; at += 1) value = at % 2 === 0 ? [value] : { data: value }
  return value
}

/** Text that some part of a server might not treat as text. */
const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 2, arbitrary: fc.constantFrom(...sqlStrings) },
  { weight: 2, arbitrary: fc.string({ unit: anyCodePoint, maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
)

/** Any JSON instead of the expected value. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(undefined, null, true, false, [], {}, [[]], [null]) },
  { weight: 1, arbitrary: fc.constantFrom(...numbers) },
  { weight: 1, arbitrary: hostileText.map((text) => [text, text]) },
  { weight: 1, arbitrary: hostileText.map((text) => ({ length: 6, toString: text, $ne: null })) },
  { weight: 1, arbitrary: fc.integer({ min: 2, max: 800 }).map(nested) },
  { weight: 1, arbitrary: fc.jsonValue() },
)
