import * as z from 'zod/mini'
import { wrongCode } from '#contract/messages/with-values.ts'
import type { Sentence } from '#contract/messages/sentences.ts'
import type { App } from '#server/context.ts'
import type { Refusal } from '#server/platform/http/http-errors.ts'
import { callerOf, providerNetworkOf } from '#server/platform/http/client-address.ts'
import { mailKind } from '#server/features/mails/mail.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import {
  currentUse,
  type Refundable,
  take,
  takeIn,
  type Taken,
  type Use,
} from '#server/platform/limits/database-counters.ts'
import { ifLeft, LimitReached } from '#server/platform/limits/limit-reached.ts'
import { inIndia } from '#server/platform/time-text.ts'
import { type Counted, ownKey, triesLeft, waitForTries } from './try-limits.ts'

export const budgets = ['sms', 'aadhaar'] as const
export type Budget = (typeof budgets)[number]

/** Of rules that count all together. */
const ALL = 'all'

/** What a code gives back once it is entered: its place in the budget and in its parts, not that of its number. */
export function givenBack(of: Budget, taken: readonly Taken[]): Refundable[] {
  const rules = new Set<string>([`${of}_address_hour`, ...budgetRules.map((part) => `${of}_${part}`)])
  return taken
    .filter(({ rule }) => rules.has(rule))
    .map(({ rule, index, endsAt }) => ({ rule, index, endsAt }))
}

const budgetRules = ['address', 'open', 'network', 'new', 'budget'] as const

/** What one code counts against for its number: of one caller, and of all together where anybody may ask. */
export function aadhaarUses({ key, caller }: Counted): Use[] {
  const own: Use = { rule: 'aadhaar_hour', key: ownKey({ key, caller }) }
  return caller === undefined ? [own] : [own, { rule: 'aadhaar_all_hour', key }]
}

/** The same of an SMS; `area` is what similar numbers have in common (docs/security.md, T4). */
export function smsUses({ key, caller, area }: Counted & { area: string }): Use[] {
  const own = ownKey({ key, caller })
  const ofAll = ['sms_all_hour', 'sms_all_day'] as const
  return [
    { rule: 'sms_cooldown', key },
    { rule: 'sms_hour', key: own },
    { rule: 'sms_day', key: own },
    ...(caller === undefined ? [] : ofAll.map((rule) => ({ rule, key }))),
    { rule: 'sms_area', key: area },
  ]
}

/** An error of one field. */
export function fieldError(field: string, message: Sentence): Refusal {
  return { code: 'invalid', message, errors: [{ field, message }] }
}

/** What a wrong code is answered with; after the last try, with the wait until there are others. */
export async function wrongCodeError(
  app: App,
  tried: { id: string; tries: readonly Use[] },
): Promise<Refusal> {
  const left = await triesLeft(app, tried)
  const error = fieldError('otp', wrongCode(left))
  return left > 0 ? error : { ...error, waitSeconds: secondsIn(await waitForTries(app, tried.tries)) }
}

export function secondsIn(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000))
}

interface Send {
  /** What it counts against for its number. */
  uses: readonly Use[]
  address: string
  /** Whether the visitor has proven anything to us: such visitors are not held to the part of their network. */
  isKnown: boolean
}

/**
 * Counts a code that is about to be sent, and has staff told by mail when half of a budget, or all of it, is taken. What an
 * address does not have left it takes from the part that is open to any: a crowd behind one address is honest.
 */
export async function countSend(app: App, of: Budget, { uses, address, isKnown }: Send): Promise<Taken[]> {
  const caller = callerOf(address)
  const ofNew = [
    { rule: `${of}_network`, key: providerNetworkOf(address) },
    { rule: `${of}_new`, key: ALL },
  ] as const
  const budget: Use = { rule: `${of}_budget`, key: ALL }
  try {
    const taken = await take(app, [
      ...uses,
      { rule: `${of}_address_hour`, key: caller },
      { rule: `${of}_address`, key: caller, orElse: { rule: `${of}_open`, key: ALL } },
      ...(isKnown ? [] : ofNew),
      budget,
    ])
    const { count, left, endsAt } = await currentUse(app, budget)
    if (count >= left) await notifyOnce(app, { of, reached: 'half', budget: count + left, endsAt })
    return taken
  } catch (error) {
    if (error instanceof LimitReached && (error.rule === `${of}_new` || error.rule === budget.rule)) {
      const { count, left } = await currentUse(app, budget)
      const endsAt = app.clock.now() + error.waitMs
      await notifyOnce(app, { of, reached: 'end', budget: count + left, endsAt })
    }
    throw error
  }
}

const reached = z.object({
  of: z.enum(budgets),
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

/** Has staff told of it once a window, which its end names. */
async function notifyOnce(
  app: App,
  { of, reached, budget, endsAt }: Pick<Reached, 'of' | 'reached'> & { budget: number; endsAt: number },
): Promise<void> {
  const about = { of, reached, budget: String(budget), until: new Date(endsAt).toISOString() }
  const told: Use = { rule: 'budget_told', key: [of, reached, about.until].join(' ') }
  if ((await currentUse(app, told)).left === 0) return
  await app.db.transaction().execute(async (trx) => {
    if (!(await ifLeft(takeIn(trx, app, told)))) return
    await enqueue(trx, notifyBudget, [{ payload: about, now: app.clock.now() }])
    app.log.error(about, 'a budget of codes is half or wholly taken: check whether the use is genuine')
  })
  app.wakeWorker()
}

const settings: Record<Budget, string> = { sms: 'SMS_DAILY_BUDGET', aadhaar: 'AADHAAR_DAILY_BUDGET' }
const names: Record<Budget, string> = { sms: 'codes by SMS', aadhaar: 'codes for Aadhaar numbers' }

function budgetMail({ of, reached, budget, until }: Reached): { subject: string; text: string } {
  const isHalf = reached === 'half'
  const taken = isHalf
    ? `Half of the ${budget} ${names[of]} of a day`
    : `All that new visitors may have of a day’s ${budget} ${names[of]}`
  return {
    subject: `${isHalf ? 'Half' : 'All'} of the day’s ${names[of]} are taken`,
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
  const { count, left } = await currentUse(app, { rule: 'sms_budget', key: ALL })
  return { used: count, points: count + left }
}
