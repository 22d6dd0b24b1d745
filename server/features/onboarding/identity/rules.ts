import { currentConsent } from '#contract/schemas/identity.ts'
import type { HttpError } from '#server/platform/http/http-errors.ts'
import type { consentGiven } from '#server/platform/sessions/visitor.ts'
import type * as z from 'zod/mini'

export type Consent = z.infer<typeof consentGiven>

/** That Verify was pressed: whoever does not say which words they read has read those of today. */
export function consentOf(
  { consent, notice }: { consent?: Consent['version'] | undefined; notice?: string | undefined },
  now: number,
): Consent {
  return { version: consent ?? currentConsent, at: now, ...(notice === undefined ? {} : { notice }) }
}

/** A refusal for what stands in one field. */
export function aboutField(field: string, message: string): HttpError {
  return { code: 'invalid', message, errors: [{ field, message }] }
}
