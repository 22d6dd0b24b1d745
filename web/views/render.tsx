import { renderToStaticMarkup } from 'react-dom/server'
import { fill } from '#contract/messages/sentences.ts'
import type { PageRenderer } from '#contract/schemas/drawn-pages.ts'
import { inLanguage, type JobsAgency, type PublicVacancy } from '#contract/schemas/jobs.ts'
import { jobPage, jobsPage } from '#messages/jobs.ts'
import { here, language } from '#web/lib/page.ts'
import { counted, Description, placeWords } from '#web/ui/vacancy.tsx'
import { JobsView } from './jobs/jobs-view.tsx'
import { Newest } from './jobs/parts.tsx'
import { VacancyView } from './jobs/vacancy-view.tsx'
import { AppliedFor, PostedPage } from './posted-page.tsx'

/** Our own words with the agency's name in them; what people wrote is never filled. */
function filled(words: string, { name, nameStart }: JobsAgency): string {
  return words.replaceAll('[[agency.nameStart]]', () => nameStart).replaceAll('[[agency.name]]', () => name)
}

/** Draws pages in the language of this build, while the server runs. */
export const renderer: PageRenderer = {
  list: (page, agency) => ({
    title: jobsPage.title,
    description: filled(jobsPage.description, agency),
    // What is filtered is the same list: search engines are to know one address of it.
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

function posting(vacancy: PublicVacancy, agency: JobsAgency): string {
  const data = JSON.stringify(jobPosting(vacancy, agency)).replaceAll('<', '\\u003c')
  return `<script type="application/ld+json">${data}</script>`
}

/** `JobPosting` after Google's rules of September 2026 (developers.google.com/search/docs/appearance/structured-data/job-posting). */
function jobPosting(vacancy: PublicVacancy, { nameStart }: JobsAgency) {
  const { employer, remote, city, state, pincode, countries, experience } = vacancy
  const { text: title } = inLanguage(vacancy, 'title', language)
  const { text } = inLanguage(vacancy, 'description', language)
  const place = {
    '@type': 'Place',
    address: {
      '@type': 'PostalAddress',
      addressLocality: city,
      addressRegion: state,
      postalCode: pincode,
      addressCountry: 'IN',
    },
  }
  const english = new Intl.DisplayNames('en', { type: 'region' })
  const where = remote
    ? {
        jobLocationType: 'TELECOMMUTE',
        applicantLocationRequirements: countries
          .split(' ')
          .map((code) => ({ '@type': 'Country', name: english.of(code) ?? code })),
      }
    : { jobLocation: place }
  const experienced =
    experience === null
      ? {}
      : {
          experienceRequirements:
            experience === 0
              ? 'no requirements'
              : { '@type': 'OccupationalExperienceRequirements', monthsOfExperience: experience },
        }
  return {
    '@context': 'https://schema.org/',
    '@type': 'JobPosting',
    title,
    description: renderToStaticMarkup(<Description text={text} />).replaceAll(/ class="[^"]*"/g, ''),
    datePosted: vacancy.posted_on,
    validThrough: `${vacancy.open_until}T23:59:59+05:30`,
    hiringOrganization: employer === '' ? 'confidential' : { '@type': 'Organization', name: employer },
    ...where,
    employmentType: vacancy.employment.map((one) => one.toUpperCase()),
    ...salary(vacancy),
    identifier: { '@type': 'PropertyValue', name: nameStart, value: vacancy.reference },
    directApply: true,
    ...(vacancy.openings === null ? {} : { totalJobOpenings: vacancy.openings }),
    ...experienced,
  }
}

function salary({ pay_from, pay_to, pay_unit }: PublicVacancy) {
  if (pay_unit === '' || (pay_from === null && pay_to === null)) return {}
  const amount = {
    ...(pay_from === null ? {} : { minValue: pay_from }),
    ...(pay_to === null ? {} : { maxValue: pay_to }),
  }
  const value = { '@type': 'QuantitativeValue', ...amount, unitText: pay_unit.toUpperCase() }
  return { baseSalary: { '@type': 'MonetaryAmount', currency: 'INR', value } }
}
