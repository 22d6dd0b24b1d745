import { randomInt } from 'node:crypto'
import { OTP_DIGITS } from '#contract/fields.ts'
import {
  mobileMessages,
  noSendsNow,
  sentJustNow,
  tooManySends,
  tooManyWrongCodes,
  wrongCode,
} from '#contract/messages/identity.ts'
import { tooManyRequests } from '#contract/messages/common.ts'
import type { OtpState } from '#contract/schemas/identity.ts'
import { callerUses, type Use, type UseRule } from '#server/platform/rate-limit/database-counters.ts'
import { aboutField } from './rules.ts'
import { wholeSeconds } from '#server/platform/clock.ts'
import type { HttpError, RetryLater } from '#server/platform/http/http-errors.ts'
import type { SmsFailure, SmsTemplate } from '#server/providers/sms/port.ts'

/** What a code is good for; one of another purpose proves nothing. */
export type CodePurpose = 'register' | 'link'

export const templates: Record<CodePurpose, SmsTemplate> = { register: 'mobile_code', link: 'link_code' }

export const CODE_LIFE_MS = 10 * 60_000

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/**
 * Wrong codes for one phone and purpose, however many codes were sent and whoever tried: with ten a day the chance of
 * guessing one right is 1 in 100,000 (trust.md T1, T2).
 */
export const attemptsRule = { hour: { tries: 5, windowMs: HOUR_MS }, day: { tries: 10, windowMs: DAY_MS } }

/** How many more codes may be tried after so many. */
export function triesLeft(tries: { hour: number; day: number }): number {
  return Math.max(0, Math.min(attemptsRule.hour.tries - tries.hour, attemptsRule.day.tries - tries.day))
}

const COOLDOWN_MS = 30_000
/** Digits of a number that its neighbours do not share. */
const OWN_DIGITS = 4

/** The limits of sends (trust.md T4); each is larger, and the wait between two shorter, by RATE_LIMIT_SCALE. */
export interface SendRules {
  cooldown: UseRule
  hour: UseRule
  day: UseRule
  address: UseRule
  area: UseRule
  budget: UseRule
}

export function sendRules(scale: number, dailyBudget: number): SendRules {
  const scaled = (points: number) => Math.max(1, Math.floor(points * scale))
  return {
    cooldown: { name: 'sms_cooldown', points: 1, windowMs: wholeSeconds(COOLDOWN_MS / scale) },
    hour: { name: 'sms_hour', points: scaled(5), windowMs: HOUR_MS },
    day: { name: 'sms_day', points: scaled(10), windowMs: DAY_MS },
    address: { name: 'sms_address', points: scaled(20), windowMs: HOUR_MS },
    area: { name: 'sms_area', points: scaled(100), windowMs: HOUR_MS },
    budget: { name: 'sms_budget', points: scaled(dailyBudget), windowMs: DAY_MS },
  }
}

/** All sends count under one key against the day's budget. */
export const BUDGET_KEY = 'all'

interface SendFor {
  phone: string
  purpose: CodePurpose
  address: string
  own?: string | undefined
}

/**
 * What one send counts against; `own` is the session that verified this phone before. Codes for a link count by
 * themselves: only who has the link can have them sent, so that nobody else keeps its holder out.
 */
export function sendUses(rules: SendRules, { phone, purpose, address, own }: SendFor): Use[] {
  const ofPurpose = purpose === 'link' ? `link|${phone}` : phone
  const key = own === undefined ? ofPurpose : `${ofPurpose}|${own}`
  return [
    { rule: rules.cooldown, key },
    { rule: rules.hour, key },
    { rule: rules.day, key },
    ...callerUses(rules.address, address),
    { rule: rules.area, key: phone.slice(0, -OWN_DIGITS) },
    { rule: rules.budget, key: BUDGET_KEY },
  ]
}

/** Mobile numbers of India; of others no SMS is paid for. */
export function isIndianMobile(phone: string): boolean {
  return /^[6-9][0-9]{9}$/.test(phone)
}

/** Every code is as likely as any other, also one that begins with zeros. */
export function newCode(): string {
  return String(randomInt(10 ** OTP_DIGITS)).padStart(OTP_DIGITS, '0')
}

/** Failures after which the SMS may be on its way all the same. */
export function mayHaveLeft(failure: SmsFailure): boolean {
  return failure === 'timeout' || failure === 'rubbish'
}

const smsRefusals: Record<SmsFailure, HttpError> = {
  unreachable: { code: 'unavailable', message: mobileMessages.unreachable },
  circuit_open: { code: 'unavailable', message: mobileMessages.circuitOpen },
  timeout: { code: 'provider_timeout', message: mobileMessages.timeout },
  rubbish: { code: 'provider_failed', message: mobileMessages.rubbish },
  not_allowed: { code: 'provider_failed', message: mobileMessages.notAllowed },
  refused: aboutField('phone', mobileMessages.refused),
}

export const notIndian: HttpError = aboutField('phone', mobileMessages.notIndian)

type Failed = Exclude<SendOutcome, { outcome: 'sent' }>

/** Why no code was sent, in words. */
export function sendRefusal(failed: Failed): HttpError | RetryLater {
  if (failed.outcome === 'failed') return smsRefusals[failed.failure]
  const { by, retryAfterSeconds } = failed
  return { retryAfterSeconds, message: limitWords[by](retryAfterSeconds) }
}

const limitWords: Record<keyof SendRules | 'tries', (seconds: number) => string> = {
  cooldown: sentJustNow,
  hour: tooManySends,
  day: tooManySends,
  address: tooManyRequests,
  area: noSendsNow,
  budget: noSendsNow,
  tries: tooManyWrongCodes,
}

type NotRight = Exclude<CheckOutcome, { outcome: 'right' }>

/** Why a code proved nothing, in words. */
export function checkRefusal(checked: NotRight): HttpError | RetryLater {
  switch (checked.outcome) {
    case 'blocked': {
      const { retryAfterSeconds } = checked
      return { retryAfterSeconds, message: tooManyWrongCodes(retryAfterSeconds) }
    }
    case 'wrong':
      return aboutField('otp', wrongCode(checked.triesLeft))
    case 'expired':
      return aboutField('otp', mobileMessages.expired)
    case 'no_code':
      return aboutField('otp', mobileMessages.noCode)
  }
}

export type SendOutcome =
  | { outcome: 'sent'; otp: OtpState }
  | { outcome: 'limited'; by: keyof SendRules | 'tries'; retryAfterSeconds: number }
  | { outcome: 'failed'; failure: SmsFailure }

export type CheckOutcome =
  | { outcome: 'right' }
  | { outcome: 'wrong'; triesLeft: number }
  | { outcome: 'blocked'; retryAfterSeconds: number }
  | { outcome: 'expired' | 'no_code' }

/** The share of codes that lead to a proof, below which somebody sends them for another reason (trust.md T4). */
export const PROOF_SHARE = { least: 0.4, ofSends: 20, windowMs: HOUR_MS }

/** The count at which the day's budget is near its end. */
export function budgetAlarmAt(points: number): number {
  return Math.ceil(points * 0.8)
}
