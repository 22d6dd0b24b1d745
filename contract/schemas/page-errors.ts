import * as z from 'zod/mini'

/** The parts of pages that run in the browser. */
const pageComponents = [
  'contact-form',
  'career-form',
  'registration',
  'sign-agreement',
  'mandate-retry',
  'own-page',
  // The sandbox's page; the API document of production does not name it.
  'test-page',
  'staff-desk',
] as const

/** A browser's report of an error that took a part of a page away: what failed, never what was typed. */
export const pageError = z.object({
  release: z.string().check(z.regex(/^[\w.+-]{1,40}$/)),
  component: z.enum(pageComponents),
  message: z.string().check(z.minLength(1), z.maxLength(1000)),
})
export type PageError = z.infer<typeof pageError>

export const pageErrorResponse = z.object({ message: z.string() })
