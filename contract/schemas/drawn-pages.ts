import type { ErrorEnvelope } from '#contract/errors.ts'
import type { JobsAgency, JobsPage, PublicVacancy } from './jobs.ts'
import type { Receipt } from './receipts.ts'

/** What the server puts into a document where it draws a part of it: texts, and markup. */
export interface DrawnPage {
  title?: string
  description?: string
  /** The address of the page below `pages.jobs`. */
  rest?: string
  /** What leads to the open vacancies, with their number. */
  see?: string
  /** Markup from here on: the newest vacancies, on the home page and the career page. */
  newest?: string
  head?: string
  /** The vacancy that the career page's form is for. */
  appliedFor?: string | undefined
  /** The vacancies of the sitemap. */
  vacancies?: string
  /** What `main` holds, in place of what was built. */
  main?: string
  /** Which of our services the career page's form is for: chosen in the form as it was built, without its code. */
  service?: string | undefined
}

/** Where a document has what is drawn; nothing stands there otherwise. */
export const pageTokens = {
  title: '[[page.title]]',
  description: '[[page.description]]',
  rest: '[[page.rest]]',
  see: '[[page.see]]',
  newest: '[[page.newest]]',
  head: '[[page.head]]',
  appliedFor: '[[page.appliedFor]]',
  vacancies: '[[page.vacancies]]',
} as const satisfies Partial<Record<keyof DrawnPage, string>>

/** Stands at the beginning and at the end of what a document's `main` holds. */
export const mainMark = '[[main]]'

/** The pages whose form works by plain HTML. */
export type FormPage = 'contact' | 'career' | 'reminders'

/** What a browser posted by itself, and the server's answer to it. */
export interface PostedForm {
  page: FormPage
  isRefused: boolean
  answer: Pick<ErrorEnvelope, 'message'> & Partial<ErrorEnvelope> & Receipt & { documents?: 'awaited' }
  /** What was typed, by field. */
  texts: Readonly<Record<string, unknown>>
  /** The vacancy that it is for. */
  vacancy?: PublicVacancy | undefined
}

/** What draws pages in a language while the server runs: the build makes it of `web/views/render.tsx`. */
export interface PageRenderer {
  list(page: JobsPage, agency: JobsAgency): DrawnPage
  /** With what stands beside it: vacancies like it, and whether any is open. */
  vacancy(
    vacancy: PublicVacancy,
    beside: { similar: readonly PublicVacancy[]; hasJobs: boolean },
    agency: JobsAgency,
  ): DrawnPage
  /** The newest, for the home page and the career page; empty where there is none. */
  newest(vacancies: readonly PublicVacancy[]): string
  /** What leads to so many open vacancies, in words. */
  see(count: number): string
  /** A description as markup. */
  description(text: string): string
  /** Names the vacancy above the career page's form, and sends it along, where no script does that. */
  appliedFor(vacancy: PublicVacancy): string
  /** What the `main` of a form's page holds as the answer to that form; the agency's tokens stand in it. */
  posted(form: PostedForm): string
}
