import { type ExpressionBuilder, sql } from 'kysely'
import { type Language, storedLanguage } from '#contract/messages/languages.ts'
import type { MandateStatus } from '#contract/schemas/mandates.ts'
import { CLOCK_SLACK_MS } from '#server/platform/clock.ts'
import { camelRow, type CamelRow, snakeRow } from '#server/platform/db/camel-row.ts'
import type { Db } from '#server/platform/db/client.ts'
import { deriveStatus } from '#server/platform/db/records.ts'
import type { Database } from '#server/platform/db/schema.ts'
import { inPages } from '#server/platform/db/tables.ts'
import type { MandateRow } from '#server/platform/db/onboarding-rows.ts'
import { type FieldCipher, readable } from '#server/platform/crypto/field-cipher.ts'
import type { MandateEvent } from './events-store.ts'
import { liveStatuses } from './status-rules.ts'

/** A mandate with its encrypted columns decrypted. */
export type Mandate = CamelRow<MandateRow> & { language: Language }

const table = 'mandates'
const encryptedColumns = ['phone', 'account_name', 'account_no', 'ifsc_code'] as const

const untouched = {
  executiveId: null,
  status: 'created',
  responseCode: '',
  responseMessage: '',
  gatewayId: '',
  regNo: '',
  umrn: '',
  asks: 0,
  failureToldAt: null,
  staffToldAt: null,
  endedAt: null,
  wipedAt: null,
} as const

export type NewMandate = Omit<Mandate, keyof typeof untouched | 'tryNumber'> & {
  attemptNumber: number
}

