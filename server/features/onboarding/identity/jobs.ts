import type { DatabaseHandle, Db } from '#server/platform/db/client.ts'
import { deletePassedCounts, currentUse } from '#server/platform/limits/database-counters.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { BUDGET_KEY } from './budget-limits.ts'
import { CODE_LIFE_MS, PROOF_SHARE, smsLimits } from './code-limits.ts'
import { countSends, deletePassed } from './code-store.ts'

/** How long the sending of a code is remembered after it ended; its hash is deleted at once. */
export const SENDS_KEPT_MS = 24 * 60 * 60_000

interface CodeTaskDeps {
  db: Db
  clock: Clock
  log: Log
}

/** Warns when few of an hour's codes are entered, as when SMS are requested to cause cost (docs/security.md, T4). */
export async function watchProofs({ db, clock, log }: CodeTaskDeps): Promise<void> {
  const until = clock.now() - CODE_LIFE_MS
  const { sent, verified } = await countSends(db, { after: until - PROOF_SHARE.windowMs, until })
  if (sent < PROOF_SHARE.ofSends || verified >= sent * PROOF_SHARE.least) return
  log.error(
    { sent, verified },
    'few of the codes sent by SMS are entered: check whether somebody requests them to cause cost',
  )
}

/** How many codes of the day's budget were sent in the current window. */
export async function codeBudget(deps: {
  db: Db
  cipher: FieldCipher
  clock: Clock
  config: { rateLimitScale: number; smsDailyBudget: number }
}): Promise<{ used: number; points: number }> {
  const { config, clock } = deps
  const { budgetDay } = smsLimits(config.rateLimitScale, config.smsDailyBudget)
  const { count } = await currentUse(deps, { rule: budgetDay, key: BUDGET_KEY }, clock.now())
  return { used: count, points: budgetDay.points }
}

/** Deletes codes, attempts and counts that no limit needs any more; safe to repeat. */
export async function forgetPassedCodes({
  db,
  database,
  clock,
}: Omit<CodeTaskDeps, 'log'> & { database: Pick<DatabaseHandle, 'engine'> }): Promise<void> {
  const now = clock.now()
  await deletePassed(db, { now, keptMs: SENDS_KEPT_MS })
  await deletePassedCounts(db, { engine: database.engine, now })
}
