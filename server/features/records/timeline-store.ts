import type { RecordKind, TimelineEntry } from '#contract/schemas/staff-records.ts'
import { type FieldCipher, openOr } from '#server/platform/crypto/field-cipher.ts'
import { newId } from '#server/platform/ids.ts'
import type { Db } from '#server/platform/db/client.ts'

const table = 'record_events'

/** Something that happened to a record at the desk. */
export interface RecordEvent {
  /** An event with the same id is stored once. A new id unless given. */
  id?: string
  record: { kind: RecordKind; id: string }
  at: number
  /** Who acted at the desk; null for the system. */
  staffId: string | null
  kind: TimelineEntry['kind']
  /** Details of the event by name; stored encrypted, since they may be personal. */
  detail: Record<string, string>
}

/**
 * Adds an event to a record's timeline in the transaction of the change; returns false if that id is stored already.
 * Every event but `looked` counts as a contact, from which the record's retention period starts.
 */
export async function addRecordEvent(trx: Db, cipher: FieldCipher, event: RecordEvent): Promise<boolean> {
  const { id = newId(), record, at, staffId, kind, detail } = event
  const added = await trx
    .insertInto(table)
    .values({
      ...{ id, record_kind: record.kind, record_id: record.id, at, staff_id: staffId, kind },
      detail: cipher.encrypt({ table, column: 'detail', row: id }, JSON.stringify(detail)),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added && kind !== 'looked') await noteContact(trx, record.id, at)
  return added !== undefined
}

/** Stores when the agency and the person last had contact; the record's retention period starts there. */
export async function noteContact(db: Db, recordId: string, at: number): Promise<void> {
  await db
    .updateTable('records')
    .set({ last_contact_at: at })
    .where('id', '=', recordId)
    .where('last_contact_at', '<', at)
    .execute()
}

/** Stores that a link mailed to the record's address was used, so the address is its person's. */
export async function noteProven(trx: Db, id: string): Promise<void> {
  await trx.updateTable('records').set({ email_proven: 1 }).where('id', '=', id).execute()
}

/** A stored event; its detail is undefined if it cannot be decrypted. */
export interface StoredRecordEvent {
  id: string
  at: number
  staffId: string | null
  kind: TimelineEntry['kind']
  detail: Record<string, string> | undefined
}

/** Returns a record's events at the desk, oldest first. */
export async function recordEventsOf(
  db: Db,
  cipher: FieldCipher,
  recordId: string,
): Promise<StoredRecordEvent[]> {
  const rows = await db
    .selectFrom(table)
    .selectAll()
    .where('record_id', '=', recordId)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, at, staff_id, kind, detail }) => {
    const place = { table, column: 'detail', row: id }
    const open = () => JSON.parse(cipher.decrypt(place, detail)) as Record<string, string>
    return { id, at, staffId: staff_id, kind, detail: openOr(open, undefined) }
  })
}

export async function hasRecordEvent(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Returns the details of an event; undefined if it is gone. Throws `DecryptError` if it was altered. */
export async function recordEventDetail(
  db: Db,
  cipher: FieldCipher,
  id: string,
): Promise<Record<string, string> | undefined> {
  const row = await db.selectFrom(table).select('detail').where('id', '=', id).executeTakeFirst()
  return row && JSON.parse(cipher.decrypt({ table, column: 'detail', row: id }, row.detail))
}

/** How many events, search tokens and webhook deliveries were deleted. */
export interface DeletedTraces {
  record_events: number
  search_tokens: number
  webhook_deliveries: number
}

/**
 * Deletes what the desk stores about deleted records, in the same transaction and after their rows, since adding to a
 * record locks its row.
 */
export async function deleteRecordTraces(trx: Db, recordIds: readonly string[]): Promise<DeletedTraces> {
  if (recordIds.length === 0) return { record_events: 0, search_tokens: 0, webhook_deliveries: 0 }
  const from = async (name: keyof DeletedTraces) => {
    const { numDeletedRows } = await trx
      .deleteFrom(name)
      .where('record_id', 'in', recordIds)
      .executeTakeFirst()
    return Number(numDeletedRows)
  }
  return {
    record_events: await from('record_events'),
    search_tokens: await from('search_tokens'),
    webhook_deliveries: await from('webhook_deliveries'),
  }
}
