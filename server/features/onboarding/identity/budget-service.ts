import * as z from 'zod/mini'
import type { App } from '#server/context.ts'
import { providerNetworkOf } from '#server/platform/http/client-address.ts'
import { handle, type JobHandler, type JobKind, mailed } from '#server/platform/jobs/job.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import {
  callerUses,
  type Counting,
  countUse,
  countUses,
  currentUse,
  type Use,
  type UseRule,
} from '#server/platform/limits/database-counters.ts'
import { inIndia } from '#server/platform/message-text.ts'
import {
  type Budget,
  BUDGET_KEY,
  type BudgetLimits,
  budgets,
  NETWORK_LEAST,
  SHARES,
  smsLimits,
} from './code-limits.ts'

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
  const ofAll = isKnown ? hour.budget : Math.ceil(hour.budget * SHARES.newVisitors)
  const counting = await countUses(
    app,
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
      await tellOnce(app, { ...about, reached: 'half', until: new Date(counted.endsAt).toISOString() })
    if (!counting.allowed && counting.refused.name === name)
      await tellOnce(app, { ...about, reached: 'end', until: new Date(counting.endsAt).toISOString() })
  }
}

/** Has staff told of it once a window, which its end names. */
async function tellOnce(app: App, about: Reached): Promise<void> {
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

/** Mails staff that a budget is half or wholly taken. */
export function notifyBudgetHandler({ mail, config }: App): JobHandler {
  return handle(notifyBudget, async (about, id) => {
    return mailed(await mail.send({ id, to: config.agencyInbox, ...budgetMail(about) }), 'agency')
  })
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
