import { inWords } from '#contract/messages/languages.ts'
import { inLanguage, type PublicVacancy } from '#contract/schemas/jobs.ts'
import { pages } from '#contract/paths.ts'
import { jobPage, jobsPage } from '#messages/jobs.ts'
import { here, language } from '#web/lib/page.ts'
import { Employer, employmentWords, payWords, Place, Title } from '#web/ui/vacancy.tsx'

/** A line of a list: the title as its link, where, what it pays. */
export function VacancyLine({ vacancy }: { vacancy: PublicVacancy }) {
  const { address, posted_on, employment } = vacancy
  const title = inLanguage(vacancy, 'title', language)
  const facts = [employmentWords(employment), payWords(vacancy)].filter((fact) => fact !== undefined)
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
