import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { enquirySchema, sendEnquiryRequest } from './schemas/enquiries.ts'
import { fieldErrors } from './errors.ts'
import * as fields from './fields.ts'
import { fieldMessages } from './messages/common.ts'

type Field = 'name' | 'email' | 'phone' | 'enquiry'

/** The sentence a field shows for a value, none when it takes it. */
function sentences(field: Field, value: unknown): string[] {
  const answer = fields[field].safeParse(value)
  return answer.success ? [] : fieldErrors(answer.error.issues).map(({ message }) => message)
}

const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r', '\u00a0', '\ufeff'), maxLength: 5 })
const inked = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 300 })
  .filter((text) => text.trim() === text && text !== '')
const digit = fc.constantFrom(...'0123456789')
const atomCharacter = fc.constantFrom(..."abcXYZ019.!#$%&'*+/=?^_`{|}~-")
const label = fc.stringMatching(/^[A-Za-z0-9]([A-Za-z0-9-]{0,10}[A-Za-z0-9])?$/)
const mailbox = fc
  .tuple(
    fc.string({ unit: atomCharacter, minLength: 1, maxLength: 40 }),
    fc.array(label, { minLength: 1, maxLength: 3 }),
  )
  .map(([local, labels]) => `${local}@${labels.join('.')}`)
const phone = fc.string({ unit: digit, minLength: 10, maxLength: 10 })

describe('a field that is filled in as asked', () => {
  it.each<[Field, fc.Arbitrary<string>]>([
    ['name', inked.filter((text) => [...text].length <= 100)],
    ['email', mailbox.filter((text) => text.length <= 100)],
    ['phone', phone],
    ['enquiry', inked],
  ])('%s is never refused, and what stands around it is cut off', (field, good) => {
    fc.assert(
      fc.property(space, good, space, (before, value, after) => {
        expect(fields[field].parse(before + value + after)).toBe(value)
      }),
    )
  })
})

describe('a field that is not', () => {
  const required: [Field, string][] = [
    ['name', fieldMessages.name.required],
    ['email', fieldMessages.email.required],
    ['phone', fieldMessages.phone.required],
    ['enquiry', fieldMessages.enquiry.required],
  ]
  it.each(required)('%s is required, whatever emptiness stands there', (field, sentence) => {
    const nothing = fc.oneof(
      space,
      fc.anything().filter((value) => typeof value !== 'string'),
    )
    fc.assert(
      fc.property(nothing, (value) => {
        expect(sentences(field, value)).toEqual([sentence])
      }),
    )
  })

  it.each<[Field, number, string]>([
    ['name', fields.NAME_MAX, fieldMessages.name.tooLong],
    ['email', fields.EMAIL_MAX, fieldMessages.email.tooLong],
    ['enquiry', fields.ENQUIRY_MAX, fieldMessages.enquiry.tooLong],
  ])('%s of more than %i characters is too long, and nothing else', (field, max, sentence) => {
    const long = inked.map((text) => text + 'x'.repeat(Math.max(0, max + 1 - [...text].length)))
    fc.assert(
      fc.property(long, (value) => {
        expect(sentences(field, value)).toEqual([sentence])
      }),
    )
  })

  it('an e-mail without exactly one @ between a name and a host is impossible', () => {
    const wrong = fc.oneof(
      inked.filter((text) => text.length <= 100 && !text.includes('@')),
      mailbox.map((text) => `${text}@`),
      mailbox.map((text) => `@${text}`),
      mailbox.map((text) => text.replace('@', ' @')),
      mailbox.map((text) => `${text}\r\nBcc: x@y.in`),
      mailbox.map((text) => `<${text}>`),
    )
    fc.assert(
      fc.property(
        wrong.filter((text) => text.length <= 100),
        (value) => {
          expect(sentences('email', value)).toEqual([fieldMessages.email.invalid])
        },
      ),
    )
  })

  it('a phone is ten digits and nothing else, with one sentence for each way to miss that', () => {
    const of = (count: fc.Arbitrary<number>) => count.map((length) => '9'.repeat(length))
    const cases: [fc.Arbitrary<string>, string][] = [
      [of(fc.integer({ min: 1, max: 9 })), fieldMessages.phone.tooShort],
      [of(fc.integer({ min: 11, max: 60 })), fieldMessages.phone.tooLong],
      [
        fc
          .tuple(phone, fc.nat(9), fc.constantFrom(...'a+- .०９٣'))
          .map(([digits, at, odd]) => digits.slice(0, at) + odd + digits.slice(at + 1))
          .filter((text) => text.trim().length === 10),
        fieldMessages.phone.digitsOnly,
      ],
    ]
    for (const [wrong, sentence] of cases) {
      fc.assert(
        fc.property(wrong, (value) => {
          expect(sentences('phone', value)).toEqual([sentence])
        }),
      )
    }
  })

  it('counts characters, not the units of their encoding', () => {
    expect(sentences('name', '👩'.repeat(100))).toEqual([])
    expect(sentences('name', '👩'.repeat(101))).toEqual([fieldMessages.name.tooLong])
  })

  it('decides quickly, however long and odd the text', () => {
    for (const text of [
      'a'.repeat(1e5),
      '@'.repeat(1e5),
      `a@${'a.'.repeat(5e4)}`,
      ' '.repeat(1e5),
      `${'-'.repeat(1e5)}@`,
    ]) {
      const begun = performance.now()
      for (const field of ['name', 'email', 'phone', 'enquiry'] as const) fields[field].safeParse(text)
      expect(performance.now() - begun).toBeLessThan(50)
    }
  })
})

describe('an enquiry', () => {
  const good = { name: 'Asha', email: 'asha@example.in', phone: '9876543210', enquiry: 'Hello' }

  it('has one sentence for each bad field, in the order of the form, and none for a good one', () => {
    const wrong: Record<Field, unknown[]> = {
      name: ['', 'n'.repeat(101), 5],
      email: [' ', 'no', `${'a'.repeat(100)}@`, null],
      phone: ['', '1', '1'.repeat(30), 'aaaaaaaaaa'],
      enquiry: ['', 'e'.repeat(501), {}],
    }
    const order: Field[] = ['name', 'email', 'phone', 'enquiry']
    const choice = fc.record({
      bad: fc.subarray(order),
      pick: fc.nat(11),
    })
    fc.assert(
      fc.property(choice, ({ bad, pick }) => {
        const broken = bad.map((field) => [field, wrong[field][pick % wrong[field].length]])
        const answer = enquirySchema.safeParse({ ...good, ...Object.fromEntries(broken) })
        const found = answer.success ? [] : fieldErrors(answer.error.issues)
        expect(found.map(({ field }) => field)).toEqual(bad)
        expect(answer.error?.issues ?? []).toHaveLength(bad.length)
      }),
    )
  })

  it('keeps nothing that it does not know', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), (extra) => {
        const parsed = sendEnquiryRequest.parse({ ...extra, ...good, website: '', filledInMs: 9 })
        expect(Object.keys(parsed).sort()).toEqual([
          'email',
          'enquiry',
          'filledInMs',
          'name',
          'phone',
          'website',
        ])
      }),
    )
  })
})
