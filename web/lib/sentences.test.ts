import { describe, expect, it, test } from 'vitest'
import { applicationForm, documentNames } from '#messages/careers.ts'
import { missingDocuments } from '#contract/fields/application.ts'
import { sayFrom, sizeOf, wordsOf } from './sentences.ts'
import { enquiryForm } from '#messages/enquiries.ts'

describe('the text of a schema', () => {
  test.each([
    ['enquiryForm.name.required', enquiryForm.name.required],
    ['applicationForm.phone.invalid', applicationForm.phone.invalid],
    // Texts of the desk's forms, whose schemas have no keys.
    ['Please choose a day.', 'Please choose a day.'],
    ['constructor.name', 'constructor.name'],
    ['', ''],
  ])('%s is read as «%s»', (text, words) => {
    expect(wordsOf(text, { enquiryForm, applicationForm })).toBe(words)
  })

  it('fails if a form has the group but not the sentence, so that no key is ever shown', () => {
    expect(() => wordsOf('enquiryForm.name.forgotten', { enquiryForm })).toThrow('enquiryForm.name.forgotten')
  })
})

test('a sentence takes the sentences within it from the same groups', () => {
  const [missing] = missingDocuments((field) => field !== 'resume')
  expect(missing && sayFrom({ applicationForm, documentNames }, missing.message)).toBe('Resume is required')
})

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [1024 * 1024 - 1, '1024 KB'],
  [1024 * 1024, '1 MB'],
  [5.25 * 1024 * 1024, '5.3 MB'],
])('%d bytes are written %s', (bytes, words) => expect(sizeOf(bytes)).toBe(words))
