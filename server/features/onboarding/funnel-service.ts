import { todayInIndia } from '#contract/dates.ts'
import type { TodayAnswer } from '#contract/schemas/staff-today.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { FunnelCountRow } from '#server/platform/db/schema.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { Counters } from '#server/platform/observability/metrics.ts'

type Step = FunnelCountRow['step']

/** The registration step that a code begins or ends, by the code's outcome and purpose. */
const stepsOfCodes = new Map<string, Step>([
  ['sent aadhaar', 'started'],
  ['verified aadhaar', 'aadhaar'],
  ['verified register', 'phone'],
])

/** Returns counters that also count the steps of the registration for the desk. A count that fails is lost. */
export function countingFunnel(
  counters: Counters,
  { db, clock, log }: { db: Db; clock: Clock; log: Log },
): Counters {
  const count = (code: string) => {
    const step = stepsOfCodes.get(code)
    if (step === undefined) return
    countStep(db, step, clock.now()).catch((err: unknown) =>
      log.warn({ err }, 'a step of the registration was not counted'),
    )
  }
  return {
    limitRefused: (limit) => counters.limitRefused(limit),
    codeSent(purpose) {
      counters.codeSent(purpose)
      count(`sent ${purpose}`)
    },
    codeVerified(purpose) {
      counters.codeVerified(purpose)
      count(`verified ${purpose}`)
    },
  }
}

/** Counts a step at a time (milliseconds), without the person. */
async function countStep(db: Db, step: Step, now: number): Promise<void> {
  await db
    .insertInto('funnel_counts')
    .values({ day: todayInIndia(now), step, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['day', 'step']).doUpdateSet((set) => ({ count: set('funnel_counts.count', '+', 1) })),
    )
    .execute()
}

/** Returns how many people took each step of the registration since the day that began at `at` (milliseconds). */
export async function readFunnel(
  db: Db,
  { day, at }: { day: string; at: number },
): Promise<TodayAnswer['funnel']> {
  const taken = await stepsSince(db, day)
  const people = await registrationsSince(db, at)
  const sum = (of: Map<string, number>, ...keys: string[]) =>
    keys.reduce((total, key) => total + (of.get(key) ?? 0), 0)
  const signed = sum(people, 'signed', 'active', 'signed_mandate_failed', 'annex_open')
  const counts = {
    started: sum(taken, 'started'),
    aadhaar: sum(taken, 'aadhaar'),
    phone: sum(taken, 'phone'),
    bank: await mandatesSince(db, at),
    registered: signed + sum(people, 'registered', 'mandate_failed'),
    signed,
    active: sum(people, 'active'),
  }
  // A later step implies the earlier ones, even if those were not counted: one may be older than `at`, or the mandate
  // of a registered person may have failed.
  let least = 0
  return Object.entries(counts)
    .toReversed()
    .map(([step, count]) => ({ step, count: (least = Math.max(least, count)) }))
    .toReversed()
}

/** Returns how often each step before the registration was taken since a day. */
async function stepsSince(db: Db, day: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('funnel_counts')
    .select(['step', (e) => e.fn.sum<number>('count').as('count')])
    .where('day', '>=', day)
    .groupBy('step')
    .execute()
  return new Map(rows.map(({ step, count }) => [step, Number(count)]))
}

/** Returns the number of registrations since a time, by status. */
async function registrationsSince(db: Db, since: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('records')
    .select(['status', (e) => e.fn.countAll<number>().as('count')])
    .where('kind', '=', 'executives')
    .where('created_at', '>=', since)
    .groupBy('status')
    .execute()
  return new Map(rows.map(({ status, count }) => [status, Number(count)]))
}

/** Returns the number of mandates since a time that the bank accepted. */
async function mandatesSince(db: Db, since: number): Promise<number> {
  const row = await db
    .selectFrom('mandates')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('created_at', '>=', since)
    .where('status', 'in', ['initiated', 'active'])
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
