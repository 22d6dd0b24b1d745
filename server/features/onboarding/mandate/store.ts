import { sql } from 'kysely'
import type { MandateStatus } from '#contract/schemas/mandates.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { MandateRow } from '#server/platform/db/onboarding-rows.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { MandateEvent } from './events-store.ts'

/** A mandate's row with what is encrypted in it opened. */
export type Mandate = MandateRow

const table = 'mandates'
type Signed = 'phone' | 'account_name' | 'account_no' | 'ifsc_code'

/** What a try begins with. */
export type NewMandate = Pick<
  Mandate,
  | 'id'
  | 'created_at'
  | 'transaction_id'
  | 'consumer_id'
  | 'try_number'
  | 'session_id'
  | 'holder_index'
  | 'retry_of'
  | 'max_amount'
  | 'debit_start'
  | 'debit_end'
  | 'asked_on'
  | 'ask_at'
  | Signed
>

const untouched = {
  executive_id: null,
  status: 'created',
  response_code: '',
  response_message: '',
  gateway_id: '',
  reg_no: '',
  umrn: '',
  asks: 0,
  failure_told_at: null,
  staff_told_at: null,
  ended_at: null,
  wiped_at: null,
} as const

/**
 * Books a try; false when its transaction's id was used before, or when another try of its owner has its number: then that
 * one was begun since the number was read.
 */
