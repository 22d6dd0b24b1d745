import { expect, it } from 'vitest'
import { vacancyContent, type VacancyContent } from '#contract/fields/vacancy.ts'
import type { VacancyDetail } from '#contract/schemas/vacancies.ts'
import { changesBetween, permittedFor, readTyped, rebased, typedOf } from './draft.ts'

function vacancy(change: Partial<VacancyContent>, state: VacancyDetail['state'] = 'draft'): VacancyDetail {
  const content = vacancyContent.parse({ title: 'Accountant', city: 'Surat', ...change })
  return {
    ...{ reference: 'VA-7K3M9Q', title: content.title, state, closedAs: null, sector: '', employer: '' },
    place: 'Surat',
    ...{ postedOn: '', openUntil: '', openings: null, placed: 0, applicants: {}, version: 1, content },
    ...{ createdAt: '2026-11-20T06:30:00.000Z', enquiry: null, missing: [], address: '' },
  }
}

const typed = typedOf(vacancy({}).content)

it.each([
  ['25,000', 25_000],
  ['२५०००', 25_000],
  [' 7 ', 7],
  ['', null],
])('reads the number «%s» as people type it', (pay_from, pay) => {
  const { content, errors } = readTyped({ ...typed, pay_from })
  expect([content.pay_from, errors]).toEqual([pay, {}])
})

it.each([
  ['pay_from', 'much'],
  ['openings', '0'],
  ['openings', '2.5'],
  ['pincode', '12'],
  ['open_until', '2026-02-30'],
  ['description', 'Too short'],
] as const)('says that %s cannot be «%s», and keeps everything else', (name, value) => {
  const { content, errors } = readTyped({ ...typed, [name]: value })
  expect(Object.keys(errors)).toEqual([name])
  expect(content.title).toBe('Accountant')
})

it('reads back what it shows', () => {
  const { content } = vacancy({ employment: ['full_time'], remote: true, openings: 2, experience: 0 })
  expect(readTyped(typedOf(content))).toEqual({ content, errors: {} })
})

it('keeps what was typed, and takes all other fields from what another person saved', () => {
  const draft = { base: vacancy({}), changes: [], typed: { ...typed, title: 'Bookkeeper' } }
  const now = vacancy({ title: 'Auditor', city: 'Vapi' })
  const after = rebased(draft, now)
  expect(after.base).toBe(now)
  expect(after.typed).toMatchObject({ title: 'Bookkeeper', city: 'Vapi' })
})

it('says briefly what another person changed', () => {
  const description = 'w'.repeat(200)
  const now = vacancy({ remote: true, sector: 'finance', employment: ['full_time', 'intern'], description })
  expect(changesBetween(vacancy({}), now)).toEqual([
    `Description: (empty) → ${'w'.repeat(80)}….`,
    'Fully remote: No → Yes.',
    'Employment: (empty) → Full time, Internship.',
    'Sector: (empty) → Finance.',
  ])
  expect(changesBetween(now, now)).toEqual([])
  expect(changesBetween(vacancy({}), vacancy({}, 'published'))).toEqual(['State: Draft → Published.'])
})

it('removes a permission when the employer changes, and restores it when they are back', () => {
  const given = { agreed: true, agreed_by: 'Mr M', agreed_on: '2026-11-27', agreed_to_show: 'name' as const }
  const stored = vacancy({ employer: 'Mills', ...given }).content
  const was = typedOf(stored)
  const other = permittedFor(stored, was, { ...was, employer: 'Tata Steel' })
  expect(other).toMatchObject({ employer: 'Tata Steel', agreed: false, agreed_by: '', agreed_to_show: '' })
  expect(permittedFor(stored, other, { ...other, employer: 'Mills' })).toMatchObject(given)
  // Confidentiality needs no new permission from an employer who may be named.
  expect(permittedFor(stored, was, { ...was, confidential: true, agreed_by: 'Ms N' })).toMatchObject({
    ...given,
    agreed_by: 'Ms N',
  })
})
