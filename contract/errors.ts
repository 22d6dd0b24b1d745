import * as z from 'zod/mini'
import type { Sentence } from './messages/sentences.ts'

/** Every error code of the API, with its status. */
export const errorStatus = {
  unreadable: 400,
  /** Not signed in at the desk, or the session has ended. */
  signed_out: 401,
  cross_site: 403,
  /** The visitor is not verified for this. */
  unverified: 403,
  /** The role at the desk does not permit this. */
  denied: 403,
  /** The member of staff must use a passkey first. */
  step_up: 403,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  already_there: 409,
  /** The record's mandate has not failed, so nothing can be set up again. */
  mandate_stands: 409,
  /** Somebody else saved in the meantime. */
  changed_meanwhile: 409,
  too_large: 413,
  wrong_type: 415,
  invalid: 422,
  rate_limited: 429,
  internal: 500,
  /** A provider gave an unusable answer. */
  provider_failed: 502,
  unavailable: 503,
  /** A provider did not answer in time. */
  provider_timeout: 504,
} as const

export type ErrorCode = keyof typeof errorStatus

const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]

export const fieldErrorSchema = z.object({ field: z.string(), message: z.string() })
export type FieldError = z.infer<typeof fieldErrorSchema>
/** A field error whose sentence is not translated yet. */
export interface FieldFault {
  field: string
  message: Sentence
}

/** The body of every error. An internal error has a `requestId` for the visitor to quote. */
export const errorEnvelope = z.object({
  message: z.string(),
  code: z.enum(errorCodes),
  errors: z.optional(z.array(fieldErrorSchema)),
  requestId: z.optional(z.string()),
})
export type ErrorEnvelope = z.infer<typeof errorEnvelope>

/** Returns the first message of each field, in the form's order. */
export function fieldErrors(issues: readonly { path: PropertyKey[]; message: string }[]): FieldError[] {
  const first = new Map<string, string>()
  for (const issue of issues) {
    const field = issue.path.map(String).join('.')
    if (!first.has(field)) first.set(field, issue.message)
  }
  return [...first].map(([field, message]) => ({ field, message }))
}

const SHOWN_CHARACTERS = 300

/** Returns an error's message without possibly personal parts: addresses, digits, other scripts, quotes and tokens. */
export function withoutPersonal(message: string): string {
  return message
    .replaceAll(/[\w-]{16,}/g, '…')
    .slice(0, SHOWN_CHARACTERS)
    .replaceAll(/\S*@\S*/g, '…@…')
    .replaceAll(/"[^"]*"|“[^”]*”|'[^']*'|`[^`]*`|‘[^’]*’/g, '"…"')
    .replaceAll(/\d/g, '#')
    .replaceAll(/[^\x20-\x7e…]+/g, '?')
}
