import * as z from 'zod/mini'
import { isRealDate } from '#contract/dates.ts'
import { plainText } from '#contract/rich-text.ts'
import { plainDay, plainDigits, TEXT_MAX } from './field.ts'
import { vacancySectors } from './sectors.ts'

/** Most days for which a vacancy may be open after it is published or extended. */
export const OPEN_DAYS_MAX = 180
const DESCRIPTION_MIN = 100
const DESCRIPTION_MAX = 10_000
const OPENINGS_MAX = 999
const TITLE_MAX = 150

/** Job search engines' kinds of employment, in lower case. */
export const employmentTypes = [
  'full_time',
  'part_time',
  'contractor',
  'temporary',
  'intern',
  'volunteer',
  'per_diem',
  'other',
] as const

const payUnits = ['hour', 'day', 'week', 'month', 'year'] as const

/** What the employer permits us to show. */
const permissions = ['name', 'confidential'] as const

/**
 * A field of a vacancy. Its key is its name in the request, the stored vacancy and exports. The editor shows the fields
 * in this order, each by its `input`.
 */
export interface VacancyField {
  /** The values of a draft, in which anything may be empty. `missingToPublish` checks what publishing needs. */
  schema: z.ZodMiniType
  /** The name of the field at the desk. */
  label: string
  input:
    | { as: 'line' | 'text' | 'check' | 'number' | 'day' }
    | { as: 'choice' | 'choices'; options: readonly string[] }
  /** The language of the text, if any. */
  lang?: 'en' | 'hi' | 'gu'
  hint?: string
}

const sentences = {
  title: `A title has ${TITLE_MAX} characters at most`,
  description: `A description has ${DESCRIPTION_MIN} to ${DESCRIPTION_MAX} characters`,
  text: `At most ${TEXT_MAX} characters`,
  pincode: 'A PIN code has six digits',
  country: 'A country is written as two capital letters, such as IN',
  choice: 'Please choose from the list',
  day: 'A day is written YYYY-MM-DD',
  whole: 'This is a whole number',
  openings: `Between 1 and ${OPENINGS_MAX}`,
  pay: 'A sum is in whole rupees',
  months: 'Experience is in months, 600 at most',
}

/* @__NO_SIDE_EFFECTS__ */
function words(max: number, error: string) {
  return z._default(z.string().check(z.overwrite(plainText), z.trim(), z.maxLength(max, error)), '')
}

/* @__NO_SIDE_EFFECTS__ */
function shaped(shape: RegExp, error: string, read: (written: string) => string = (written) => written) {
  const written = z.string().check(z.trim(), z.overwrite(read))
  return z._default(written.check(z.refine((text) => text === '' || shape.test(text), error)), '')
}

/* @__NO_SIDE_EFFECTS__ */
function whole(least: number, most: number, error: string) {
  const number = z.int(sentences.whole).check(z.minimum(least, error), z.maximum(most, error))
  return z._default(z.nullable(number), null)
}

/* @__NO_SIDE_EFFECTS__ */
function oneOf<const Options extends readonly [string, ...string[]]>(options: Options) {
  return z._default(z.enum(['', ...options], sentences.choice), '')
}

const description = z._default(
  z.string().check(
    z.overwrite(plainText),
    z.trim(),
    z.refine(
      ({ length }) => length === 0 || (length >= DESCRIPTION_MIN && length <= DESCRIPTION_MAX),
      sentences.description,
    ),
  ),
  '',
)

const day = z._default(
  z.string().check(
    z.trim(),
    z.overwrite(plainDay),
    z.refine((text) => text === '' || isRealDate(text), sentences.day),
  ),
  '',
)
const check = z._default(z.boolean(), false)
const title = words(TITLE_MAX, sentences.title)
const line = words(TEXT_MAX, sentences.text)
const rupees = whole(1, 1_000_000_000, sentences.pay)

export const vacancyFields = {
  title: { schema: title, label: 'Title', input: { as: 'line' }, lang: 'en' },
  description: { schema: description, label: 'Description', input: { as: 'text' }, lang: 'en' },
  title_hi: { schema: title, label: 'Title in Hindi', input: { as: 'line' }, lang: 'hi' },
  description_hi: { schema: description, label: 'Description in Hindi', input: { as: 'text' }, lang: 'hi' },
  title_gu: { schema: title, label: 'Title in Gujarati', input: { as: 'line' }, lang: 'gu' },
  description_gu: {
    schema: description,
    label: 'Description in Gujarati',
    input: { as: 'text' },
    lang: 'gu',
  },
  employer: { schema: line, label: 'Employer', input: { as: 'line' } },
  confidential: { schema: check, label: 'Employer is confidential', input: { as: 'check' } },
  agreed: { schema: check, label: 'The employer has agreed', input: { as: 'check' } },
  agreed_by: { schema: line, label: 'Agreed by', input: { as: 'line' }, hint: 'Who said so at the employer' },
  agreed_on: { schema: day, label: 'Agreed on', input: { as: 'day' } },
  agreed_to_show: {
    schema: oneOf(permissions),
    label: 'Agreed to show',
    input: { as: 'choice', options: permissions },
  },
  city: { schema: line, label: 'City', input: { as: 'line' } },
  state: { schema: line, label: 'State', input: { as: 'line' } },
  pincode: {
    schema: shaped(/^[1-9][0-9]{5}$/, sentences.pincode, plainDigits),
    label: 'PIN code',
    input: { as: 'line' },
  },
  remote: { schema: check, label: 'Fully remote', input: { as: 'check' } },
  countries: {
    schema: shaped(/^[A-Z]{2}( [A-Z]{2}){0,30}$/, sentences.country, (written) =>
      written
        .toUpperCase()
        .split(/[\s,]+/)
        .join(' '),
    ),
    label: 'Countries in which one may live',
    input: { as: 'line' },
    hint: 'For remote work, such as IN',
  },
  employment: {
    schema: z._default(z.array(z.enum(employmentTypes, sentences.choice)).check(z.maxLength(8)), []),
    label: 'Employment',
    input: { as: 'choices', options: employmentTypes },
  },
  pay_from: { schema: rupees, label: 'Pay from', input: { as: 'number' } },
  pay_to: { schema: rupees, label: 'Pay to', input: { as: 'number' } },
  pay_unit: { schema: oneOf(payUnits), label: 'Paid per', input: { as: 'choice', options: payUnits } },
  sector: {
    schema: oneOf(vacancySectors),
    label: 'Sector',
    input: { as: 'choice', options: vacancySectors },
  },
  openings: {
    schema: whole(1, OPENINGS_MAX, sentences.openings),
    label: 'Openings',
    input: { as: 'number' },
  },
  experience: {
    schema: whole(0, 600, sentences.months),
    label: 'Experience',
    input: { as: 'number' },
    hint: 'In months',
  },
  education: { schema: line, label: 'Education', input: { as: 'line' } },
  open_until: { schema: day, label: 'Open until', input: { as: 'day' } },
  tell_stages: {
    schema: check,
    label: 'Tell applicants the stage',
    input: { as: 'check' },
    hint: 'On their own page; without it they read «Received»',
  },
} as const satisfies Record<string, VacancyField>

