import {
  type BulkAnswer,
  type RecordKind,
  type RecordStatus,
  recordStatuses,
  type SeenRecord,
} from '#contract/schemas/staff-records.ts'
import { isActiveStaff } from '#server/features/staff/access/people-store.ts'
import { staffActor } from '#server/features/staff/access/rules.ts'
import type { DeskDeps } from '#server/features/staff/desk-rules.ts'
import { appendAudit, type AuditAction } from '#server/platform/audit/log.ts'
import { addRecordEvent, type RecordEvent } from '#server/platform/db/record-events.ts'
import type { Db } from '#server/platform/db/client.ts'
import { enqueueWebhooks } from '#server/platform/webhooks/delivery-store.ts'
import type { DeskRecord } from './read-store.ts'
import { holdNamed, holdRecord, updateWork, type WorkChange } from './work-store.ts'

/** A change as it is asked for: null assigns to nobody. */
interface Asked {
  status?: RecordStatus | undefined
  assignedTo?: string | null | undefined
}

/** What a record has before a change. */
interface Before {
  kind: RecordKind
  id: string
  status: RecordStatus
  assignedTo: string
  version: number
}

/** Whether staff may set this: a status of that kind which is not derived, and somebody who may sign in. */
export async function isSettable(deps: DeskDeps, kind: RecordKind, asked: Asked): Promise<boolean> {
  const { status, assignedTo } = asked
  const known: readonly string[] = kind === 'executives' ? [] : recordStatuses[kind]
  if (status !== undefined && !known.includes(status)) return false
  return !assignedTo || isActiveStaff(deps.db, assignedTo)
}

/** Writes one change with its events, in the caller's transaction; false where the record has another version by now. */
async function write(
  deps: DeskDeps,
  { before, change, staffId }: { before: Before; change: WorkChange; staffId: string },
): Promise<boolean> {
  const { db, cipher, clock } = deps
  const { kind, id, version } = before
  if (!(await updateWork(db, kind, { id, version, ...change }))) return false
  const about = { record: { kind, id }, at: clock.now(), staffId }
  const { status, assignedTo } = change
  if (status !== undefined) {
    const detail = { from: before.status, to: status }
    await addRecordEvent(db, cipher, { ...about, kind: 'status', detail })
    await enqueueWebhooks(db, { type: 'record.status_changed', kind, id }, about.at)
  }
  if (assignedTo !== undefined) {
    const detail = { from: before.assignedTo, to: assignedTo }
    await addRecordEvent(db, cipher, { ...about, kind: 'assigned', detail })
  }
  return true
}

/** What of a request differs from what is there. */
function differing({ status, assignedTo }: Asked, before: Omit<Before, 'kind' | 'id'>): WorkChange {
  const person = assignedTo === undefined ? undefined : (assignedTo ?? '')
  return {
    ...(status !== undefined && status !== before.status ? { status } : {}),
    ...(person !== undefined && person !== before.assignedTo ? { assignedTo: person } : {}),
  }
}

/** Changes a record over the version that was seen; false where another change came between. */
export async function changeRecord(
  deps: DeskDeps,
  record: DeskRecord,
  { version, staffId, ...asked }: Asked & { version: number; staffId: string },
): Promise<boolean> {
  if (record.version !== version) return false
  const change = differing(asked, record)
  if (Object.keys(change).length === 0) return true
  return deps.db
    .transaction()
    .execute((trx) => write({ ...deps, db: trx }, { before: record, change, staffId }))
}

/** The same change of many records in one commit; whoever changed one of them since it was seen is not overridden. */
export async function changeMany(
  deps: DeskDeps,
  kind: RecordKind,
  { records, staffId, ...asked }: Asked & { records: readonly SeenRecord[]; staffId: string },
): Promise<BulkAnswer> {
  const seen = new Map(records.map(({ reference, version }) => [reference, version]))
  const [changed, left]: [string[], string[]] = [[], []]
  await deps.db.transaction().execute(async (trx) => {
    for (const { reference, ...row } of await holdNamed(trx, kind, [...seen.keys()])) {
      const before = { ...row, kind, assignedTo: row.assigned_to }
      const change = differing(asked, before)
      const isSeen = row.version === seen.get(reference)
      const isSame = Object.keys(change).length === 0
      const isDone = isSeen && (isSame || (await write({ ...deps, db: trx }, { before, change, staffId })))
      ;(isDone ? changed : left).push(reference)
    }
  })
  const known = new Set([...changed, ...left])
  return { changed, left, refused: [...seen.keys()].filter((name) => !known.has(name)) }
}

/** What somebody at the desk did; one of the same id is noted, and followed by what goes with it, once. */
interface Deed extends Pick<RecordEvent, 'id' | 'kind' | 'detail'> {
  staffId: string
  /** Notes it in the audit log as well. */
  audit?: AuditAction
  /** What goes with it, in the same commit. */
  also?(trx: Db): Promise<void>
}

/** Adds what somebody at the desk did to a record's timeline, before anything is shown; false once the record is gone. */
export async function addToTimeline(
  { db, cipher, clock }: DeskDeps,
  { kind, id, reference }: DeskRecord,
  { audit: action, also, ...event }: Deed,
): Promise<boolean> {
  const at = clock.now()
  const { staffId, detail } = event
  return db.transaction().execute(async (trx) => {
    if (!(await holdRecord(trx, kind, id))) return false
    if (!(await addRecordEvent(trx, cipher, { record: { kind, id }, at, ...event }))) return true
    await also?.(trx)
    if (action) await appendAudit(trx, { action, actor: staffActor({ id: staffId }), reference, detail }, at)
    return true
  })
}

/** Adds a note; the same id from the same person stores it once. False where the record is gone. */
export function addNote(
  deps: DeskDeps,
  record: DeskRecord,
  { staffId, id: noteId, text }: { staffId: string; id: string; text: string },
): Promise<boolean> {
  // Another's note with the same id, or on another record, is another note.
  const id = deps.cipher.index('record_events.id', [staffId, record.id, noteId].join(' '))
  return addToTimeline(deps, record, { id, staffId, kind: 'note', detail: { text } })
}
