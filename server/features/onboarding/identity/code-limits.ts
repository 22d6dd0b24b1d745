import { noSendsNow, sentJustNow, tooManyRequests, tooManySends } from '#contract/messages/with-values.ts'
import { wholeSeconds } from '#server/platform/clock.ts'
import type { Use, UseRule } from '#server/platform/limits/database-counters.ts'
import { type BudgetLimits, budgetLimits } from './budget-limits.ts'
import type { StartFailure } from '#server/providers/aadhaar/port.ts'
import type { Sentence } from '#contract/messages/sentences.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** What a code is for; it proves nothing for another purpose. */
export type CodePurpose = 'register' | 'link'

export const CODE_LIFE_MS = 10 * 60_000

/** Wrong codes for a number, or a phone and purpose: at ten a day a guess succeeds 1 in 100,000 times (docs/security.md, T1, T2). */
const attemptLimits = {
  hour: { points: 5, windowMs: HOUR_MS },
  day: { points: 10, windowMs: DAY_MS },
}

/** What one code entered counts against; a code that is sent again gives no new attempts. */
export function attemptUses(of: 'aadhaar' | CodePurpose, key: string): [Use, Use] {
  return [
    { rule: { name: `${of}_tries_hour`, ...attemptLimits.hour }, key },
    { rule: { name: `${of}_tries_day`, ...attemptLimits.day }, key },
  ]
}

/** The attempts left once these are counted. */
export function attemptsLeft(uses: readonly { rule: UseRule; count: number }[]): number {
  return Math.max(0, Math.min(...uses.map(({ rule, count }) => rule.points - count)))
}

/** The limits of codes sent by SMS (docs/security.md, T4). */
export type SmsLimits = Record<'cooldown' | 'hour' | 'day' | 'area', UseRule> & BudgetLimits
/** Our own limits of codes sent for Aadhaar numbers; the provider has its own beside them. */
export type AadhaarLimits = Record<'number', UseRule> & BudgetLimits

const COOLDOWN_MS = 30_000

function scaledBy(scale: number): (points: number) => number {
  return (points) => Math.max(1, Math.floor(points * scale))
}

/** RATE_LIMIT_SCALE makes each limit larger, and the wait between two codes shorter. */
export function smsLimits(scale: number, dailyBudget: number): SmsLimits {
  const scaled = scaledBy(scale)
  return {
    cooldown: { name: 'sms_cooldown', points: 1, windowMs: wholeSeconds(COOLDOWN_MS / scale) },
    hour: { name: 'sms_hour', points: scaled(5), windowMs: HOUR_MS },
    day: { name: 'sms_day', points: scaled(10), windowMs: DAY_MS },
    area: { name: 'sms_area', points: scaled(100), windowMs: HOUR_MS },
    ...budgetLimits('sms', scaled, dailyBudget),
  }
}

export function aadhaarLimits(scale: number, dailyBudget: number): AadhaarLimits {
  const scaled = scaledBy(scale)
  return {
    number: { name: 'aadhaar_hour', points: scaled(5), windowMs: HOUR_MS },
    ...budgetLimits('aadhaar', scaled, dailyBudget),
  }
}

/** Last digits in which the numbers of one area differ. */
const OWN_DIGITS = 4

/**
 * What one SMS counts against for its number; `own` is the session that verified this phone before. Codes for a link count
 * separately: only who has the link can request them, so nobody else can lock its holder out.
 */
export function phoneUses(
  limits: SmsLimits,
  { phone, purpose, own }: { phone: string; purpose: CodePurpose; own?: string | undefined },
): Use[] {
  const ofPurpose = purpose === 'link' ? `link|${phone}` : phone
  const key = own === undefined ? ofPurpose : `${ofPurpose}|${own}`
  return [
    { rule: limits.cooldown, key },
    { rule: limits.hour, key },
    { rule: limits.day, key },
    { rule: limits.area, key: phone.slice(0, -OWN_DIGITS) },
  ]
}

/** By the end of a rule's name; the others are of all numbers together, or of many. */
const limitMessages: Record<string, (seconds: number) => Sentence> = {
  cooldown: sentJustNow,
  hour: tooManySends,
  day: tooManySends,
  address: tooManyRequests,
  address_day: tooManyRequests,
}

/** Why no code is sent now; takes the wait. */
export function limitMessage({ name }: UseRule): (seconds: number) => Sentence {
  return limitMessages[name.slice(name.indexOf('_') + 1)] ?? noSendsNow
}

/** Failures after which no code left and the answer said nothing of the number. */
const free: StartFailure[] = ['source_down', 'unreachable', 'not_allowed', 'circuit_open']
/** Failures by which the provider itself says that there were too many codes. */
const refusedSends: StartFailure[] = ['too_soon', 'limit']

/** Whether a use of that limit is refunded after a failed send; what reached the provider counts for the address. */
export function isRefunded(limits: AadhaarLimits, failure: StartFailure, rule: UseRule): boolean {
  return free.includes(failure) || (rule.name === limits.number.name && refusedSends.includes(failure))
}

/** The share of codes that are entered; below it somebody requests them for another reason (docs/security.md, T4). */
export const PROOF_SHARE = { least: 0.4, ofSends: 20, windowMs: HOUR_MS }
