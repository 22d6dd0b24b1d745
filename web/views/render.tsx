import { renderToStaticMarkup } from 'react-dom/server'
import { fill } from '#contract/messages/sentences.ts'
import type { PageRenderer } from '#contract/schemas/drawn-pages.ts'
import { inLanguage, type JobsAgency } from '#contract/schemas/jobs.ts'
import { jobPage, jobsPage } from '#messages/jobs.ts'
import { here, language } from '#web/lib/page.ts'
import { counted, Description, placeWords } from '#web/ui/vacancy.tsx'
import { posting } from './jobs/job-posting.tsx'
import { JobsView } from './jobs/jobs-view.tsx'
import { Newest } from './jobs/parts.tsx'
import { VacancyView } from './jobs/vacancy-view.tsx'
import { AppliedFor, PostedPage } from './posted-page.tsx'

/** Fills the agency's name into our own words; what people wrote is never filled. */
function filled(words: string, { name, nameStart }: JobsAgency): string {
  return words.replaceAll('[[agency.nameStart]]', () => nameStart).replaceAll('[[agency.name]]', () => name)
}

/** Draws pages in the language of this build, while the server runs. */
export const renderer: PageRenderer = {
  list: (page, agency) => ({
    title: jobsPage.title,
    description: filled(jobsPage.description, agency),
    // A filtered list is the same list, of which search engines should know one address.
    main: renderToStaticMarkup(<JobsView page={page} twoWays={agency.twoWays} />),
  }),
  vacancy(vacancy, { similar, hasJobs }, agency) {
    const { text: title } = inLanguage(vacancy, 'title', language)
    const url = agency.publicUrl + here(vacancy.address)
    return {
      title,
      description: fill(filled(jobPage.description, agency), { title, place: placeWords(vacancy) }),
      head: vacancy.isOpen ? posting(vacancy, agency) : '<meta name="robots" content="noindex">',
      main: renderToStaticMarkup(
        <VacancyView {...{ vacancy, similar, hasJobs, url, twoWays: agency.twoWays }} />,
      ),
    }
  },
  description: (text) => renderToStaticMarkup(<Description text={text} />),
  see: (count) => counted(jobsPage.see, count),
  newest: (vacancies) => renderToStaticMarkup(<Newest vacancies={vacancies} />),
  appliedFor: (vacancy) =>
    renderToStaticMarkup(
      <noscript>
        <AppliedFor vacancy={vacancy} />
      </noscript>,
    ),
  posted: (form) => renderToStaticMarkup(<PostedPage {...form} />),
}
