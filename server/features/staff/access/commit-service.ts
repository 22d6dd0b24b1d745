import { type DeskDeps, Refused } from '#server/features/staff/desk-rules.ts'
import { appendAudit, type AuditEntry } from '#server/platform/audit/log.ts'
import type { Db } from '#server/platform/db/client.ts'
import { holdStaff } from './people-store.ts'

/**
 * Changes people, their passkeys or their links in one commit with its entry in the audit log, one such change after the
 * other; answers what was refused. `work` answers the entry, or throws a refusal.
 */
export async function commitStaff(
  { db, clock }: Pick<DeskDeps, 'db' | 'clock'>,
  work: (trx: Db) => Promise<AuditEntry>,
): Promise<Refused | undefined> {
  try {
    await db.transaction().execute(async (trx) => {
      await holdStaff(trx)
      await appendAudit(trx, await work(trx), clock.now())
    })
    return undefined
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
}
