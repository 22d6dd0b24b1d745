import { escapeHtml } from '#contract/schemas/agency.ts'
import type { JobsAgency, PublicVacancy } from '#contract/schemas/jobs.ts'

export type Describe = (vacancy: PublicVacancy) => string

export const feedHeaders = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'no-cache' }

/** Returns an element with escaped text; nothing for an empty text. Characters that XML forbids were removed earlier. */
function element(name: string, text: string | number | null): string {
  return text === null || text === '' ? '' : `<${name}>${escapeHtml(String(text))}</${name}>`
}

/** Returns the XML that job boards read: a `source` with a `job` for each vacancy. */
export function boardFeed(
  open: readonly PublicVacancy[],
  { nameStart, publicUrl }: JobsAgency,
  describe: Describe,
) {
  const jobs = open.map((vacancy) => {
    const { pay_from, pay_to, pay_unit, experience } = vacancy
    const sums = [pay_from, pay_to].filter((sum) => sum !== null)
    return [
      '<job>',
      element('title', vacancy.title),
      // Boards show the day in GMT, which at noon in India is the same day.
      element('date', new Date(`${vacancy.posted_on}T12:00:00+05:30`).toUTCString()),
      element('referencenumber', vacancy.reference),
      element('url', publicUrl + vacancy.address),
      element('company', vacancy.employer === '' ? 'Confidential' : vacancy.employer),
      element('city', vacancy.city),
      element('state', vacancy.state),
      element('country', vacancy.remote ? '' : 'IN'),
      element('postalcode', vacancy.pincode),
      element('remotetype', vacancy.remote ? 'Fully remote' : ''),
      element('description', describe(vacancy)),
      element('salary', sums.length > 0 ? `INR ${sums.join(' to ')} per ${pay_unit}` : ''),
      element('jobtype', vacancy.employment.join(', ')),
      element('category', vacancy.sector),
      element('experience', experience === null ? '' : `${experience} months`),
      element('education', vacancy.education),
      element('expirationdate', vacancy.open_until),
      '</job>',
    ].join('')
  })
  const head = element('publisher', nameStart) + element('publisherurl', publicUrl)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<source>${head}${jobs.join('\n')}</source>\n`
}
