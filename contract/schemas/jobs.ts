import * as z from 'zod/mini'
import { employmentTypes, vacancySectors } from '#contract/fields/vacancy.ts'
import type { Language } from '#contract/messages/languages.ts'
import type { VacancyContent } from '#contract/fields/vacancy.ts'

/** Vacancies on a page of the list. */
export const JOBS_PAGE = 20

/** The filters of the list as they stand in its address; what is none of these counts as absent. `place`: state or city. */
export const jobFilters = z.object({
  q: z.catch(z.optional(z.string().check(z.trim(), z.maxLength(100))), undefined),
  sector: z.catch(z.optional(z.enum(vacancySectors)), undefined),
  place: z.catch(z.optional(z.string().check(z.trim(), z.maxLength(100))), undefined),
  employment: z.catch(z.optional(z.enum(employmentTypes)), undefined),
  remote: z.catch(z.optional(z.literal('yes')), undefined),
  page: z.catch(z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 1), 1),
})
export type JobFilters = z.infer<typeof jobFilters>

/** A vacancy as visitors see it: what staff wrote without what is theirs alone, and no name of a confidential employer. */
export interface PublicVacancy extends Omit<
  VacancyContent,
  'agreed' | 'agreed_by' | 'agreed_on' | 'agreed_to_show' | 'tell_stages'
> {
  reference: string
  /** Its address in English; in another language it begins with the language's folder. */
  address: string
  /** Days YYYY-MM-DD. */
  posted_on: string
  /** When it last changed, in milliseconds. */
  changed_at: number
  /** False once it is closed or its day has passed. */
  isOpen: boolean
}

/** What the renderer of the list is given. */
export interface JobsPage {
  filters: JobFilters
  vacancies: readonly PublicVacancy[]
  /** Of all pages. */
  total: number
  /** States and cities that have a vacancy, for the filter. */
  places: readonly string[]
}

/** A title or description in a language, and the language it is in: English where there is none. */
export function inLanguage(
  vacancy: PublicVacancy,
  field: 'title' | 'description',
  language: Language,
): { text: string; language: Language } {
  const own = language === 'en' ? vacancy[field] : vacancy[`${field}_${language}`]
  return own === '' ? { text: vacancy[field], language: 'en' } : { text: own, language }
}
