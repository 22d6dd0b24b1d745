import * as z from 'zod/mini'
import {
  noSendsNow,
  sentJustNow,
  tooManyRequests,
  tooManySends,
  tooManyWrongCodes,
  wrongCode,
} from '#contract/messages/with-values.ts'
import type { Sentence } from '#contract/messages/sentences.ts'
import type { App } from '#server/context.ts'
import { type Refused, retryLater, type Refusal } from '#server/platform/http/http-errors.ts'
import {
  type CountedUse,
  type Counting,
  countUse,
  countUses,
  currentUse,
  type Refundable,
  type Use,
  type UseRule,
} from '#server/platform/limits/database-counters.ts'
import { callerOf, providerNetworkOf } from '#server/platform/http/client-address.ts'
import { mailKind } from '#server/features/mails/jobs.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { inIndia } from '#server/platform/time-text.ts'
import { type Counted, isOfTry, ownKey, triesFrom, triesLeft } from './try-limits.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

export const budgets = ['sms', 'aadhaar'] as const
export type Budget = (typeof budgets)[number]

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
const SHARES = { hour: 1 / 4, open: 1 / 8, network: 1 / 10, newVisitors: 3 / 4 }
/** What a network may hold of the smallest budget. */
const NETWORK_LEAST = 5

/** All codes of a kind count under one key against its budget. */
const BUDGET_KEY = 'all'

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

/** The limits of one number's codes: of one caller, and of all together where anybody may ask. */
interface SendLimits extends BudgetLimits {
  hour: UseRule
  allHour: UseRule
}
/** The limits of codes sent by SMS (docs/security.md, T4). */
type SmsLimits = Record<'cooldown' | 'day' | 'allDay' | 'area', UseRule> & SendLimits

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
    allHour: { name: 'sms_all_hour', points: scaled(8), windowMs: HOUR_MS },
    allDay: { name: 'sms_all_day', points: scaled(15), windowMs: DAY_MS },
    area: { name: 'sms_area', points: scaled(100), windowMs: HOUR_MS },
    ...budgetLimits('sms', scaled, config.smsDailyBudget),
  }
}

/** Our own limits of codes sent for Aadhaar numbers; the provider has its own beside them. */
export function aadhaarLimits(
  config: Pick<App['config'], 'rateLimitScale' | 'aadhaarDailyBudget'>,
): SendLimits {
  const scaled = scaledBy(config.rateLimitScale)
  return {
    hour: { name: 'aadhaar_hour', points: scaled(5), windowMs: HOUR_MS },
    allHour: { name: 'aadhaar_all_hour', points: scaled(8), windowMs: HOUR_MS },
    ...budgetLimits('aadhaar', scaled, config.aadhaarDailyBudget),
  }
}

/** What one code counts against for its number; `area` of SMS alone. */
export function sendUses(
  limits: SendLimits & Partial<Pick<SmsLimits, 'cooldown' | 'day' | 'allDay' | 'area'>>,
  { key, caller, area = '' }: Counted & { area?: string },
): Use[] {
  const { cooldown, hour, day, allHour, allDay } = limits
  const ofAll = caller === undefined ? [] : [allHour, allDay]
  const use = (by: string) => (rule: UseRule | undefined) => (rule ? [{ rule, key: by }] : [])
  return [
    ...[cooldown].flatMap(use(key)),
    ...[hour, day].flatMap(use(ownKey({ key, caller }))),
    ...ofAll.flatMap(use(key)),
    ...[limits.area].flatMap(use(area)),
  ]
}

/** An error of one field. */
export function fieldError(field: string, message: Sentence): Refusal {
  return { code: 'invalid', message, errors: [{ field, message }] }
}

/** What a wrong code is answered with; after the last try, with the wait until there are others. */
export async function wrongCodeError(
  app: App,
  tried: { id: string; tries: readonly Use[]; now: number },
): Promise<Refusal> {
  const left = await triesLeft(app, tried)
  const error = fieldError('otp', wrongCode(left))
  return left > 0 ? error : { ...error, waitSeconds: secondsIn((await triesFrom(app, tried)) - tried.now) }
}

export function secondsIn(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000))
}

export function refuseFor(ms: number, message: (seconds: number) => Sentence): Refused {
  const seconds = secondsIn(ms)
  return retryLater(seconds, message(seconds))
}

/** By the end of a rule's name; the others are of all numbers together, or of many. */
const limitMessages: Record<string, (seconds: number) => Sentence> = {
  cooldown: sentJustNow,
  hour: tooManySends,
  day: tooManySends,
  all_hour: tooManySends,
  all_day: tooManySends,
  address: tooManyRequests,
  address_day: tooManyRequests,
}

/** Why no code is sent now; takes the wait. */
export function limitMessage({ name }: UseRule): (seconds: number) => Sentence {
  if (isOfTry({ name })) return tooManyWrongCodes
  return limitMessages[name.slice(name.indexOf('_') + 1)] ?? noSendsNow
}

/** Milliseconds rounded down to whole seconds: no answer asks for a fraction of one. */
function wholeSeconds(ms: number): number {
  return Math.floor(ms / 1000) * 1000
}

interface Send {
  /** What it counts against for its number. */
  uses: readonly Use[]
  address: string
  /** Whether the visitor has proven anything to us. */
  isKnown: boolean
}

