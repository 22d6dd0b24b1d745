import { noSendsNow, sentJustNow, tooManyRequests, tooManySends } from '#contract/messages/with-values.ts'
import { wholeSeconds } from '#server/platform/clock.ts'
import { callerUses, type Use, type UseRule } from '#server/platform/limits/database-counters.ts'
import type { StartFailure } from '#server/providers/aadhaar/port.ts'
import type { Sentence } from '#contract/messages/sentences.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** What a code is for; it proves nothing for another purpose. */
export type CodePurpose = 'register' | 'link'

export const CODE_LIFE_MS = 10 * 60_000

/** Wrong codes for a number, or a phone and purpose: at ten a day a guess succeeds 1 in 100,000 times (docs/security.md, T1, T2). */
export const attemptLimits = {
  hour: { points: 5, windowMs: HOUR_MS },
  day: { points: 10, windowMs: DAY_MS },
}

export interface Attempts {
  hour: number
  day: number
}

export function attemptsLeft({ hour, day }: Attempts): number {
  return Math.max(0, Math.min(attemptLimits.hour.points - hour, attemptLimits.day.points - day))
}

/** The limits of codes sent by SMS (docs/security.md, T4). */
export type SmsLimits = Record<'cooldown' | 'hour' | 'day' | 'address' | 'area' | 'budget', UseRule>
/** Our own limits of codes sent for Aadhaar numbers; the provider has its own beside them. */
export type AadhaarLimits = Record<'number' | 'address' | 'budget', UseRule>

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
    address: { name: 'sms_address', points: scaled(20), windowMs: HOUR_MS },
    area: { name: 'sms_area', points: scaled(100), windowMs: HOUR_MS },
    budget: { name: 'sms_budget', points: scaled(dailyBudget), windowMs: DAY_MS },
  }
}

export function aadhaarLimits(scale: number, dailyBudget: number): AadhaarLimits {
  const scaled = scaledBy(scale)
  return {
    number: { name: 'aadhaar_hour', points: scaled(5), windowMs: HOUR_MS },
    address: { name: 'aadhaar_address', points: scaled(20), windowMs: HOUR_MS },
    budget: { name: 'aadhaar_budget', points: scaled(dailyBudget), windowMs: DAY_MS },
  }
}

/** All codes count under one key against the day's budget. */
export const BUDGET_KEY = 'all'
/** Last digits in which the numbers of one area differ. */
const OWN_DIGITS = 4

/**
 * What one SMS counts against; `own` is the session that verified this phone before. Codes for a link count separately:
 * only who has the link can request them, so nobody else can lock its holder out.
 */
export function smsUses(
  limits: SmsLimits,
  send: { phone: string; purpose: CodePurpose; address: string; own?: string | undefined },
): Use[] {
  const { phone, purpose, address, own } = send
  const ofPurpose = purpose === 'link' ? `link|${phone}` : phone
  const key = own === undefined ? ofPurpose : `${ofPurpose}|${own}`
  return [
    { rule: limits.cooldown, key },
    { rule: limits.hour, key },
    { rule: limits.day, key },
    ...callerUses(limits.address, address),
    { rule: limits.area, key: phone.slice(0, -OWN_DIGITS) },
    { rule: limits.budget, key: BUDGET_KEY },
  ]
}

const limitMessages: Record<keyof SmsLimits | keyof AadhaarLimits, (seconds: number) => Sentence> = {
  cooldown: sentJustNow,
  hour: tooManySends,
  day: tooManySends,
  number: tooManySends,
  address: tooManyRequests,
  area: noSendsNow,
  budget: noSendsNow,
}

/** Why no code is sent now; takes the wait. */
export function limitMessage(
  limits: SmsLimits | AadhaarLimits,
  reached: UseRule,
): (seconds: number) => Sentence {
  const found = Object.entries(limits).find(([, { name }]) => name === reached.name)
  return limitMessages[(found?.[0] ?? 'budget') as keyof typeof limitMessages]
}

/** Failures after which no code left and the answer said nothing of the number. */
const free: StartFailure[] = ['source_down', 'unreachable', 'not_allowed', 'circuit_open']
/** Failures by which the provider itself says that there were too many codes. */
const refusedSends: StartFailure[] = ['too_soon', 'limit']

/** Whether a use of that limit is refunded after a failed send; what reached the provider counts for the address. */
export function isRefunded(limits: AadhaarLimits, failure: StartFailure, rule: UseRule): boolean {
  return free.includes(failure) || (rule === limits.number && refusedSends.includes(failure))
}

/** The share of codes that are entered; below it somebody requests them for another reason (docs/security.md, T4). */
export const PROOF_SHARE = { least: 0.4, ofSends: 20, windowMs: HOUR_MS }

/** The count at which the day's budget is nearly spent. */
export function budgetAlarmAt(points: number): number {
  return Math.ceil(points * 0.8)
}
