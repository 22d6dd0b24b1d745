import { appendAudit } from '#server/platform/audit/log.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/client.ts'
import { retryDead } from './store.ts'

/**
 * Gives a job that was given up all its attempts again, for `actor` (as the audit log names them), in one commit with the
 * entry in the audit log; false where there is no such job.
 */
export async function retryJob(
  { db, clock }: { db: Db; clock: Clock },
  id: string,
  actor: string,
): Promise<boolean> {
  const now = clock.now()
  return db.transaction().execute(async (trx) => {
    const retried = await retryDead(trx, { id, now })
    if (!retried) return false
    const { kind } = retried
    await appendAudit(trx, { action: 'retry_job', reference: id, actor, detail: { kind } }, now)
    return true
  })
}
