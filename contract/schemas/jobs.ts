import * as z from 'zod/mini'
import { vacancySectors } from '#contract/fields/sectors.ts'
import { employmentTypes, type VacancyContent } from '#contract/fields/vacancy.ts'
import type { Language } from '#contract/messages/languages.ts'

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

/** A page as the server puts it into its frame: `content` and `head` are markup, the others text. */
export interface DrawnJobs {
  title: string
  description: string
  head: string
  content: string
}

/** What is known of the agency where a page of vacancies is drawn. */
export interface JobsAgency {
  name: string
  nameStart: string
  publicUrl: string
  /** Who pays, and who does not. */
  twoWays: string
}

/** What draws the pages of vacancies in a language: the build makes it of `web/views/jobs`, the server calls it. */
export interface JobsRenderer {
  list(page: JobsPage, agency: JobsAgency): DrawnJobs
  /** With what stands beside it: vacancies like it, and whether any is open. */
  vacancy(
    vacancy: PublicVacancy,
    beside: { similar: readonly PublicVacancy[]; hasJobs: boolean },
    agency: JobsAgency,
  ): DrawnJobs
  /** The newest, for the home page and the career page; empty where there is none. */
  newest(vacancies: readonly PublicVacancy[]): string
  /** What leads to so many open vacancies, in words. */
  see(count: number): string
  /** A description as markup. */
  description(text: string): string
}

/** Where the frame of these pages has what is drawn. */
export const jobsTokens = {
  title: '[[jobs.title]]',
  description: '[[jobs.description]]',
  head: '[[jobs.head]]',
  content: '[[jobs.content]]',
  /** The address of the page below `pages.jobs`. */
  rest: '[[jobs.rest]]',
  /** On the home page and the career page. */
  newest: '[[jobs.newest]]',
  /** What leads to the open vacancies, with their number. */
  see: '[[jobs.see]]',
} as const

/** A title or description in a language, and the language it is in: English where there is none. */
export function inLanguage(
  vacancy: Pick<VacancyContent, `${'title' | 'description'}${'' | '_hi' | '_gu'}`>,
  field: 'title' | 'description',
  language: Language,
): { text: string; language: Language } {
  const own = language === 'en' ? vacancy[field] : vacancy[`${field}_${language}`]
  return own === '' ? { text: vacancy[field], language: 'en' } : { text: own, language }
}
