import { expect, it } from 'vitest'
import { vacancyContent, type VacancyContent } from '#contract/fields/vacancy.ts'
import type { VacancyDetail } from '#contract/schemas/vacancies.ts'
import { changesBetween, contentOf, numberOf, permittedFor } from './draft.ts'

function vacancy(change: Partial<VacancyContent>, state: VacancyDetail['state'] = 'draft'): VacancyDetail {
  const content = vacancyContent.parse({ title: 'Accountant', city: 'Surat', ...change })
  return {
    ...{ reference: 'VA-7K3M9Q', title: content.title, state, closedAs: null, sector: '', employer: '' },
    place: 'Surat',
    ...{ postedOn: '', openUntil: '', openings: null, placed: 0, applicants: {}, version: 1, content },
    ...{ createdAt: '2026-11-20T06:30:00.000Z', enquiry: null, missing: [], address: '' },
  }
}

it.each([
  ['25,000', 25_000],
  ['२५०००', 25_000],
  [' 7 ', 7],
  ['', null],
  // Read again, a number is the same.
  [7, 7],
  [null, null],
  ['much', 'much'],
  ['2.5', '2.5'],
])('reads the number «%s» as people type it', (typed, number) => {
  expect(numberOf(typed)).toBe(number)
})

it.each([
  ['pay_from', 'much', null],
  ['openings', 0, null],
  ['pincode', '12', '12'],
  ['description', 'Too short', 'Too short'],
] as const)('where %s cannot be «%s», everything else is shown as it is typed', (name, value, shown) => {
  const { content } = vacancy({})
  expect(contentOf({ ...content, [name]: value })).toEqual({ ...content, [name]: shown })
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
  const other = permittedFor(stored, stored, { ...stored, employer: 'Tata Steel' })
  expect(other).toEqual({ agreed: false, agreed_by: '', agreed_on: '', agreed_to_show: '' })
  const was = { ...stored, ...other, employer: 'Tata Steel' }
  expect(permittedFor(stored, was, { ...was, employer: 'Mills' })).toEqual(given)
  // To be confidential asks nothing of an employer who may be named.
  expect(permittedFor(stored, stored, { ...stored, confidential: true, agreed_by: 'Ms N' })).toEqual({})
})
