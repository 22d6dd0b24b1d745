import type { ReactNode } from 'react'
import { inRupees, inWords, type Language, languages, pluralOf } from '#contract/messages/languages.ts'
import { fill } from '#contract/messages/sentences.ts'
import type { Plural } from '#contract/messages/translation.ts'
import { type Inline, richText } from '#contract/rich-text.ts'
import { placeIn } from '#contract/places.ts'
import type { PublicVacancy } from '#contract/schemas/jobs.ts'
import { employmentNames, jobPage } from '#messages/jobs.ts'
import { sectorTitles } from '#messages/pages.ts'
import { langOf, language } from '#web/lib/page.ts'

/** Returns a sentence that depends on a count. */
export function counted(forms: Plural, count: number): string {
  return fill(forms[pluralOf(count, language)] ?? forms.other, { count })
}

export function sectorName(sector: PublicVacancy['sector']): string {
  return sector === '' || sector === 'other' ? jobPage.otherSector : sectorTitles[sector]
}

export function employmentWords(employment: PublicVacancy['employment']): string {
  return employment.map((one) => employmentNames[one]).join(', ')
}

const names = new Intl.DisplayNames(languages[language].tag, { type: 'region' })

/** A partly typed code is no code. */
function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code
}

type PlaceFacts = Pick<PublicVacancy, 'remote' | 'city' | 'state' | 'countries'>

export function placeWords({ remote, city, state, countries }: PlaceFacts): string {
  if (!remote)
    return [city, state]
      .filter(Boolean)
      .map((place) => placeIn(place, language))
      .join(', ')
  return countries === ''
    ? jobPage.remote
    : fill(jobPage.remoteFrom, { countries: countries.split(' ').map(countryName).join(', ') })
}

/** A text for readers of every language, marked as English if it is and the page is not. */
function Written({ text }: { text: string }) {
  return <span lang={langOf(text)}>{text}</span>
}

/** A title in its own language, which is marked if the page is in another and the letters are too. */
export function Title({ title, language: written }: { title: string; language: Language }) {
  if (written === language || langOf(title) === undefined) return title
  return (
    <>
      <span lang={languages[written].tag}>{title}</span>{' '}
      <span className="text-small font-normal text-quiet">({jobPage.inEnglish})</span>
    </>
  )
}

/** The employer's name, or that it is confidential. */
export function Employer({ vacancy: { employer } }: { vacancy: Pick<PublicVacancy, 'employer'> }) {
  return employer === '' ? jobPage.confidential : <Written text={employer} />
}

export function Place({ vacancy }: { vacancy: PlaceFacts }) {
  return vacancy.remote ? placeWords(vacancy) : <Written text={placeWords(vacancy)} />
}

/** Returns a time of work in whole years, or in months. */
function experienceWords(months: number): string {
  return months % 12 === 0 ? counted(jobPage.years, months / 12) : counted(jobPage.months, months)
}

/** Returns the pay; undefined if it is not given. */
export function payWords({
  pay_from,
  pay_to,
  pay_unit,
}: Pick<PublicVacancy, 'pay_from' | 'pay_to' | 'pay_unit'>): string | undefined {
  if ((pay_from === null && pay_to === null) || pay_unit === '') return undefined
  const rupees = (sum: number | null) => inRupees(String(sum), language)
  const { payFrom, payTo, payBetween } = jobPage
  const between = pay_from === pay_to ? '{from}' : payBetween
  const form = pay_to === null ? payFrom : pay_from === null ? payTo : between
  const sums = fill(form, { from: rupees(pay_from), to: rupees(pay_to) })
  return fill(jobPage.payFor, { sums, unit: jobPage.payPer[pay_unit] })
}

/** A vacancy as its page shows it; an unsaved one has no day and no reference, and perhaps no employer. */
type Shown = Omit<
  PublicVacancy,
  'address' | 'employer' | 'posted_on' | 'reference' | 'changed_at' | 'isOpen'
> &
  Partial<Pick<PublicVacancy, 'posted_on' | 'reference'>> & { employer: string | undefined }

/** The facts of a vacancy with their names. */
export function VacancyFacts({ vacancy, className = '' }: { vacancy: Shown; className?: string }) {
  const { employer, employment, openings, experience, education, reference } = vacancy
  const pincode = vacancy.remote ? '' : vacancy.pincode
  const day = (date = '') => date && <time dateTime={date}>{inWords(date, language)}</time>
  const facts: [string, ReactNode][] = [
    [jobPage.employer, employer === undefined ? '' : <Employer vacancy={{ employer }} />],
    [
      jobPage.place,
      placeWords(vacancy) + pincode && (
        <>
          <Place vacancy={vacancy} /> {pincode}
        </>
      ),
    ],
    [jobPage.employment, employmentWords(employment)],
    [jobPage.pay, payWords(vacancy)],
    [jobPage.sector, vacancy.sector && sectorName(vacancy.sector)],
    [jobPage.openings, openings],
    [jobPage.experience, experience === 0 ? jobPage.noExperience : experience && experienceWords(experience)],
    [jobPage.education, education && <Written text={education} />],
    [jobPage.posted, day(vacancy.posted_on)],
    [jobPage.until, day(vacancy.open_until)],
    [jobPage.reference, reference],
  ]
  return (
    <dl className={className}>
      {facts
        .filter(([, value]) => value !== undefined && value !== null && value !== '')
        .map(([name, value]) => (
          <div key={name} className="border-t border-line py-3">
            <dt className="text-small text-quiet">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

interface DescriptionProps {
  text: string
  /** The target of its links. */
  target?: '_blank'
}

/** A description as its writer meant it: only paragraphs, lists, bold and https links. */
export function Description({ text, target }: DescriptionProps) {
  const inlines = (parts: readonly Inline[] = []) =>
    parts.map(({ text: words, bold, href }, at) => {
      if (href !== undefined)
        return (
          <a
            key={at}
            href={href}
            target={target}
            rel="external noopener nofollow"
            className="link wrap-anywhere"
          >
            {words}
          </a>
        )
      return bold ? <strong key={at}>{words}</strong> : words
    })
  return richText(text).map(({ kind, items }, at) =>
    kind === 'list' ? (
      <ul key={at}>
        {items.map((item, index) => (
          <li key={index}>{inlines(item)}</li>
        ))}
      </ul>
    ) : (
      <p key={at}>{inlines(items[0])}</p>
    ),
  )
}