/** Counts a code that is about to be sent, and has staff told by mail when half of a budget, or all of it, is taken. */
export async function countSend(
  app: App,
  rules: BudgetLimits,
  { uses, address, isKnown }: Send,
): Promise<Counting> {
  const now = app.clock.now()
  const { hour, day } = await budgetsNow(app, rules, now)
  const isOpen = ({ budget, taken }: Taken) => taken < Math.ceil(budget * SHARES.open)
  const network = (rule: UseRule, { budget }: Taken) => {
    const points = isKnown ? budget : Math.max(NETWORK_LEAST, Math.ceil(budget * SHARES.network))
    return { rule: { ...rule, points }, key: providerNetworkOf(address) }
  }
  const caller = callerOf(address)
  const ofAll = isKnown ? hour.budget : Math.ceil(hour.budget * SHARES.newVisitors)
  const counting = await countUses(
    app,
    [
      ...uses,
      { rule: isOpen(hour) ? rules.address : rules.crowdedAddress, key: caller },
      { rule: isOpen(day) ? rules.addressDay : rules.crowdedAddressDay, key: caller },
      network(rules.network, hour),
      network(rules.networkDay, day),
      { rule: { ...rules.budgetHour, points: ofAll }, key: BUDGET_KEY },
      { rule: rules.budgetDay, key: BUDGET_KEY },
    ],
    now,
  )
  await watchBudget(app, rules, { counting, hourBudget: hour.budget })
  return counting
}

interface Taken {
  budget: number
  taken: number
}

/** How much the current hour and day may take, the hour a part of what the day had left when it began, and have taken. */
async function budgetsNow(
  app: App,
  { budgetHour, budgetDay }: BudgetLimits,
  now: number,
): Promise<{ hour: Taken; day: Taken }> {
  const hour = await currentUse(app.db, app.cipher, { rule: budgetHour, key: BUDGET_KEY }, now)
  const day = await currentUse(app.db, app.cipher, { rule: budgetDay, key: BUDGET_KEY }, now)
  const earlier = Math.max(0, day.count - hour.count)
  const budget = Math.max(1, Math.ceil((budgetDay.points - earlier) * SHARES.hour))
  return { hour: { budget, taken: hour.count }, day: { budget: budgetDay.points, taken: day.count } }
}

const reached = z.object({
  of: z.enum(budgets),
  window: z.enum(['hour', 'day']),
  reached: z.enum(['half', 'end']),
  budget: z.string(),
  until: z.string(),
})
type Reached = z.infer<typeof reached>

/** To staff: a budget is half or wholly taken. */
export const notifyBudget = mailKind({
  name: 'codes.notify-budget',
  record: null,
  payload: reached,
  write: async (_, about) => budgetMail(about),
})

async function watchBudget(
  app: App,
  { of, budgetHour, budgetDay }: BudgetLimits,
  { counting, hourBudget }: { counting: Counting; hourBudget: number },
): Promise<void> {
  for (const [window, { name }, budget] of [
    ['hour', budgetHour, hourBudget],
    ['day', budgetDay, budgetDay.points],
  ] as const) {
    const about = { of, window, budget: String(budget) }
    const counted = counting.allowed ? counting.uses.find(({ rule }) => rule.name === name) : undefined
    if (counted && counted.count >= budget / 2)
      await notifyOnce(app, { ...about, reached: 'half', until: new Date(counted.endsAt).toISOString() })
    if (!counting.allowed && counting.refused.name === name)
      await notifyOnce(app, { ...about, reached: 'end', until: new Date(counting.endsAt).toISOString() })
  }
}

/** Has staff told of it once a window, which its end names. */
async function notifyOnce(app: App, about: Reached): Promise<void> {
  const { of, window, reached, until } = about
  const rule = { name: 'budget_told', points: 1_000_000_000, windowMs: 24 * 60 * 60_000 }
  const told = { rule, key: [of, window, reached, until].join(' ') }
  const now = app.clock.now()
  if ((await currentUse(app.db, app.cipher, told, now)).count > 0) return
  await app.db.transaction().execute(async (trx) => {
    const { count } = await countUse(trx, app.cipher, told, now)
    if (count > 1) return
    await enqueue(trx, notifyBudget, [{ payload: about, now }])
    app.log.error(about, 'a budget of codes is half or wholly taken: check whether the use is genuine')
  })
  app.wakeWorker()
}

const settings: Record<Budget, string> = { sms: 'SMS_DAILY_BUDGET', aadhaar: 'AADHAAR_DAILY_BUDGET' }
const names: Record<Budget, string> = { sms: 'codes by SMS', aadhaar: 'codes for Aadhaar numbers' }

function budgetMail({ of, window, reached, budget, until }: Reached): { subject: string; text: string } {
  const isHalf = reached === 'half'
  const taken = isHalf
    ? `Half of the ${budget} ${names[of]} that this ${window} may take`
    : `All that new visitors may have of this ${window}’s ${budget} ${names[of]}`
  return {
    subject: `${isHalf ? 'Half' : 'All'} of the ${window}’s ${names[of]} are taken`,
    text: [
      `${taken} were sent and not entered.`,
      isHalf
        ? 'Nobody waits yet.'
        : `New visitors get no such code until ${inIndia.format(new Date(until))} IST.`,
      '',
      'A code that is entered gives its place back, so this is rarely the use of honest visitors: somebody may be',
      'requesting codes to cause cost. Addresses that hold many, and their networks, get no more by themselves.',
      `If the use is genuine, raise ${settings[of]}.`,
    ].join('\n'),
  }
}

/** How many codes of the day's budget were sent in the current window. */
export async function codeBudget(app: App): Promise<{ used: number; points: number }> {
  const { budgetDay } = smsLimits(app.config)
  const { count } = await currentUse(
    app.db,
    app.cipher,
    { rule: budgetDay, key: BUDGET_KEY },
    app.clock.now(),
  )
  return { used: count, points: budgetDay.points }
}
