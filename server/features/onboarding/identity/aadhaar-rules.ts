import { aadhaarMessages, noSendsNow, sentJustNow, tooManySends } from '#contract/messages/identity.ts'
import { tooManyRequests } from '#contract/messages/common.ts'
import type { UseRule } from '#server/platform/rate-limit/database-counters.ts'
import { aboutField } from './rules.ts'
import type { HttpError, RetryLater } from '#server/platform/http/http-errors.ts'
import type { ProviderFailure, StartFailure, SubmitFailure } from '#server/providers/aadhaar/port.ts'

const HOUR_MS = 60 * 60_000

export interface AadhaarRules {
  /** Codes sent for one number. */
  number: UseRule
  address: UseRule
  /** Codes sent in a day for all: each is paid for. */
  budget: UseRule
}

/** All sends count under one key against the day's budget. */
export const BUDGET_KEY = 'all'

/** Our own limits of sends, larger by RATE_LIMIT_SCALE; the provider has its own beside. */
export function aadhaarRules(scale: number, dailyBudget: number): AadhaarRules {
  const scaled = (points: number) => Math.max(1, Math.floor(points * scale))
  return {
    number: { name: 'aadhaar_hour', points: scaled(5), windowMs: HOUR_MS },
    address: { name: 'aadhaar_address', points: scaled(20), windowMs: HOUR_MS },
    budget: { name: 'aadhaar_budget', points: scaled(dailyBudget), windowMs: 24 * HOUR_MS },
  }
}

/** Why no code is sent now, in words that take the wait. */
export function limitWords(rules: AadhaarRules, refused: UseRule): (seconds: number) => string {
  if (refused === rules.number) return tooManySends
  return refused === rules.budget ? noSendsNow : tooManyRequests
}

/** Wrong codes for one number, however many were sent and whoever tried, beside the provider's own count of each send. */
export const attemptsRules = {
  hour: { name: 'aadhaar_tries_hour', points: 5, windowMs: HOUR_MS },
  day: { name: 'aadhaar_tries_day', points: 10, windowMs: 24 * HOUR_MS },
} satisfies Record<string, UseRule>

/** Seconds after which the provider may send again, where it does not say so itself. */
const WAIT_SECONDS = { tooSoon: 60, limit: 600 }

const providerRefusals: Record<ProviderFailure, HttpError> = {
  source_down: { code: 'unavailable', message: aadhaarMessages.sourceDown },
  timeout: { code: 'provider_timeout', message: aadhaarMessages.timeout },
  unreachable: { code: 'unavailable', message: aadhaarMessages.unreachable },
  rubbish: { code: 'provider_failed', message: aadhaarMessages.rubbish },
  not_allowed: { code: 'provider_failed', message: aadhaarMessages.notAllowed },
  circuit_open: { code: 'unavailable', message: aadhaarMessages.circuitOpen },
}

const number = 'aadhaar_number'

export const startRefusals: Record<StartFailure, HttpError | RetryLater> = {
  ...providerRefusals,
  no_mobile: aboutField(number, aadhaarMessages.noMobile),
  no_such_number: aboutField(number, aadhaarMessages.noSuchNumber),
  suspended: aboutField(number, aadhaarMessages.suspended),
  locked: aboutField(number, aadhaarMessages.locked),
  unknown_refusal: { code: 'provider_failed', message: aadhaarMessages.notSent },
  too_soon: { retryAfterSeconds: WAIT_SECONDS.tooSoon, message: sentJustNow(WAIT_SECONDS.tooSoon) },
  limit: { retryAfterSeconds: WAIT_SECONDS.limit, message: noSendsNow(WAIT_SECONDS.limit) },
}

/** Failures after which no code left and nothing was learnt of the number: asking cost nothing. */
const free: StartFailure[] = ['source_down', 'unreachable', 'not_allowed', 'circuit_open']
/** Those by which the provider itself says that there were too many. */
const refusedSends: StartFailure[] = ['too_soon', 'limit']

/** Whether a use of that rule is given back after a failed send; what reached the provider counts for the address. */
export function isGivenBack(rules: AadhaarRules, failure: StartFailure, rule: UseRule): boolean {
  return free.includes(failure) || (rule === rules.number && refusedSends.includes(failure))
}

export const submitRefusals: Record<Exclude<SubmitFailure, 'wrong_code'>, HttpError> = {
  ...providerRefusals,
  code_expired: aboutField('otp', aadhaarMessages.expired),
  tries_spent: aboutField('otp', aadhaarMessages.triesSpent),
  unknown_session: aboutField('otp', aadhaarMessages.expired),
  already_done: aboutField('otp', aadhaarMessages.alreadyUsed),
  unknown_refusal: { code: 'provider_failed', message: aadhaarMessages.notJudged },
}

export const alreadyVerified: HttpError = { code: 'already_there', message: aadhaarMessages.alreadyVerified }
/** The code belongs to no visitor, or to another: both are told the same. */
export const unknownCode: HttpError = { code: 'not_found', message: aadhaarMessages.unknownCode }
