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

/** The key of rules that count all callers together. */
const ALL = 'all'

/** Returns what a code gives back once it is entered: its places in the budget, not its use of the number's limits. */
export function givenBack(of: Budget, taken: readonly Taken[]): Refundable[] {
  const rules = new Set<string>([`${of}_address_hour`, ...budgetRules.map((part) => `${of}_${part}`)])
  return taken
    .filter(({ rule }) => rules.has(rule))
    .map(({ rule, index, endsAt }) => ({ rule, index, endsAt }))
}

const budgetRules = ['address', 'open', 'network', 'new', 'budget'] as const

/** Returns the uses of one code for its number: the caller's own and, where anybody may ask, everybody's together. */
export function aadhaarUses({ key, caller }: Counted): Use[] {
  const own: Use = { rule: 'aadhaar_hour', key: ownKey({ key, caller }) }
  return caller === undefined ? [own] : [own, { rule: 'aadhaar_all_hour', key }]
}

/** Returns the uses of an SMS code; `area` is the part that similar numbers share (docs/security.md, T4). */
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

export function fieldError(field: string, message: Sentence): Refusal {
  return { code: 'invalid', message, errors: [{ field, message }] }
}

/** Returns the answer to a wrong code; after the last try it includes the wait until further tries. */
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
  /** The uses of the code for its number. */
  uses: readonly Use[]
  address: string
  /** Whether the visitor has proven anything to us; such visitors are not limited to the part of their network. */
  isKnown: boolean
}

/**
 * Counts a code that is about to be sent, and mails staff when half of a budget or all of it is used. An address that
 * has used its own part takes from the part open to any, since many honest people may share one address.
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

/** Tells staff that half of a budget or all of it is used. */
export const notifyBudget = mailKind({
  name: 'codes.notify-budget',
  record: null,
  payload: reached,
  write: async (_, about) => budgetMail(about),
})

/** Notifies staff once in a window, which is identified by its end. */
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

/** Returns how much of the day's budget is used in the current window. */
export async function codeBudget(app: App): Promise<{ used: number; points: number }> {
  const { count, left } = await currentUse(app, { rule: 'sms_budget', key: ALL })
  return { used: count, points: count + left }
}
