import { languages, inRupees, inWords, pluralOf } from '#contract/messages/languages.ts'
import { fill } from '#contract/messages/sentences.ts'
import type { Plural } from '#contract/messages/translation.ts'
import { type Inline, richText } from '#contract/rich-text.ts'
import { inLanguage, type PublicVacancy } from '#contract/schemas/jobs.ts'
import { pages } from '#contract/paths.ts'
import { employmentNames, jobPage, jobsPage } from '#messages/jobs.ts'
import { sectorTitles } from '#messages/pages.ts'
import { here, langOf, language } from '#web/lib/page.ts'

/** A sentence that depends on a count. */
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

/** Countries by their codes, in words. */
function countries(codes: string): string {
  return codes
    .split(' ')
    .map((code) => names.of(code) ?? code)
    .join(', ')
}

export function placeWords({ remote, city, state, countries: codes }: PublicVacancy): string {
  if (!remote) return [city, state].filter((part) => part !== '').join(', ')
  return codes === '' ? jobPage.remote : fill(jobPage.remoteFrom, { countries: countries(codes) })
}

/** What was written for readers of every language: marked as English where it is, and the page is not. */
export function Written({ text }: { text: string }) {
  return <span lang={langOf(text)}>{text}</span>
}

/** The employer's name, or that it is confidential. */
export function Employer({ vacancy: { employer } }: { vacancy: PublicVacancy }) {
  return employer === '' ? jobPage.confidential : <Written text={employer} />
}

/** Where the work is. */
export function Place({ vacancy }: { vacancy: PublicVacancy }) {
  return vacancy.remote ? placeWords(vacancy) : <Written text={placeWords(vacancy)} />
}

/** What is paid; undefined where it is not said. */
export function payWords({ pay_from, pay_to, pay_unit }: PublicVacancy): string | undefined {
  if ((pay_from === null && pay_to === null) || pay_unit === '') return undefined
  const [from, to] = [pay_from, pay_to].map((sum) => (sum === null ? '' : inRupees(String(sum), language)))
  const sums =
    pay_to === null || pay_from === pay_to
      ? pay_from === pay_to
        ? (from ?? '')
        : fill(jobPage.payFrom, { from: from ?? '' })
      : pay_from === null
        ? fill(jobPage.payTo, { to: to ?? '' })
        : fill(jobPage.payBetween, { from: from ?? '', to: to ?? '' })
  return fill(jobPage.payFor, { sums, unit: jobPage.payPer[pay_unit] })
}

/** A title in the page's language, or in English with its `lang`. */
export function Title({ vacancy }: { vacancy: PublicVacancy }) {
  const { text, language: own } = inLanguage(vacancy, 'title', language)
  return <span lang={own === language ? undefined : languages[own].tag}>{text}</span>
}

function Inlines({ parts }: { parts: readonly Inline[] }) {
  return parts.map(({ text, bold, href }, at) => {
    if (href !== undefined)
      return (
        <a key={at} href={href} rel="external noopener nofollow" className="link wrap-anywhere">
          {text}
        </a>
      )
    return bold ? <strong key={at}>{text}</strong> : text
  })
}

/** A description as its writer meant it: paragraphs, lists, bold and links of https, and nothing else. */
export function Description({ text }: { text: string }) {
  return richText(text).map(({ kind, items }, at) =>
    kind === 'list' ? (
      <ul key={at}>
        {items.map((item, index) => (
          <li key={index}>
            <Inlines parts={item} />
          </li>
        ))}
      </ul>
    ) : (
      <p key={at}>
        <Inlines parts={items[0] ?? []} />
      </p>
    ),
  )
}

/** A line of a list: the title as its link, where, what it pays. */
export function VacancyLine({ vacancy }: { vacancy: PublicVacancy }) {
  const { address, posted_on, employment } = vacancy
  const facts = [employmentWords(employment), payWords(vacancy)].filter((fact) => fact !== undefined)
  return (
    <li className="relative border-t border-line py-6 last:border-b">
      <h3 className="text-subhead">
        <a
          href={here(address)}
          className="after:absolute after:inset-0 underline-offset-[0.2em] hover:underline"
        >
          <Title vacancy={vacancy} />
        </a>
      </h3>
      <p className="mt-1">
        <Employer vacancy={vacancy} />
      </p>
      <p className="mt-1 text-quiet">
        <Place vacancy={vacancy} /> · {facts.join(' · ')}
      </p>
      <p className="mt-1 text-small text-quiet">
        {jobPage.posted} <time dateTime={posted_on}>{inWords(posted_on, language)}</time>
      </p>
    </li>
  )
}

/** The newest vacancies, on the home page and the career page. */
export function Newest({ vacancies }: { vacancies: readonly PublicVacancy[] }) {
  if (vacancies.length === 0) return null
  return (
    <section className="wrap section" aria-labelledby="newest-jobs">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h2 id="newest-jobs" className="text-heading">
          {jobsPage.newest}
        </h2>
        <a href={here(pages.jobs)} className="link inline-flex min-h-12 items-center">
          {jobsPage.all}
        </a>
      </div>
      <ul className="mt-4">
        {vacancies.map((vacancy) => (
          <VacancyLine key={vacancy.reference} vacancy={vacancy} />
        ))}
      </ul>
    </section>
  )
}
