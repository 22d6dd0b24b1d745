import type { App } from '#server/context.ts'
import { deletePassedCounts } from '#server/platform/limits/database-counters.ts'
import { CODE_LIFE_MS } from './code-limits.ts'
import { countSends, deletePassed } from './code-store.ts'

/** How long the sending of a code is remembered after it ended; its hash is deleted at once. */
export const SENDS_KEPT_MS = 24 * 60 * 60_000

/** The share of codes that are entered; below it somebody requests them for another reason (docs/security.md, T4). */
const PROOF_SHARE = { least: 0.4, ofSends: 20, windowMs: 60 * 60_000 }

/** Warns when few of an hour's codes are entered, as when SMS are requested to cause cost (docs/security.md, T4). */
export async function watchProofs({ db, clock, log }: App): Promise<void> {
  const until = clock.now() - CODE_LIFE_MS
  const { sent, verified } = await countSends(db, { after: until - PROOF_SHARE.windowMs, until })
  if (sent < PROOF_SHARE.ofSends || verified >= sent * PROOF_SHARE.least) return
  log.error(
    { sent, verified },
    'few of the codes sent by SMS are entered: check whether somebody requests them to cause cost',
  )
}

/** Deletes codes, attempts and counts that no limit needs any more; safe to repeat. */
export async function forgetPassedCodes({ db, database, clock }: App): Promise<void> {
  const now = clock.now()
  await deletePassed(db, { now, keptMs: SENDS_KEPT_MS })
  await deletePassedCounts(db, { engine: database.engine, now })
}
