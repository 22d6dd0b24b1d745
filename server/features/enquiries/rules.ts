import type { LimitRule } from '#server/platform/rate-limit/rate-limit.ts'

/** Enquiries one address may have stored in an hour (trust.md T35). */
export const enquiryLimit: LimitRule = { name: 'enquiry', points: 5, seconds: 3600 }

/** Milliseconds below which no person fills in four fields (trust.md T35). */
export const FASTEST_PERSON_MS = 2000

export type Suspicion = 'honeypot' | 'too-fast'

/** Why an enquiry looks like a program's work; empty for a person's, and for a caller that sends no hints. */
export function suspicions(hints: {
  website?: string | undefined
  filledInMs?: number | undefined
}): Suspicion[] {
  const found: Suspicion[] = []
  if (hints.website) found.push('honeypot')
  if (hints.filledInMs !== undefined && hints.filledInMs < FASTEST_PERSON_MS) found.push('too-fast')
  return found
}
