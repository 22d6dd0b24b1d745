import { staffActor } from '#server/features/staff/access/rules.ts'
import type { App } from '#server/context.ts'
import { appendAudit, type AuditAction } from '#server/platform/audit/log.ts'
import { addRecordEvent, type RecordEvent } from '#server/platform/records/events.ts'
import type { Db } from '#server/platform/db/client.ts'
import { holdRecords, type RecordHead } from '#server/platform/records/store.ts'

/** What somebody at the desk did; one of the same id is noted, and followed by what goes with it, once. */
interface Noted extends Pick<RecordEvent, 'id' | 'kind' | 'detail'> {
  staffId: string
  /** Notes it in the audit log as well. */
  audit?: AuditAction
  /** What goes with it, in the same commit. */
  also?(trx: Db): Promise<void>
}

/** Adds what somebody at the desk did to a record's timeline, before anything is shown; false once the record is gone. */
export async function addToTimeline(
  { db, cipher, clock }: App,
  { kind, id, reference }: Pick<RecordHead, 'kind' | 'id' | 'reference'>,
  { audit: action, also, ...event }: Noted,
): Promise<boolean> {
  const at = clock.now()
  const { staffId, detail } = event
  return db.transaction().execute(async (trx) => {
    if ((await holdRecords(trx, kind, { ids: [id] })).length === 0) return false
    if (!(await addRecordEvent(trx, cipher, { record: { kind, id }, at, ...event }))) return true
    await also?.(trx)
    if (action) await appendAudit(trx, { action, actor: staffActor({ id: staffId }), reference, detail }, at)
    return true
  })
}
