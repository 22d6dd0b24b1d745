import * as z from 'zod/mini'
import { vacancySectors } from '#contract/fields/sectors.ts'
import { employmentTypes, type VacancyContent } from '#contract/fields/vacancy.ts'
import type { Language } from '#contract/messages/languages.ts'

/** Vacancies per page. */
export const JOBS_PAGE = 20

/** The filters in the list's address. Invalid values count as absent. `place`: state or city. */
export const jobFilters = z.object({
  q: z.catch(z.optional(z.string().check(z.trim(), z.maxLength(100))), undefined),
  sector: z.catch(z.optional(z.enum(vacancySectors)), undefined),
  place: z.catch(z.optional(z.string().check(z.trim(), z.maxLength(100))), undefined),
  employment: z.catch(z.optional(z.enum(employmentTypes)), undefined),
  remote: z.catch(z.optional(z.literal('yes')), undefined),
  page: z.catch(z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 1), 1),
})
export type JobFilters = z.infer<typeof jobFilters>

/** A vacancy as visitors see it, without internal fields and the name of a confidential employer. */
export interface PublicVacancy extends Omit<
  VacancyContent,
  'agreed' | 'agreed_by' | 'agreed_on' | 'agreed_to_show' | 'tell_stages'
> {
  reference: string
  /** The address in English. Other languages add their folder. */
  address: string
  /** Days YYYY-MM-DD. */
  posted_on: string
  /** When it last changed, in milliseconds. */
  changed_at: number
  /** False once the vacancy is closed or its last day has passed. */
  isOpen: boolean
}

/** The input of the list's renderer. */
export interface JobsPage {
  filters: JobFilters
  vacancies: readonly PublicVacancy[]
  /** The number on all pages. */
  total: number
  /** States and cities with a vacancy, for the filter. */
  places: readonly string[]
}

/** The agency's data for pages of vacancies. */
export interface JobsAgency {
  name: string
  nameStart: string
  publicUrl: string
  /** The sentence about who pays. */
  twoWays: string
}

/** Returns a title or description in a language, or in English if it is missing, with its language. */
export function inLanguage(
  vacancy: Pick<VacancyContent, `${'title' | 'description'}${'' | '_hi' | '_gu'}`>,
  field: 'title' | 'description',
  language: Language,
): { text: string; language: Language } {
  const own = language === 'en' ? vacancy[field] : vacancy[`${field}_${language}`]
  return own === '' ? { text: vacancy[field], language: 'en' } : { text: own, language }
}
