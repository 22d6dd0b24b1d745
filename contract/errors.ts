import * as z from 'zod/mini'
import type { Sentence } from './messages/sentences.ts'

/** Every error code of the API, with its status. */
export const errorStatus = {
  unreadable: 400,
  /** No session at the desk, or one that has ended. */
  signed_out: 401,
  cross_site: 403,
  /** No verified visitor, or not verified for this. */
  unverified: 403,
  /** Somebody at the desk whose role may not do this. */
  denied: 403,
  /** Somebody at the desk who must first use their passkey again. */
  step_up: 403,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  already_there: 409,
  /** The record has a mandate that did not fail: there is nothing to set up again. */
  mandate_stands: 409,
  /** Somebody else saved in between. */
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
/** The same before its sentence is in a language. */
export interface FieldFault {
  field: string
  message: Sentence
}

/** The body of every error; `requestId` is present on an internal error, for the visitor to quote. */
export const errorEnvelope = z.object({
  message: z.string(),
  code: z.enum(errorCodes),
  errors: z.optional(z.array(fieldErrorSchema)),
  requestId: z.optional(z.string()),
})
export type ErrorEnvelope = z.infer<typeof errorEnvelope>

/** The first message of each field, in the form's order: a field shows one sentence at a time. */
export function fieldErrors(issues: readonly { path: PropertyKey[]; message: string }[]): FieldError[] {
  const first = new Map<string, string>()
  for (const issue of issues) {
    const field = issue.path.map(String).join('.')
    if (!first.has(field)) first.set(field, issue.message)
  }
  return [...first].map(([field, message]) => ({ field, message }))
}

const SHOWN_CHARACTERS = 300

/** An error's message without what may be a person's: addresses, digits, letters beyond English, what is in quotes, tokens of links. */
export function withoutPersonal(message: string): string {
  return message
    .replaceAll(/[\w-]{16,}/g, '…')
    .slice(0, SHOWN_CHARACTERS)
    .replaceAll(/\S*@\S*/g, '…@…')
    .replaceAll(/"[^"]*"|“[^”]*”|'[^']*'|`[^`]*`|‘[^’]*’/g, '"…"')
    .replaceAll(/\d/g, '#')
    .replaceAll(/[^\x20-\x7e…]+/g, '?')
}
