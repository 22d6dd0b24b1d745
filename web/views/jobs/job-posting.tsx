import { renderToStaticMarkup } from 'react-dom/server'
import { inLanguage, type JobsAgency, type PublicVacancy } from '#contract/schemas/jobs.ts'
import { language } from '#web/lib/page.ts'
import { Description } from '#web/ui/vacancy.tsx'

/** Returns the structured data of a vacancy for the head of its page. */
export function posting(vacancy: PublicVacancy, agency: JobsAgency): string {
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
