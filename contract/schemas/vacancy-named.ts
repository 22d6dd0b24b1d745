import * as z from 'zod/mini'

// Apart from the rest of a vacancy, so that the form of careers does not carry that.

/** `VA-…`, in the address of a vacancy's page. */
export const vacancyReference = z.string().check(z.toUpperCase(), z.regex(/^VA-[0-9A-HJKMNP-TV-Z]{6}$/))

/** What a form says of the vacancy that it is for, in the language of the page. */
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
