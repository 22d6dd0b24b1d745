import { vacancySectors } from '#contract/fields/sectors.ts'
import { employmentTypes } from '#contract/fields/vacancy.ts'
import { pages } from '#contract/paths.ts'
import { placeIn } from '#contract/places.ts'
import { type JobFilters, JOBS_PAGE, type JobsPage } from '#contract/schemas/jobs.ts'
import { employmentNames, jobsPage } from '#messages/jobs.ts'
import { here, language } from '#web/lib/page.ts'
import { Select, TextField } from '#web/ui/field.tsx'
import { counted, sectorName } from '#web/ui/vacancy.tsx'
import { VacancyLine } from './parts.tsx'

/** The list of vacancies with its filters, which a browser sends by itself. */
export function JobsView({ page, twoWays }: { page: JobsPage; twoWays: string }) {
  const { filters, vacancies, total, places } = page
  const isFiltered = queryOf(filters) !== ''
  return (
    <div className="wrap section">
      <h1 className="text-display">{jobsPage.heading}</h1>
      <p className="mt-4 max-w-prose text-lead text-quiet">{jobsPage.lead}</p>
      <p className="mt-3 max-w-prose text-quiet">{twoWays}</p>
      <div className="mt-10 grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,17rem)_minmax(0,1fr)] lg:items-start">
        <Filters filters={filters} places={places} />
        <section aria-labelledby="found">
          <h2 id="found" className="text-subhead">
            {counted(jobsPage.found, total)}
          </h2>
          {vacancies.length > 0 ? (
            <ul className="mt-4">
              {vacancies.map((vacancy) => (
                <VacancyLine key={vacancy.reference} vacancy={vacancy} />
              ))}
            </ul>
          ) : (
            <None isFiltered={isFiltered} />
          )}
          <Pager filters={filters} total={total} />
        </section>
      </div>
    </div>
  )
}

const any = ['', jobsPage.any] as const

/** A field for words; the other filters are folded until one is set, so that a phone shows jobs on its first screen. */
function Filters({ filters, places }: Pick<JobsPage, 'filters' | 'places'>) {
  const { sector, place, employment, remote } = filters
  const isOpen = [sector, place, employment, remote].some((one) => one !== undefined)
  return (
    <form action={here(pages.jobs)} method="get" aria-label={jobsPage.filters} className="grid gap-5">
      <TextField label={jobsPage.text} type="search" name="q" defaultValue={filters.q} maxLength={100} />
      <details open={isOpen} className="open-wide">
        <summary className="flex min-h-12 cursor-pointer items-center font-medium text-accent">
          {jobsPage.more}
        </summary>
        <div className="mt-3 grid gap-5">
          <Select
            label={jobsPage.sector}
            name="sector"
            defaultValue={sector}
            choices={[any, ...vacancySectors.map((one) => [one, sectorName(one)] as const)]}
          />
          <Select
            label={jobsPage.place}
            name="place"
            defaultValue={place}
            choices={[any, ...places.map((one) => [one, placeIn(one, language)] as const)]}
          />
          <Select
            label={jobsPage.employment}
            name="employment"
            defaultValue={employment}
            choices={[any, ...employmentTypes.map((one) => [one, employmentNames[one]] as const)]}
          />
          <label className="flex min-h-12 items-center gap-3">
            <input
              type="checkbox"
              name="remote"
              value="yes"
              defaultChecked={remote === 'yes'}
              className="size-5"
            />
            {jobsPage.remote}
          </label>
        </div>
      </details>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <button type="submit" className="button">
          {jobsPage.show}
        </button>
        {queryOf(filters) !== '' && (
          <a href={here(pages.jobs)} className="link inline-flex min-h-12 items-center">
            {jobsPage.clear}
          </a>
        )}
      </div>
    </form>
  )
}

function None({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className="mt-4 rounded-card border border-line bg-panel px-6 py-6">
      <p className="font-semibold">{isFiltered ? jobsPage.none : jobsPage.empty}</p>
      <p className="mt-2 text-quiet">{isFiltered ? jobsPage.noneMore : jobsPage.emptyMore}</p>
      <a href={here(pages.career)} className="button mt-6">
        {jobsPage.toCareer}
      </a>
    </div>
  )
}

/** Returns the query of an address with these filters; empty if none is set. */
function queryOf({ page, ...filters }: JobFilters): string {
  const set = Object.entries(filters).filter(([, value]) => value !== undefined && value !== '')
  return new URLSearchParams([...set, ...(page > 1 ? [['page', String(page)]] : [])] as [
    string,
    string,
  ][]).toString()
}

function Pager({ filters, total }: Pick<JobsPage, 'filters' | 'total'>) {
  const to = (page: number) => {
    const query = queryOf({ ...filters, page })
    return here(pages.jobs) + (query === '' ? '' : `?${query}`)
  }
  const isLast = filters.page * JOBS_PAGE >= total
  if (filters.page === 1 && isLast) return null
  return (
    <nav aria-label={jobsPage.pages} className="mt-8 flex flex-wrap justify-between gap-6">
      {filters.page > 1 && (
        <a href={to(filters.page - 1)} rel="prev" className="link inline-flex min-h-12 items-center">
          {jobsPage.earlier}
        </a>
      )}
      {!isLast && (
        <a href={to(filters.page + 1)} rel="next" className="link ml-auto inline-flex min-h-12 items-center">
          {jobsPage.later}
        </a>
      )}
    </nav>
  )
}
