import type { VacancyField, vacancyFields, VacancyFieldName } from '#contract/fields/vacancy.ts'
import type { RejectionReason } from '#contract/schemas/staff-records.ts'
import { employmentNames } from './en/jobs.ts'
import { sectorTitles } from './en/pages.ts'

/** Why a person was rejected at a vacancy; the person is told none of these. */
export const rejectionNames: Record<RejectionReason, string> = {
  experience: 'Not enough experience',
  qualification: 'Qualification does not fit',
  place: 'Lives too far away',
  pay: 'Expects other pay',
  availability: 'Not available in time',
  filled: 'Somebody else was placed',
  no_answer: 'Does not answer',
  other: 'Another reason',
}

/** What the desk says of vacancies. */
export const vacancyMessages = {
  changedMeanwhile: 'Somebody else has changed this vacancy. It is shown here as it is now.',
  candidateChanged: 'Somebody else has moved this person meanwhile. Please look again.',
  notWhole: 'Something is missing for publishing.',
  notPublished: 'This vacancy is not published.',
  notDraft: 'Only a draft can be deleted.',
  noSuchVacancy: 'There is no vacancy with this reference.',
} as const

type Choice = Extract<VacancyField['input'], { options: unknown }>['as']

type Option = Extract<(typeof vacancyFields)[VacancyFieldName]['input'], { as: Choice }>['options'][number]

/** What can be chosen in the fields of a vacancy; none has two meanings. */
export const optionNames: Record<Option, string> = {
  ...employmentNames,
  hour: 'Hour',
  day: 'Day',
  week: 'Week',
  month: 'Month',
  year: 'Year',
  technology: sectorTitles.technology,
  healthcare: sectorTitles.healthcare,
  finance: sectorTitles.finance,
  marketing: sectorTitles.marketing,
  engineering: sectorTitles.engineering,
  name: 'The name',
  confidential: 'That the employer is confidential',
}