export async function insertMandate(db: Db, cipher: FieldCipher, mandate: NewMandate): Promise<boolean> {
  const signature = (column: Signed) => cipher.encrypt({ table, column, row: mandate.id }, mandate[column])
  const values = {
    ...untouched,
    ...mandate,
    phone: signature('phone'),
    account_name: signature('account_name'),
    account_no: signature('account_no'),
    ifsc_code: signature('ifsc_code'),
  }
  const inserted = await db
    .insertInto(table)
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** A row with what is encrypted in it opened. */
export function opened(cipher: FieldCipher, row: MandateRow): Mandate {
  const open = (column: Signed) => cipher.decrypt({ table, column, row: row.id }, row[column])
  return {
    ...row,
    phone: open('phone'),
    account_name: open('account_name'),
    account_no: open('account_no'),
    ifsc_code: open('ifsc_code'),
  }
}

/** The mandate of that id, or of that transaction. */
export async function findMandate(
  db: Db,
  cipher: FieldCipher,
  by: { id: string } | { transaction_id: string },
): Promise<Mandate | undefined> {
  const query = db.selectFrom(table).selectAll()
  const found =
    'id' in by ? query.where('id', '=', by.id) : query.where('transaction_id', '=', by.transaction_id)
  const row = await found.executeTakeFirst()
  return row && opened(cipher, row)
}

/**
 * Whose tries: those of a verified person, in whatever browser they were begun, or of a record's: meant to mend it,
 * replaced in it, or begun before it was there.
 */
export interface Whose {
  holderIndex: string
  retryOf?: string
}

/** The number of an owner's last try; 0 before any. */
export async function lastAttemptNumber(db: Db, whose: Whose): Promise<number> {
  const query = db.selectFrom(table).select((of) => of.fn.max('try_number').as('last'))
  const theirs =
    whose.retryOf === undefined
      ? query.where('holder_index', '=', whose.holderIndex)
      : query.where('retry_of', '=', whose.retryOf)
  return (await theirs.executeTakeFirst())?.last ?? 0
}

/** Tries begun since then that stand in one of these statuses and that no record names, newest first. */
export async function openAttempts(
  db: Db,
  cipher: FieldCipher,
  {
    whose,
    statuses,
    since,
    count,
  }: { whose: Whose; statuses: readonly MandateStatus[]; since: number; count: number },
): Promise<Mandate[]> {
  const { retryOf = null, holderIndex } = whose
  const rows = await db
    .selectFrom(table)
    .selectAll()
    .where((e) =>
      e.or([
        ...(retryOf === null ? [] : [e('retry_of', '=', retryOf), e('executive_id', '=', retryOf)]),
        e.and([
          e('executive_id', 'is', null),
          e('retry_of', 'is', null),
          e('holder_index', '=', holderIndex),
        ]),
      ]),
    )
    .where(
      'id',
      'not in',
      db
        .selectFrom('executives')
        .select('mandate_id')
        .where('id', '=', retryOf ?? ''),
    )
    .where('status', 'in', statuses)
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .limit(count)
    .execute()
  return rows.map((row) => opened(cipher, row))
}

/** Gives a try to the session that its holder has now. */
export async function moveToSession(db: Db, id: string, sessionId: string): Promise<void> {
  await db.updateTable(table).set({ session_id: sessionId }).where('id', '=', id).execute()
}

/**
 * Brings a mandate to what was learnt from one of these statuses, or adds to what is known of it there; whether it was
 * brought there. Of one that is set up nothing more is asked.
 */
export async function learn(
  db: Db,
  { mandateId, status, answer }: MandateEvent,
  from: readonly MandateStatus[],
): Promise<boolean> {
  const told = { gateway_id: answer?.gatewayId, reg_no: answer?.mandateRegNo, umrn: answer?.umrn }
  const update = db
    .updateTable(table)
    .set({
      status,
      ...(answer ? { response_code: answer.code, response_message: answer.message } : {}),
      ...Object.fromEntries(Object.entries(told).filter(([, value]) => value)),
      ...(status === 'active' ? { ask_at: null } : {}),
    })
    .where('id', '=', mandateId)
  const moved =
    from.length > 0 && (await update.where('status', 'in', from).returning('id').executeTakeFirst())
  if (moved) return true
  await update.where('status', '=', status).execute()
  return false
}

/** The mandate that a record names now. */
export async function mandateOfRecord(db: Db, executiveId: string): Promise<string | undefined> {
  const found = db.selectFrom('executives').select('mandate_id').where('id', '=', executiveId)
  return (await found.executeTakeFirst())?.mandate_id
}

/** Makes a try a person's mandate, while it stands in one of these statuses and is nobody else's; whether it is now. */
export async function giveToExecutive(
  db: Db,
  wanted: { id: string; executiveId: string; statuses: readonly MandateStatus[] },
): Promise<boolean> {
  const given = await db
    .updateTable(table)
    .set({ executive_id: wanted.executiveId })
    .where('id', '=', wanted.id)
    .where((e) => e.or([e('executive_id', 'is', null), e('executive_id', '=', wanted.executiveId)]))
    .where('wiped_at', 'is', null)
    .where('status', 'in', wanted.statuses)
    .returning('id')
    .executeTakeFirst()
  return given !== undefined
}

/** Says that somebody is told of a mandate; true the first time. */
export async function markNotified(
  db: Db,
  id: string,
  { who, now }: { who: 'failure_told_at' | 'staff_told_at'; now: number },
): Promise<boolean> {
  const row = await db
    .updateTable(table)
    .set({ [who]: now })
    .where('id', '=', id)
    .where(who, 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Takes mandates whose time to ask again has come; for `leaseMs` no other process takes them. */
export async function claimDue(
  db: Db,
  cipher: FieldCipher,
  wanted: { now: number; leaseMs: number; count: number },
): Promise<Mandate[]> {
  const due = db.selectFrom(table).select('id').where('ask_at', '<=', wanted.now)
  const rows = await db
    .updateTable(table)
    .set({ ask_at: wanted.now + wanted.leaseMs, asks: sql`asks + 1` })
    .where('id', 'in', due.orderBy('ask_at').limit(wanted.count))
    .where('ask_at', '<=', wanted.now)
    .returningAll()
    .execute()
  return rows.map((row) => opened(cipher, row))
}

/** When the gateway is asked again, unless nothing more is expected of it; null: never. */
export async function setAskAt(db: Db, id: string, askAt: number | null): Promise<void> {
  const known = db.updateTable(table).set({ ask_at: askAt }).where('id', '=', id)
  await known.where('ask_at', 'is not', null).execute()
}

/** Has the gateway asked at that time, even if nothing more was expected of it. */
export async function askAt(db: Db, id: string, at: number): Promise<void> {
  await db.updateTable(table).set({ ask_at: at }).where('id', '=', id).execute()
}

/** Tries begun before `before` that stand in one of these statuses, belong to nobody, and of which staff know nothing. */
export async function unclaimed(
  db: Db,
  cipher: FieldCipher,
  wanted: { before: number; statuses: readonly MandateStatus[]; count: number },
): Promise<Mandate[]> {
  const rows = await db
    .selectFrom(table)
    .selectAll()
    .where('executive_id', 'is', null)
    .where('staff_told_at', 'is', null)
    .where('status', 'in', wanted.statuses)
    .where('created_at', '<', wanted.before)
    .orderBy('created_at')
    .limit(wanted.count)
    .execute()
  return rows.map((row) => opened(cipher, row))
}

/** What staff name the record by that a mandate belongs to, or was meant to replace the mandate of; null for none. */
export async function referenceOf(db: Db, { executive_id, retry_of }: Mandate): Promise<string | null> {
  const row = await db
    .selectFrom('executives')
    .select('reference')
    .where('id', '=', executive_id ?? retry_of)
    .executeTakeFirst()
  return row?.reference ?? null
}
