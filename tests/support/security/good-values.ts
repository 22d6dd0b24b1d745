import fc from 'fast-check'
import type { Schema } from './openapi.ts'

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
