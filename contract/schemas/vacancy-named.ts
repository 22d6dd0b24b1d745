import * as z from 'zod/mini'

// Separate from other schemas of vacancies, so that the career form does not load them.

/** `VA-…`, part of the address of a vacancy's page. */
export const vacancyReference = z.string().check(z.toUpperCase(), z.regex(/^VA-[0-9A-HJKMNP-TV-Z]{6}$/))

/** The vacancy named in a form, in the language of the page. */
export const vacancyNamed = z.object({
  message: z.string(),
  data: z.object({
    reference: z.string(),
    title: z.string(),
    sector: z.string(),
    /** A city; empty for remote work. */
    place: z.string(),
    isOpen: z.boolean(),
  }),
})
export type VacancyNamed = z.infer<typeof vacancyNamed>['data']
