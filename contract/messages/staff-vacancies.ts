import type { VacancyField, vacancyFields, VacancyFieldName } from '#contract/fields/vacancy.ts'
import type { RejectionReason } from '#contract/schemas/staff-records.ts'
import type { VacancyClosing } from '#contract/schemas/vacancies.ts'
import { employmentNames } from './en/jobs.ts'
import { sectorTitles } from './en/pages.ts'
import { counted } from './languages.ts'

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

export const closingNames: Record<VacancyClosing, string> = {
  filled: 'Filled',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
}

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

/** The screens of vacancies. */
export const vacancyWords = {
  new: 'New vacancy',
  fromEnquiry: 'New vacancy from this enquiry',
  ofEnquiry: 'From the enquiry',
  filterState: 'State',
  waiting: 'Waiting',
  waits: { closing: 'Closes within 3 days', quiet: 'Nobody applied for 7 days', full: 'Full, still open' },
  search: 'Title, employer, place or reference',
  any: 'Any',
  none: 'No vacancies yet. «New vacancy» begins one.',
  noneMatch: 'No vacancy matches these filters.',
  shown: (count: number, isAll: boolean) =>
    isAll && count > 1 ? `All ${count} vacancies shown.` : `${counted(count, 'vacancy', 'vacancies')} shown.`,
  columns: {
    title: 'Title',
    state: 'State',
    sector: 'Sector',
    employer: 'Employer',
    place: 'Place',
    openUntil: 'Open until',
    applicants: 'Applicants',
  },
  until: 'until',
  untitled: 'Without a title',
  nobody: 'Nobody',
  /** How many stand at a stage. */
  atStage: (stage: string, count: number) => `${stage} ${count}`,
  boardOf: (reference: string) => `Board of ${reference}`,
  board: 'Board',
  edit: 'Edit',
  back: 'Back to Vacancies',
  placed: (placed: number, openings: number) => `${placed} of ${counted(openings, 'opening')} placed`,
  postedOn: 'Published on',
  page: 'Its page on the site',
  save: 'Save',
  saved: 'Saved.',
  notSavedYet: 'Not saved yet.',
  publish: 'Publish',
  published: 'Published.',
  close: 'Close vacancy',
  closed: 'Closed.',
  closeAs: 'Closed because it is',
  closeMore: 'Its page says that it is closed, and nobody can apply any more.',
  /** Of a vacancy that is closed already. */
  settle: 'Tell the people at it',
  settleMore: 'The vacancy is closed. Its people read on their own page that it is.',
  settleNone: 'Choose what becomes of them.',
  settled: 'Done.',
  stillAt: (count: number) => `${counted(count, 'person is', 'people are')} still at it`,
  tellAll: 'Tell all of them by e-mail that the vacancy is closed',
  rejectAll: 'Move all of them to Rejected',
  leave: 'Without these they stay where they are. Their own page says that the job is closed.',
  mailIn: (language: string, count: number) => `In ${language}, to ${counted(count, 'person', 'people')}`,
  isClosed: 'The vacancy is closed',
  inStage: 'at this stage for',
  enquiryText: 'What they asked for',
  extend: 'Extend',
  extended: (day: string) => `Open until ${day}.`,
  copy: 'Copy',
  copied: (reference: string) =>
    `This is a copy of ${reference}, without its closing day and the employer’s consent.`,
  remove: 'Delete draft',
  removeSure: 'Delete it for good',
  removed: 'The draft is deleted.',
  otherLanguages: 'In Hindi and Gujarati',
  descriptionHint:
    '100 to 10,000 characters. A blank line begins a paragraph, «- » an item of a list, **bold**, [words](https://…).',
  choose: 'Please choose',
  needed: (what: string) => `For publishing: ${what}`,
  wrong: 'Please look at the fields that are marked.',
  missing: (count: number) => `${counted(count, 'thing')} missing for publishing, each said at its field.`,
  complete: 'Nothing is missing for publishing.',
  conflict: 'Somebody else changed this vacancy meanwhile.',
  conflictKept:
    'What you typed is kept and not saved yet. Where both changed a field, yours stands in it: «Save» keeps that.',
  theirs: 'Drop what I typed',
  empty: '(empty)',
  yes: 'Yes',
  no: 'No',
  preview: 'As it will look',
  previewLanguage: 'Language',
  previewUntitled: 'The title stands here',
  previewEmpty: 'The description stands here.',
  isFull: 'All openings are placed. Close the vacancy?',
  boardCut: (shown: number, all: number) => `The newest ${shown} of ${all} people are shown.`,
  moreCards: (left: number) => `Show ${left} more`,
  rejectTitle: (name: string) => `Why is ${name} rejected?`,
  rejectMore: 'The person is told none of these.',
  reason: 'Reason',
  reject: 'Reject',
  ofPerson: 'Vacancies',
  ofPersonNone: 'At no vacancy yet.',
  add: 'Add to a vacancy',
  addTo: 'Vacancy',
  addNow: 'Add',
  added: (title: string) => `Added to «${title}».`,
  noneOpen: 'There is no published vacancy that could be added.',
  more: 'Show more',
  since: (day: string) => `since ${day}`,
} as const
