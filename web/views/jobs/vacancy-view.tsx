import { languages } from '#contract/messages/languages.ts'
import { pages } from '#contract/paths.ts'
import { inLanguage, type PublicVacancy } from '#contract/schemas/jobs.ts'
import { jobPage, jobsPage } from '#messages/jobs.ts'
import { here, language } from '#web/lib/page.ts'
import {
  Description,
  Employer,
  employmentWords,
  payWords,
  Place,
  Title,
  VacancyFacts,
} from '#web/ui/vacancy.tsx'
import { Facts, OpenUntil, VacancyLine } from './parts.tsx'

interface VacancyProps {
  vacancy: PublicVacancy
  similar: readonly PublicVacancy[]
  /** Whether any vacancy is open. */
  hasJobs: boolean
  /** The whole address of the page, for sharing. */
  url: string
  /** Who pays, and who does not. */
  twoWays: string
}

/** A vacancy in words, with everything that is marked up for search engines. */
export function VacancyView({ vacancy, similar, hasJobs, url, twoWays }: VacancyProps) {
  const title = inLanguage(vacancy, 'title', language)
  const { text, language: own } = inLanguage(vacancy, 'description', language)
  const pay = payWords(vacancy)
  return (
    <>
      <div className="wrap section grid gap-x-20 gap-y-12 lg:grid-cols-[minmax(0,40rem)_minmax(0,1fr)] lg:items-start">
        <div className="min-w-0">
          <p className="text-quiet">
            <a href={here(pages.jobs)} className="link inline-flex min-h-12 items-center">
              {jobsPage.all}
            </a>
          </p>
          <h1 className="text-display wrap-anywhere">
            <Title title={title.text} language={title.language} />
          </h1>
          <Facts className="mt-4 text-lead text-quiet">
            {[<Employer key="employer" vacancy={vacancy} />, <Place key="place" vacancy={vacancy} />]}
          </Facts>
          <Facts className="mt-2 text-lead text-quiet">
            {[
              pay && <span className="font-semibold text-ink">{pay}</span>,
              employmentWords(vacancy.employment),
              vacancy.isOpen && <OpenUntil day={vacancy.open_until} />,
            ]}
          </Facts>
          {vacancy.isOpen ? <Apply vacancy={vacancy} /> : <Closed hasJobs={hasJobs} />}
          <div
            className="rich-text mt-10 max-w-prose wrap-anywhere"
            lang={own === language ? undefined : languages[own].tag}
          >
            <Description text={text} />
          </div>
          {vacancy.isOpen && (
            <>
              <Apply vacancy={vacancy} />
              <Share vacancy={vacancy} url={url} />
            </>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-10 lg:pt-12">
          <section aria-labelledby="facts">
            <h2 id="facts" className="text-subhead">
              {jobPage.facts}
            </h2>
            <VacancyFacts vacancy={vacancy} className="mt-4" />
          </section>
          {vacancy.isOpen && <Next twoWays={twoWays} />}
        </div>
      </div>
      {similar.length > 0 && (
        <section className="border-t border-line bg-panel" aria-labelledby="similar">
          <div className="wrap section">
            <h2 id="similar" className="text-heading">
              {jobPage.similar}
            </h2>
            <ul className="mt-4">
              {similar.map((one) => (
                <VacancyLine key={one.reference} vacancy={one} />
              ))}
            </ul>
          </div>
        </section>
      )}
    </>
  )
}

function applyAddress({ reference }: PublicVacancy): string {
  return `${here(pages.career)}?job=${reference}`
}

/** Below the title, and again after the description. */
function Apply({ vacancy }: Pick<VacancyProps, 'vacancy'>) {
  return (
    <a href={applyAddress(vacancy)} className="button mt-8 print:hidden">
      {jobPage.apply}
    </a>
  )
}

/** After the description, for readers who know whom it is for. By the system's own dialog, or else the link to copy. */
function Share({ vacancy, url }: Pick<VacancyProps, 'vacancy' | 'url'>) {
  const { text } = inLanguage(vacancy, 'title', language)
  const message = encodeURIComponent(`${text} ${url}`)
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-6 print:hidden">
      <a
        href={`https://wa.me/?text=${message}`}
        rel="external noopener"
        className="link inline-flex min-h-12 items-center"
      >
        {jobPage.whatsapp}
      </a>
      <button
        type="button"
        className="link min-h-12 cursor-pointer"
        data-share={url}
        data-share-title={text}
        hidden
      >
        {jobPage.share}
      </button>
      <button
        type="button"
        className="link min-h-12 cursor-pointer"
        data-copy={url}
        data-copied={jobPage.copied}
        hidden
      >
        {jobPage.copy}
      </button>
    </div>
  )
}

function Closed({ hasJobs }: Pick<VacancyProps, 'hasJobs'>) {
  return (
    <div className="mt-6 rounded-card border border-line bg-panel px-6 py-6">
      <p className="font-semibold">{jobPage.closed}</p>
      <p className="mt-2 text-quiet">{hasJobs ? jobPage.closedMore : jobsPage.emptyMore}</p>
      <p className="mt-4 flex flex-wrap gap-x-6">
        {hasJobs && (
          <a href={here(pages.jobs)} className="link inline-flex min-h-12 items-center">
            {jobsPage.all}
          </a>
        )}
        <a href={here(pages.career)} className="link inline-flex min-h-12 items-center">
          {jobsPage.toCareer}
        </a>
      </p>
    </div>
  )
}

function Next({ twoWays }: Pick<VacancyProps, 'twoWays'>) {
  return (
    <section>
      <h2 className="text-subhead">{jobPage.nextHeading}</h2>
      <ol className="mt-4 list-decimal pl-5">
        {jobPage.next.map((point) => (
          <li key={point} className="mt-2 pl-1 text-quiet marker:text-ink">
            {point}
          </li>
        ))}
      </ol>
      <p className="mt-4">{twoWays}</p>
    </section>
  )
}