/** Inserts an attempt; false where its transaction id, or its number among its owner's attempts, is taken already. */
export async function insertMandate(
  db: Db,
  cipher: FieldCipher,
  { attemptNumber, ...mandate }: NewMandate,
): Promise<boolean> {
  const row = snakeRow<MandateRow>({ ...untouched, ...mandate, tryNumber: attemptNumber })
  for (const column of encryptedColumns)
    row[column] = cipher.encrypt({ table, column, row: row.id }, row[column])
  const inserted = await db
    .insertInto(table)
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export function decrypted(cipher: FieldCipher, row: MandateRow): Mandate {
  const open = { ...row }
  for (const column of encryptedColumns)
    open[column] = cipher.decrypt({ table, column, row: row.id }, row[column])
  return { ...camelRow(open), language: storedLanguage(row.language) }
}

export async function findMandate(
  db: Db,
  cipher: FieldCipher,
  by: { id: string } | { transactionId: string },
): Promise<Mandate | undefined> {
  const query = db.selectFrom(table).selectAll()
  const found =
    'id' in by ? query.where('id', '=', by.id) : query.where('transaction_id', '=', by.transactionId)
  const row = await found.executeTakeFirst()
  return row && decrypted(cipher, row)
}

/** Gives an attempt to the session that its holder has now. */
export async function moveToSession(db: Db, id: string, sessionId: string): Promise<void> {
  await db.updateTable(table).set({ session_id: sessionId }).where('id', '=', id).execute()
}

/** Moves a mandate to an event's status, or adds the event's answer where it has that already; whether it moved. */
export async function moveToStatus(
  db: Db,
  { mandateId, status, answer }: MandateEvent,
  from: readonly MandateStatus[],
): Promise<boolean> {
  const known = { gateway_id: answer?.gatewayId, reg_no: answer?.mandateRegNo, umrn: answer?.umrn }
  const update = db
    .updateTable(table)
    .set({
      status,
      ...(answer ? { response_code: answer.code, response_message: answer.message } : {}),
      ...Object.fromEntries(Object.entries(known).filter(([, value]) => value)),
      ...(status === 'active' ? { ask_at: null } : {}),
    })
    .where('id', '=', mandateId)
  const moved =
    from.length > 0 && (await update.where('status', 'in', from).returning('id').executeTakeFirst())
  if (moved) {
    await deriveStatus(db, { mandateId })
    return true
  }
  await update.where('status', '=', status).execute()
  return false
}

/** Marks that the person was told of the failure, or staff of the mandate; true the first time. */
export async function markNotified(
  db: Db,
  id: string,
  { column, now }: { column: 'failure_told_at' | 'staff_told_at'; now: number },
): Promise<boolean> {
  const row = await db
    .updateTable(table)
    .set({ [column]: now })
    .where('id', '=', id)
    .where(column, 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Marks that a mandate was ended at the gateway; staff need not be told any more that nobody registered with it. */
export async function markEnded(trx: Db, id: string, now: number): Promise<void> {
  await trx.updateTable(table).set({ ended_at: now, staff_told_at: now }).where('id', '=', id).execute()
}

/** Mandates a scheduled task looks after at once; those that do not decrypt are reported to `unreadable` and left out. */
export interface Batch {
  count: number
  unreadable(id: string): void
}

/**
 * Claims mandates that are due for polling; for `leaseMs` no other process gets them. One whose poll is further off than
 * `longestMs` is due too: its time is of a clock that stood ahead and was set back.
 */
export async function claimDue(
  db: Db,
  cipher: FieldCipher,
  { now, leaseMs, longestMs, count, unreadable }: Batch & Record<'now' | 'leaseMs' | 'longestMs', number>,
): Promise<Mandate[]> {
  const latest = now + longestMs + CLOCK_SLACK_MS
  const isDue = (e: ExpressionBuilder<Database, typeof table>) =>
    e.or([e('ask_at', '<=', now), e('ask_at', '>', latest)])
  const due = db.selectFrom(table).select('id').where(isDue)
  const rows = await db
    .updateTable(table)
    .set({ ask_at: now + leaseMs, asks: sql`asks + 1` })
    .where('id', 'in', due.orderBy('ask_at').limit(count))
    .where(isDue)
    .returningAll()
    .execute()
  return [...readable(rows, (row) => decrypted(cipher, row), unreadable)]
}

/** Sets the next poll of a mandate that is still polled; null ends polling. */
export async function setNextPoll(db: Db, id: string, at: number | null): Promise<void> {
  const row = db.updateTable(table).set({ ask_at: at }).where('id', '=', id)
  await row.where('ask_at', 'is not', null).execute()
}

/** Sets the next poll, even of a mandate that was polled no more. */
export async function resumePolling(db: Db, id: string, at: number): Promise<void> {
  await db.updateTable(table).set({ ask_at: at }).where('id', '=', id).execute()
}

/** Live mandates begun before `before` that belong to nobody and that staff were not told of. */
export async function unclaimed(
  db: Db,
  cipher: FieldCipher,
  { before, count, unreadable }: Batch & { before: number },
): Promise<Mandate[]> {
  const rows = await db
    .selectFrom(table)
    .selectAll()
    .where('executive_id', 'is', null)
    .where('staff_told_at', 'is', null)
    .where('status', 'in', liveStatuses)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(count)
    .execute()
  return [...readable(rows, (row) => decrypted(cipher, row), unreadable)]
}

/** The language of the person whose mandate a transaction is; English where it is nobody's. */
export async function languageOfMandate(db: Db, transactionId: string): Promise<Language> {
  const row = await db
    .selectFrom(table)
    .select('language')
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst()
  return storedLanguage(row?.language ?? '')
}

/** Mandates oldest first, all or those of one status. One that does not decrypt is reported to `unreadable` and left out. */
export async function* listMandates(
  db: Db,
  cipher: FieldCipher,
  { status, unreadable }: { status: MandateStatus | undefined; unreadable(id: string): void },
): AsyncGenerator<Mandate> {
  const all = db.selectFrom(table).selectAll()
  const wanted = status === undefined ? all : all.where('status', '=', status)
  for await (const rows of inPages(wanted, 0))
    yield* readable(rows, (row) => decrypted(cipher, row), unreadable)
}
