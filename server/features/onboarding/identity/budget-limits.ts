import * as z from 'zod/mini'
import type { Clock } from '#server/platform/clock.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { providerNetworkOf } from '#server/platform/http/client-address.ts'
import { handle, type JobHandler, type JobKind, mailed } from '#server/platform/jobs/job.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import {
  callerUses,
  type CountedUse,
  type Counting,
  countUse,
  countUses,
  currentUse,
  type Refundable,
  type Use,
  type UseRule,
} from '#server/platform/limits/database-counters.ts'
import { inIndia } from '#server/platform/message-text.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { Counters } from '#server/platform/observability/metrics.ts'
import type { MailPort } from '#server/providers/mail/port.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

const budgets = ['sms', 'aadhaar'] as const
type Budget = (typeof budgets)[number]

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
export const BUDGET_KEY = 'all'

export function budgetLimits(
  of: Budget,
  scaled: (points: number) => number,
  dailyBudget: number,
): BudgetLimits {
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

interface BudgetDeps {
  db: Db
  cipher: FieldCipher
  clock: Clock
  log: Log
  counters: Pick<Counters, 'limitRefused'>
  rules: BudgetLimits
  wakeWorker(): void
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
  deps: BudgetDeps,
  { uses, address, isKnown }: Send,
  now: number,
): Promise<Counting> {
  const { rules } = deps
  const { hour, day } = await budgetsNow(deps, now)
  const isOpen = ({ budget, taken }: Taken) => taken < Math.ceil(budget * SHARES.open)
  const network = (rule: UseRule, { budget }: Taken) => {
    const points = isKnown ? budget : Math.max(NETWORK_LEAST, Math.ceil(budget * SHARES.network))
    return { rule: { ...rule, points }, key: providerNetworkOf(address) }
  }
  const ofAll = isKnown ? hour.budget : Math.ceil(hour.budget * SHARES.newVisitors)
  const counting = await countUses(
    deps,
    [
      ...uses,
      ...callerUses(isOpen(hour) ? rules.address : rules.crowdedAddress, address),
      ...callerUses(isOpen(day) ? rules.addressDay : rules.crowdedAddressDay, address),
      network(rules.network, hour),
      network(rules.networkDay, day),
      { rule: { ...rules.budgetHour, points: ofAll }, key: BUDGET_KEY },
      { rule: rules.budgetDay, key: BUDGET_KEY },
    ],
    now,
  )
  await watchBudget(deps, counting, hour.budget)
  return counting
}

interface Taken {
  budget: number
  taken: number
}

/** How much the current hour and day may take, the hour a part of what the day had left when it began, and have taken. */
async function budgetsNow(deps: BudgetDeps, now: number): Promise<{ hour: Taken; day: Taken }> {
  const { budgetHour, budgetDay } = deps.rules
  const hour = await currentUse(deps, { rule: budgetHour, key: BUDGET_KEY }, now)
  const day = await currentUse(deps, { rule: budgetDay, key: BUDGET_KEY }, now)
  const earlier = Math.max(0, day.count - hour.count)
  const budget = Math.max(1, Math.ceil((budgetDay.points - earlier) * SHARES.hour))
  return { hour: { budget, taken: hour.count }, day: { budget: budgetDay.points, taken: day.count } }
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

/** The attempts at a code that are left, and where none is left until when. */
export async function attemptsOf(
  deps: { db: Db; cipher: FieldCipher },
  uses: readonly Use[],
  now: number,
): Promise<{ left: number; blockedUntil?: number }> {
  let left = Infinity
  let blockedUntil: number | undefined
  for (const use of uses) {
    const { count, endsAt } = await currentUse(deps, use, now)
    left = Math.min(left, Math.max(0, use.rule.points - count))
    if (count >= use.rule.points) blockedUntil = Math.max(blockedUntil ?? 0, endsAt)
  }
  return blockedUntil === undefined ? { left } : { left, blockedUntil }
}

const notifyBudget: JobKind<{
  of: Budget
  window: 'hour' | 'day'
  reached: 'half' | 'end'
  budget: string
  until: string
}> = {
  name: 'codes.tell-budget',
  payload: z.object({
    of: z.enum(budgets),
    window: z.enum(['hour', 'day']),
    reached: z.enum(['half', 'end']),
    budget: z.string(),
    until: z.string(),
  }),
  maxAttempts: 30,
}

type Reached = z.infer<typeof notifyBudget.payload>

async function watchBudget(deps: BudgetDeps, counting: Counting, hourBudget: number): Promise<void> {
  const { of, budgetHour, budgetDay } = deps.rules
  for (const [window, { name }, budget] of [
    ['hour', budgetHour, hourBudget],
    ['day', budgetDay, budgetDay.points],
  ] as const) {
    const about = { of, window, budget: String(budget) }
    const counted = counting.allowed ? counting.uses.find(({ rule }) => rule.name === name) : undefined
    if (counted && counted.count >= budget / 2)
      await tellOnce(deps, { ...about, reached: 'half', until: new Date(counted.endsAt).toISOString() })
    if (!counting.allowed && counting.refused.name === name)
      await tellOnce(deps, { ...about, reached: 'end', until: new Date(counting.endsAt).toISOString() })
  }
}

/** Has staff told of it once a window, which its end names. */
async function tellOnce(deps: BudgetDeps, about: Reached): Promise<void> {
  const { of, window, reached, until } = about
  const rule = { name: 'budget_told', points: 1_000_000_000, windowMs: DAY_MS }
  const told = { rule, key: [of, window, reached, until].join(' ') }
  const now = deps.clock.now()
  if ((await currentUse(deps, told, now)).count > 0) return
  await deps.db.transaction().execute(async (trx) => {
    const { count } = await countUse({ ...deps, db: trx }, told, now)
    if (count > 1) return
    await enqueue(trx, notifyBudget, [{ payload: about, now }])
    deps.log.error(about, 'a budget of codes is half or wholly taken: check whether the use is genuine')
  })
  deps.wakeWorker()
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

/** Mails staff that a budget is half or wholly taken. */
export function notifyBudgetHandler(deps: { mail: MailPort; inbox: string }): JobHandler {
  return handle(notifyBudget, async (about, jobId) => {
    const outcome = await deps.mail.send({ id: jobId, to: deps.inbox, ...budgetMail(about) })
    return mailed(outcome, 'agency')
  })
}
