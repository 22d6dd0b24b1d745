import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { fieldErrors } from '#contract/errors.ts'
import * as fields from './field.ts'
import { enquiryFields } from './enquiry.ts'
import { anyCodePoint } from '#tests/support/any-code-point.ts'
import { english } from '#tests/support/english.ts'
import { enquirySchema, sendEnquiryRequest } from '#contract/schemas/enquiries.ts'
import { enquiryForm } from '#contract/messages/en/enquiries.ts'

/** An enquiry with only the required fields. */
const good = { name: 'Asha', email: 'asha@example.in', phone: '9876543210', enquiry: 'Hello' }
type Field = keyof typeof good
const formOrder = Object.keys(good) as Field[]

/** Returns the sentences of a field for a value; none if it is valid. */
function sentences(field: Field, value: unknown): string[] {
  const result = enquiryFields[field].schema.safeParse(value)
  return result.success ? [] : fieldErrors(result.error.issues).map(({ message }) => english(message))
}

function forAll<T>(values: fc.Arbitrary<T>, check: (value: T) => void): void {
  fc.assert(fc.property(values, (value) => void check(value)))
}

const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r', '\u00a0', '\ufeff'), maxLength: 5 })
const visible = fc
  .string({ unit: anyCodePoint, minLength: 1, maxLength: 300 })
  .filter((text) => text.trim() === text && text !== '')
