import { todayInIndia } from '#contract/dates.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { FunnelCountRow } from '#server/platform/db/schema.ts'
import type { Log } from './log.ts'
import type { Counters } from './metrics.ts'

type Step = FunnelCountRow['step']

/** The step of the registration that a code begins or ends, by what became of the code and its purpose. */
const stepsOfCodes = new Map<string, Step>([
  ['sent aadhaar', 'started'],
  ['verified aadhaar', 'aadhaar'],
  ['verified register', 'phone'],
])

/** The same counters, which also count the steps of the registration for the desk; a count that fails is lost. */
export function withFunnel(
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

/** Counts a step at a time (milliseconds), of nobody in particular. */
async function countStep(db: Db, step: Step, now: number): Promise<void> {
  await db
    .insertInto('funnel_counts')
    .values({ day: todayInIndia(now), step, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['day', 'step']).doUpdateSet((set) => ({ count: set('funnel_counts.count', '+', 1) })),
    )
    .execute()
}
