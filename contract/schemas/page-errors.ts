import * as z from 'zod/mini'

/** The parts of pages that run in the browser. */
const pageComponents = [
  'contact-form',
  'career-form',
  'registration',
  'sign-agreement',
  'mandate-retry',
  'own-page',
  // The sandbox's page, which production's API document omits.
  'test-page',
  'staff-desk',
] as const

/** A browser's report of a failed part of a page, without typed text. */
export const pageError = z.object({
  release: z.string().check(z.regex(/^[\w.+-]{1,40}$/)),
  component: z.enum(pageComponents),
  message: z.string().check(z.minLength(1), z.maxLength(1000)),
})
export type PageError = z.infer<typeof pageError>

export const pageErrorResponse = z.object({ message: z.string() })
