import { noSendsNow, sentJustNow, tooManyRequests, tooManySends } from '#contract/messages/with-values.ts'
import type { App } from '#server/context.ts'
import { type HttpError, Refused } from '#server/platform/http/http-errors.ts'

import {
  type CountedUse,
  currentUse,
  type Refundable,
  type Use,
  type UseRule,
} from '#server/platform/limits/database-counters.ts'
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

export const budgets = ['sms', 'aadhaar'] as const
export type Budget = (typeof budgets)[number]

/** The attempts at a code that are left, and where none is left until when. */
export async function attemptsOf(
  { db, cipher }: App,
  uses: readonly Use[],
  now: number,
): Promise<{ left: number; blockedUntil?: number }> {
  let left = Infinity
  let blockedUntil: number | undefined
  for (const use of uses) {
    const { count, endsAt } = await currentUse(db, cipher, use, now)
    left = Math.min(left, Math.max(0, use.rule.points - count))
    if (count >= use.rule.points) blockedUntil = Math.max(blockedUntil ?? 0, endsAt)
  }
  return blockedUntil === undefined ? { left } : { left, blockedUntil }
}

/** What codes of one kind may cost together; a code that is entered gives its place back (docs/decisions/0033-budget-of-codes.md). */
export interface BudgetLimits {
  of: Budget
  address: UseRule
  /** Of an address once the open part of the hour's budget is taken. */
  crowdedAddress: UseRule
  addressDay: UseRule
  /** Of an address once the open part of the day's budget is taken. */
  crowdedAddressDay: UseRule
  /** Of a provider's network. */
  network: UseRule
  networkDay: UseRule
  budgetHour: UseRule
  budgetDay: UseRule
}

/**
 * Parts of a budget. An hour has a fourth of what the day has left, so no flood of an hour stops a day. The first eighth of
 * the hour and of the day is open to anybody; beyond it each address may hold two codes an hour and four a day that are not
 * entered: one may have been lost. A provider's network may hold a tenth of each. Who has proven something to us is not held
 * to that tenth, and the last fourth of the hour is for them.
 */
export const SHARES = { hour: 1 / 4, open: 1 / 8, network: 1 / 10, newVisitors: 3 / 4 }
/** What a network may hold of the smallest budget. */
export const NETWORK_LEAST = 5

/** All codes of a kind count under one key against its budget. */
export const BUDGET_KEY = 'all'

function budgetLimits(of: Budget, scaled: (points: number) => number, dailyBudget: number): BudgetLimits {
  const day = scaled(dailyBudget)
  const address = { name: `${of}_address`, points: scaled(20), windowMs: HOUR_MS }
  const addressDay = { name: `${of}_address_day`, points: day, windowMs: DAY_MS }
  return {
    of,
    address,
    crowdedAddress: { ...address, points: scaled(2) },
    addressDay,
    crowdedAddressDay: { ...addressDay, points: scaled(4) },
    network: { name: `${of}_network`, points: day, windowMs: HOUR_MS },
    networkDay: { name: `${of}_network_day`, points: day, windowMs: DAY_MS },
    budgetHour: { name: `${of}_budget_hour`, points: day, windowMs: HOUR_MS },
    budgetDay: { name: `${of}_budget`, points: day, windowMs: DAY_MS },
  }
}

/** What a code gives back once it is entered: its place in the budget and in its shares, not that of its number. */
export function givenBack(limits: BudgetLimits, uses: readonly CountedUse[]): Refundable[] {
  const { address, addressDay, network, networkDay, budgetHour, budgetDay } = limits
  const rules = [address, addressDay, network, networkDay, budgetHour, budgetDay]
  const names = new Set(rules.map(({ name }) => name))
  return uses
    .filter(({ rule }) => names.has(rule.name))
    .map(({ rule: { name }, index, endsAt }) => ({ rule: { name }, index, endsAt }))
}

/** The limits of codes sent by SMS (docs/security.md, T4). */
type SmsLimits = Record<'cooldown' | 'hour' | 'day' | 'area', UseRule> & BudgetLimits
/** Our own limits of codes sent for Aadhaar numbers; the provider has its own beside them. */
type AadhaarLimits = Record<'number', UseRule> & BudgetLimits

const COOLDOWN_MS = 30_000

function scaledBy(scale: number): (points: number) => number {
  return (points) => Math.max(1, Math.floor(points * scale))
}

/** RATE_LIMIT_SCALE makes each limit larger, and the wait between two codes shorter. */
export function smsLimits(config: Pick<App['config'], 'rateLimitScale' | 'smsDailyBudget'>): SmsLimits {
  const scaled = scaledBy(config.rateLimitScale)
  return {
    cooldown: {
      name: 'sms_cooldown',
      points: 1,
      windowMs: wholeSeconds(COOLDOWN_MS / config.rateLimitScale),
    },
    hour: { name: 'sms_hour', points: scaled(5), windowMs: HOUR_MS },
    day: { name: 'sms_day', points: scaled(10), windowMs: DAY_MS },
    area: { name: 'sms_area', points: scaled(100), windowMs: HOUR_MS },
    ...budgetLimits('sms', scaled, config.smsDailyBudget),
  }
}

export function aadhaarLimits(
  config: Pick<App['config'], 'rateLimitScale' | 'aadhaarDailyBudget'>,
): AadhaarLimits {
  const scaled = scaledBy(config.rateLimitScale)
  return {
    number: { name: 'aadhaar_hour', points: scaled(5), windowMs: HOUR_MS },
    ...budgetLimits('aadhaar', scaled, config.aadhaarDailyBudget),
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

/** Milliseconds rounded down to whole seconds: no answer asks for a fraction of one. */
function wholeSeconds(ms: number): number {
  return Math.floor(ms / 1000) * 1000
}
