import type { ReactNode } from 'react'
import { todayInIndia } from '#contract/dates.ts'
import { daysAfter } from '#contract/fields/vacancy.ts'
import { fill } from '#contract/messages/sentences.ts'
import { inWords } from '#contract/messages/languages.ts'
import { inLanguage, type PublicVacancy } from '#contract/schemas/jobs.ts'
import { pages } from '#contract/paths.ts'
import { jobPage, jobsPage } from '#messages/jobs.ts'
import { here, language } from '#web/lib/page.ts'
import { Employer, employmentWords, payWords, Place, Title } from '#web/ui/vacancy.tsx'

/** Facts in a line with a dot between two. Each moves to the next line as a whole, where no dot is first or last. */
export function Facts({ children, className }: { children: readonly ReactNode[]; className: string }) {
  const facts = children.filter((fact) => fact !== undefined && fact !== '')
  return (
    <div className={`overflow-hidden ${className}`}>
      <p className="-ml-5 flex flex-wrap">
        {facts.map((fact, at) => (
          <span key={at} className="relative pl-5 before:absolute before:left-2 before:content-['·']">
            {fact}
          </span>
        ))}
      </p>
    </div>
  )
}

/** The day of publication; today and yesterday by name. */
function Posted({ on }: { on: string }) {
  const day = (words: string) => <time dateTime={on}>{words}</time>
  const today = todayInIndia()
  if (on === today) return day(jobPage.postedToday)
  if (on === daysAfter(today, -1)) return day(jobPage.postedYesterday)
  return (
    <>
      {jobPage.posted} {day(inWords(on, language))}
    </>
  )
}

/** Days before the last one from which it is stressed. */
const SOON_DAYS = 3

/** Until when one may apply, stressed if that is soon. */
export function OpenUntil({ day }: { day: string }) {
  const words = <time dateTime={day}>{fill(jobPage.openUntil, { day: inWords(day, language) })}</time>
  return day <= daysAfter(todayInIndia(), SOON_DAYS) ? <strong className="text-ink">{words}</strong> : words
}

/** A line of a list: the title as its link, the place, the pay. */
export function VacancyLine({ vacancy }: { vacancy: PublicVacancy }) {
  const { address, posted_on, employment } = vacancy
  const title = inLanguage(vacancy, 'title', language)
  return (
    <li className="relative border-t border-line py-6 last:border-b">
      <h3 className="text-subhead">
        <a
          href={here(address)}
          className="after:absolute after:inset-0 underline-offset-[0.2em] hover:underline"
        >
          <Title title={title.text} language={title.language} />
        </a>
      </h3>
      <p className="mt-1">
        <Employer vacancy={vacancy} />
      </p>
      <Facts className="mt-1 text-quiet">
        {[<Place key="place" vacancy={vacancy} />, employmentWords(employment), payWords(vacancy)]}
      </Facts>
      <p className="mt-1 text-small text-quiet">
        <Posted on={posted_on} />
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