export type VacancyFieldName = keyof typeof vacancyFields
export const vacancyFieldNames = Object.keys(vacancyFields) as VacancyFieldName[]

/** The content of a vacancy. A draft may lack anything. */
export const vacancyContent = z.object(
  Object.fromEntries(vacancyFieldNames.map((name) => [name, vacancyFields[name].schema])) as {
    [Name in VacancyFieldName]: (typeof vacancyFields)[Name]['schema']
  },
)
export type VacancyContent = z.output<typeof vacancyContent>

const needed = {
  title: 'A vacancy needs a title in English',
  description: 'A vacancy needs a description in English',
  employer: 'Name the employer, or tick «Employer is confidential»',
  agreed: 'The employer must have agreed before this is published',
  agreedBy: 'Say who agreed',
  agreedOn: 'Say on which day',
  agreedToShow: 'Say what may be shown: the name, or that the employer is confidential',
  agreedToName: 'The employer has not agreed to show the name',
  place: 'Say where the work is, or tick «Fully remote»',
  countries: 'Say in which countries one may live, such as IN',
  employment: 'Choose at least one',
  payOrder: 'This is less than «Pay from»',
  payUnit: 'Say for how long the pay is',
  sector: 'Choose a sector',
  openings: 'Say how many are wanted',
  openUntil: 'A vacancy needs a closing day',
  past: 'This day has passed',
  tooLate: `At most ${OPEN_DAYS_MAX} days from today`,
}

/** Returns the day so many days later, both YYYY-MM-DD. */
export function daysAfter(from: string, days: number): string {
  const time = new Date(`${from}T00:00:00Z`)
  time.setUTCDate(time.getUTCDate() + days)
  return time.toISOString().slice(0, 10)
}

/** Returns what prevents publishing, at most one error per field. `today` is the day in India. */
export function missingToPublish(
  vacancy: VacancyContent,
  today: string,
): { field: VacancyFieldName; message: string }[] {
  const { city, state, pincode, pay_from, pay_to, open_until } = vacancy
  const faults: [VacancyFieldName, boolean, string][] = [
    ['title', vacancy.title === '', needed.title],
    ['description', vacancy.description === '', needed.description],
    ['employer', vacancy.employer === '' && !vacancy.confidential, needed.employer],
    ['agreed', !vacancy.agreed, needed.agreed],
    ['agreed_by', vacancy.agreed_by === '', needed.agreedBy],
    ['agreed_on', vacancy.agreed_on === '' || vacancy.agreed_on > today, needed.agreedOn],
    ['agreed_to_show', vacancy.agreed_to_show === '', needed.agreedToShow],
    [
      'agreed_to_show',
      vacancy.agreed_to_show === 'confidential' && !vacancy.confidential,
      needed.agreedToName,
    ],
    ['city', !vacancy.remote && city === '', needed.place],
    ['state', !vacancy.remote && state === '', needed.place],
    ['pincode', !vacancy.remote && pincode === '', needed.place],
    ['countries', vacancy.remote && vacancy.countries === '', needed.countries],
    ['employment', vacancy.employment.length === 0, needed.employment],
    ['pay_to', pay_from !== null && pay_to !== null && pay_to < pay_from, needed.payOrder],
    ['pay_unit', (pay_from !== null || pay_to !== null) && vacancy.pay_unit === '', needed.payUnit],
    ['sector', vacancy.sector === '', needed.sector],
    ['openings', vacancy.openings === null, needed.openings],
    ['open_until', open_until === '', needed.openUntil],
    ['open_until', open_until !== '' && open_until < today, needed.past],
    ['open_until', open_until > daysAfter(today, OPEN_DAYS_MAX), needed.tooLate],
  ]
  const wrong = faults.filter(([, isWrong]) => isWrong)
  return wrong
    .filter(([field], at) => wrong.findIndex(([other]) => other === field) === at)
    .map(([field, , message]) => ({ field, message }))
}