const label = fc.stringMatching(/^[A-Za-z0-9]([A-Za-z0-9-]{0,10}[A-Za-z0-9])?$/)
const local = fc.stringMatching(/^[a-cX-Z0-9!#$%&'*+/=?^_`{|}~-]{1,20}(\.[a-c0-9+-]{1,9}){0,2}$/)
const mailbox = fc
  .tuple(local, fc.array(label, { minLength: 2, maxLength: 3 }))
  .map(([before, labels]) => `${before}@${labels.join('.')}`)
const phone = fc.stringMatching(/^[0-9]{10}$/)
function nines(min: number, max: number) {
  return fc.integer({ min, max }).map((length) => '9'.repeat(length))
}
function longerThan(max: number) {
  return visible.map((text) => text + 'x'.repeat(Math.max(0, max + 1 - [...text].length)))
}

it.each<[Field, fc.Arbitrary<string>]>([
  ['name', visible.filter((text) => [...text].length <= 100)],
  ['email', mailbox.filter((text) => text.length <= 100)],
  ['phone', phone],
  ['enquiry', visible],
])('%s that is filled in as asked is accepted, and trimmed', (field, good) => {
  forAll(fc.tuple(space, good, space), ([before, value, after]) => {
    expect(enquiryFields[field].schema.parse(before + value + after)).toBe(value)
  })
})

const empty = fc.oneof(
  space,
  fc.anything().filter((value) => typeof value !== 'string'),
)
/** A number is accepted instead of a text of digits. */
function emptyFor(field: Field) {
  return empty.filter((value) => field !== 'phone' || !Number.isSafeInteger(value))
}
const badMailbox = fc.oneof(
  label.map((text) => `a.b@${text}`),
  visible.filter((text) => !text.includes('@')),
  mailbox.chain((text) =>
    fc.constantFrom(`${text}@`, `@${text}`, text.replace('@', ' @'), `${text}\r\nBcc: x@y.in`, `<${text}>`),
  ),
)
const badPhone = fc
  .tuple(phone, fc.nat(9), fc.constantFrom(...'ax+#'))
  .map(([digits, at, odd]) => digits.slice(0, at) + odd + digits.slice(at + 1))

type WrongField = [Field, string, fc.Arbitrary<unknown>, string]
it.each<WrongField>([
  ...formOrder.map((field): WrongField => [field, 'empty', emptyFor(field), enquiryForm[field].required]),
  ['name', 'over 100 characters', longerThan(fields.NAME_MAX), enquiryForm.name.tooLong],
  ['email', 'over 100 characters', longerThan(fields.EMAIL_MAX), enquiryForm.email.tooLong],
  ['enquiry', 'over 500 characters', longerThan(500), enquiryForm.enquiry.tooLong],
  ['email', 'no mailbox', badMailbox.filter((text) => text.length <= 100), enquiryForm.email.invalid],
  ['phone', 'too short', nines(1, 9), enquiryForm.phone.tooShort],
  ['phone', 'too long', nines(11, 60), enquiryForm.phone.tooLong],
  ['phone', 'not only digits', badPhone, enquiryForm.phone.invalid],
])('%s that is %s has one sentence', (field, _, wrong, sentence) => {
  forAll(wrong, (value) => expect(sentences(field, value)).toEqual([sentence]))
})

it('uses the exact sentences of the specification', () => {
  const { name, email, phone, enquiry } = enquiryForm
  expect([name.required, name.tooLong]).toEqual(['Name is required', 'Name is too long'])
  expect([email.required, email.tooLong]).toEqual(['Email is required', 'Email is too long'])
  expect([email.invalid, phone.required]).toEqual(['Invalid email address', 'Phone number is required'])
  expect(phone.tooShort).toBe('Phone number must be at least 10 digits')
  expect(phone.invalid).toBe('Phone number can only contain numbers')
  expect([enquiry.required, enquiry.tooLong]).toEqual(['Enquiry is required', 'Enquiry is too long'])
})

it('counts characters and not code units', () => {
  expect(sentences('name', '👩'.repeat(100))).toEqual([])
  expect(sentences('name', '👩'.repeat(101))).toEqual([enquiryForm.name.tooLong])
})

it.each([
  ['a', 'a'.repeat(1e6)],
  ['a.a.a.', `a@${'a.'.repeat(5e5)}`],
  ['spaces', ' '.repeat(1e6)],
  ['---@', `${'-'.repeat(1e6)}@`],
])('decides over a million characters of %s without going back over them', (_, text) => {
  const decide = () => formOrder.map((field) => enquiryFields[field].schema.safeParse(text).success)
  // A single pass over the text takes a fraction of a second, backtracking a quarter of an hour.
  expect(runInNewContext('decide()', { decide }, { timeout: 60_000 })).toEqual(formOrder.map(() => false))
})

describe('an enquiry', () => {
  it('has exactly these fields', () => {
    const required = fields.namesOf(enquiryFields).filter((name) => !fields.isOptional(enquiryFields[name]))
    expect(required).toEqual(formOrder)
  })

  it('has one sentence for each wrong field, in the order of the form', () => {
    const wrong = { name: 'n'.repeat(101), email: 'no', phone: '1', enquiry: 'e'.repeat(501) }
    forAll(fc.subarray(formOrder), (bad) => {
      const changed = Object.fromEntries(bad.map((field) => [field, wrong[field]]))
      const result = enquirySchema.safeParse({ ...good, ...changed })
      expect(fieldErrors(result.error?.issues ?? []).map(({ field }) => field)).toEqual(bad)
      expect(result.error?.issues ?? []).toHaveLength(bad.length)
    })
  })

  it('drops unknown fields', () => {
    forAll(fc.dictionary(fc.string(), fc.anything()), (extra) => {
      const parsed = sendEnquiryRequest.parse({ ...extra, ...good, website: '', filledInMs: 9 })
      const known = [...fields.namesOf(enquiryFields), 'filledInMs', 'website']
      expect(Object.keys(parsed).sort()).toEqual(known.sort())
    })
  })
})

test.each([undefined, 'x', 7, '2026-11-2', '2026-11-21 ', '2026-11-211'])(
  'the notice version %j counts as absent',
  (value) => expect(fields.noticeVersion.parse(value)).toBeUndefined(),
)

test('a masked phone number shows its last four digits', () => {
  expect(fields.maskPhone('9876543210')).toBe('+91 XXXXXX3210')
})
