import { noSendsNow, sentJustNow } from '#contract/messages/with-values.ts'
import type * as z from 'zod/mini'
import type { Language } from '#contract/messages/languages.ts'
import { currentConsent } from '#contract/schemas/identity.ts'
import { type HttpError, Refused, type RetryLater } from '#server/platform/http/http-errors.ts'
import { consentWords, noticeWords } from '#server/platform/shown-words.ts'
import type { consentGiven } from '#server/platform/sessions/visitor.ts'
import type { ProviderFailure, StartFailure, SubmitFailure } from '#server/providers/aadhaar/port.ts'
import type { SmsFailure } from '#server/providers/sms/port.ts'
import type { Sentence } from '#contract/messages/sentences.ts'

export type Consent = z.infer<typeof consentGiven>

interface Pressed {
  purpose: 'aadhaar' | 'phone'
  /** Of the page. */
  language: Language
  now: number
}

/** The consent given by pressing Verify: to today's text, unless the request names another version. */
export function consentOf(
  { consent, notice }: { consent?: Consent['version'] | undefined; notice?: string | undefined },
  { purpose, language, now }: Pressed,
): Consent {
  const version = consent ?? currentConsent
  const given = { version, at: now, ...consentWords(version, purpose, language) }
  if (notice === undefined) return given
  return { ...given, notice, noticeSha256: noticeWords('registration', notice, language)?.sha256 }
}

/** An error of one field. */
export function fieldError(field: string, message: Sentence): HttpError {
  return { code: 'invalid', message, errors: [{ field, message }] }
}

export function secondsIn(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000))
}

export function refuseFor(ms: number, message: (seconds: number) => Sentence): Refused {
  const retryAfterSeconds = secondsIn(ms)
  return new Refused({ retryAfterSeconds, message: message(retryAfterSeconds) })
}

/** Mobile numbers of India; SMS to others are not paid for. */
export function isIndianMobile(phone: string): boolean {
  return /^[6-9][0-9]{9}$/.test(phone)
}

export const notIndian = fieldError('phone', 'mobileMessages.notIndian')

/** Failures after which the SMS may have been sent nevertheless. */
export function mayHaveLeft(failure: SmsFailure): boolean {
  return failure === 'timeout' || failure === 'rubbish'
}

export const smsErrors: Record<SmsFailure, HttpError> = {
  unreachable: { code: 'unavailable', message: 'mobileMessages.unreachable' },
  circuit_open: { code: 'unavailable', message: 'mobileMessages.circuitOpen' },
  timeout: { code: 'provider_timeout', message: 'mobileMessages.timeout' },
  rubbish: { code: 'provider_failed', message: 'mobileMessages.rubbish' },
  not_allowed: { code: 'provider_failed', message: 'mobileMessages.notAllowed' },
  refused: fieldError('phone', 'mobileMessages.refused'),
}

export const mobileErrors = {
  expired: fieldError('otp', 'mobileMessages.expired'),
  noCode: fieldError('otp', 'mobileMessages.noCode'),
  alreadyVerified: { code: 'already_there', message: 'mobileMessages.alreadyVerified' },
} satisfies Record<string, HttpError>

const providerErrors: Record<ProviderFailure, HttpError> = {
  source_down: { code: 'unavailable', message: 'aadhaarMessages.sourceDown' },
  timeout: { code: 'provider_timeout', message: 'aadhaarMessages.timeout' },
  unreachable: { code: 'unavailable', message: 'aadhaarMessages.unreachable' },
  rubbish: { code: 'provider_failed', message: 'aadhaarMessages.rubbish' },
  not_allowed: { code: 'provider_failed', message: 'aadhaarMessages.notAllowed' },
  circuit_open: { code: 'unavailable', message: 'aadhaarMessages.circuitOpen' },
}

/** Seconds after which the provider may send again, where its answer does not say. */
const WAIT_SECONDS = { tooSoon: 60, limit: 600 }
const number = 'aadhaar_number'

/** What is answered when the provider sent no code for an Aadhaar number. */
export const startErrors: Record<StartFailure, HttpError | RetryLater> = {
  ...providerErrors,
  no_mobile: fieldError(number, 'aadhaarMessages.noMobile'),
  no_such_number: fieldError(number, 'aadhaarMessages.noSuchNumber'),
  suspended: fieldError(number, 'aadhaarMessages.suspended'),
  locked: fieldError(number, 'aadhaarMessages.locked'),
  unknown_refusal: { code: 'provider_failed', message: 'aadhaarMessages.notSent' },
  too_soon: { retryAfterSeconds: WAIT_SECONDS.tooSoon, message: sentJustNow(WAIT_SECONDS.tooSoon) },
  limit: { retryAfterSeconds: WAIT_SECONDS.limit, message: noSendsNow(WAIT_SECONDS.limit) },
}

/** What is answered when the provider did not accept a code. */
export const submitErrors: Record<Exclude<SubmitFailure, 'wrong_code'>, HttpError> = {
  ...providerErrors,
  code_expired: fieldError('otp', 'aadhaarMessages.expired'),
  tries_spent: fieldError('otp', 'aadhaarMessages.triesSpent'),
  unknown_session: fieldError('otp', 'aadhaarMessages.expired'),
  already_done: fieldError('otp', 'aadhaarMessages.alreadyUsed'),
  unknown_refusal: { code: 'provider_failed', message: 'aadhaarMessages.notJudged' },
}

export const aadhaarErrors = {
  alreadyVerified: { code: 'already_there', message: 'aadhaarMessages.alreadyVerified' },
  /** The code belongs to no visitor or to another; the answer is the same. */
  unknownCode: { code: 'not_found', message: 'aadhaarMessages.unknownCode' },
} satisfies Record<string, HttpError>
