import { type ExpressionBuilder, sql } from 'kysely'
import { type Language, storedLanguage } from '#contract/messages/languages.ts'
import type { MandateStatus } from '#contract/schemas/mandates.ts'
import { CLOCK_SLACK_MS } from '#server/platform/clock.ts'
import { camelRow, type CamelRow, snakeRow } from '#server/platform/db/camel-row.ts'
import type { Db } from '#server/platform/db/client.ts'
import { deriveStatus } from '#server/features/records/executive-status-store.ts'
import type { Database, MandateEventRow, MandateRow } from '#server/platform/db/schema.ts'
import { type FieldCipher, readable } from '#server/platform/crypto/field-cipher.ts'
import { newId } from '#server/platform/ids.ts'
import type { GatewayAnswer } from '#server/providers/gateway/port.ts'
import { liveStatuses } from './state-rules.ts'

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
  polls: 0,
  failureNotifiedAt: null,
  staffNotifiedAt: null,
  endedAt: null,
  wipedAt: null,
} as const

export type NewMandate = Omit<Mandate, keyof typeof untouched>

/** Inserts an attempt; returns false if its transaction id, or its number among its owner's attempts, is taken. */
export async function insertMandate(db: Db, cipher: FieldCipher, mandate: NewMandate): Promise<boolean> {
  const row = snakeRow<MandateRow>({ ...untouched, ...mandate })
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

/** Moves an attempt to its holder's current session. */
export async function moveToSession(db: Db, id: string, sessionId: string): Promise<void> {
  await db.updateTable(table).set({ session_id: sessionId }).where('id', '=', id).execute()
}

/** Writes an event's status and answer to its mandate; if the event `isNew`, the person's status follows. */
export async function setStatus(
  db: Db,
  { mandateId, status, answer }: MandateEvent,
  { isNew }: { isNew: boolean },
): Promise<void> {
  const known = { gateway_id: answer?.gatewayId, reg_no: answer?.mandateRegNo, umrn: answer?.umrn }
  await db
    .updateTable(table)
    .set({
      status,
      ...(answer ? { response_code: answer.code, response_message: answer.message } : {}),
      ...Object.fromEntries(Object.entries(known).filter(([, value]) => value)),
      ...(status === 'active' ? { poll_at: null } : {}),
    })
    .where('id', '=', mandateId)
    .execute()
  if (isNew) await deriveStatus(db, { mandateId })
}

/** Records that the person was told of the failure, or staff of the mandate; returns true the first time. */
export async function markNotified(
  db: Db,
  id: string,
  { column, now }: { column: 'failure_notified_at' | 'staff_notified_at'; now: number },
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

/** Records that a mandate was ended at the gateway; staff then need not be told that nobody registered with it. */
export async function markEnded(trx: Db, id: string, now: number): Promise<void> {
  await trx.updateTable(table).set({ ended_at: now, staff_notified_at: now }).where('id', '=', id).execute()
}

/** A scheduled task handles `count` mandates at once; those that cannot be decrypted go to `unreadable`. */
export interface Batch {
  count: number
  unreadable(id: string): void
}

/**
 * Claims mandates that are due for polling; no other process gets them for `leaseMs`. A mandate whose poll is more
 * than `longestMs` ahead is due too: its time was set by a clock that was ahead.
 */
export async function claimDue(
  db: Db,
  cipher: FieldCipher,
  { now, leaseMs, longestMs, count, unreadable }: Batch & Record<'now' | 'leaseMs' | 'longestMs', number>,
): Promise<Mandate[]> {
  const latest = now + longestMs + CLOCK_SLACK_MS
  const isDue = (e: ExpressionBuilder<Database, typeof table>) =>
    e.or([e('poll_at', '<=', now), e('poll_at', '>', latest)])
  const due = db.selectFrom(table).select('id').where(isDue)
  const rows = await db
    .updateTable(table)
    .set({ poll_at: now + leaseMs, polls: sql`polls + 1` })
    .where('id', 'in', due.orderBy('poll_at').limit(count))
    .where(isDue)
    .returningAll()
    .execute()
  return [...readable(rows, (row) => decrypted(cipher, row), unreadable)]
}

/** Sets the next poll of a mandate that is still polled, or of any with `resume`; null ends polling. */
export async function setNextPoll(db: Db, id: string, at: number | null, { resume = false } = {}) {
  const row = db.updateTable(table).set({ poll_at: at }).where('id', '=', id)
  await (resume ? row : row.where('poll_at', 'is not', null)).execute()
}

/** Returns live mandates created before `before` that belong to nobody, oldest first. */
function ofNobody(db: Db, { before, count }: { before: number; count: number }) {
  return db
    .selectFrom(table)
    .where('executive_id', 'is', null)
    .where('status', 'in', liveStatuses)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(count)
}

/** Returns those of them that staff were not notified of. */
export async function unclaimed(
  db: Db,
  cipher: FieldCipher,
  { unreadable, ...which }: Batch & { before: number },
): Promise<Mandate[]> {
  const rows = await ofNobody(db, which).selectAll().where('staff_notified_at', 'is', null).execute()
  return [...readable(rows, (row) => decrypted(cipher, row), unreadable)]
}

/** Returns those of them that we did not end, whether or not staff were notified. */
export function unclaimedSince(
  db: Db,
  which: { before: number; count: number },
): Promise<Pick<Mandate, 'transactionId' | 'status' | 'createdAt'>[]> {
  const open = ofNobody(db, which).where('ended_at', 'is', null)
  return open.select(['transaction_id as transactionId', 'status', 'created_at as createdAt']).execute()
}

/** Whose attempts: a verified person's in any browser, or a record's (meant for it, named by it, or older than it). */
export interface Owner {
  holderIndex: string
  retryOf?: string
}

/** Returns the number of an owner's last attempt; 0 if there is none. */
export async function lastAttemptNumber(db: Db, { holderIndex, retryOf }: Owner): Promise<number> {
  const query = db.selectFrom('mandates').select((of) => of.fn.max('attempt_number').as('last'))
  const own =
    retryOf === undefined
      ? query.where('holder_index', '=', holderIndex)
      : query.where('retry_of', '=', retryOf)
  return (await own.executeTakeFirst())?.last ?? 0
}

/**
 * Returns an owner's attempts that no record names, newest first. A filter by status would make SQLite read
 * everybody's.
 */
export async function openAttempts(db: Db, owner: Owner): Promise<MandateRow[]> {
  const { retryOf = null, holderIndex } = owner
  const named = db
    .selectFrom('executives')
    .select('mandate_id')
    .where('id', '=', retryOf ?? '')
  return db
    .selectFrom('mandates')
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
    .where('id', 'not in', named)
    .orderBy('created_at', 'desc')
    .execute()
}

export async function mandateOfRecord(db: Db, executiveId: string): Promise<string | undefined> {
  const found = db.selectFrom('executives').select('mandate_id').where('id', '=', executiveId)
  return (await found.executeTakeFirst())?.mandate_id
}

/** Returns the record of a mandate's person: its own, the one it was meant for, or one with the same Aadhaar number. */
export async function recordOf(
  db: Db,
  { executiveId, retryOf, holderIndex }: Pick<Mandate, 'executiveId' | 'retryOf' | 'holderIndex'>,
): Promise<string | undefined> {
  const known = executiveId ?? retryOf
  if (known !== null || holderIndex === null) return known ?? undefined
  const record = db.selectFrom('executives').select('id').where('aadhaar_index', '=', holderIndex)
  return (await record.executeTakeFirst())?.id
}

/** Gives a live mandate to a person, unless it is somebody else's or erased. Returns its status if it is theirs now. */
export async function giveToExecutive(
  db: Db,
  { id, executiveId }: { id: string; executiveId: string },
): Promise<MandateStatus | undefined> {
  const given = await db
    .updateTable('mandates')
    .set({ executive_id: executiveId })
    .where('id', '=', id)
    .where((e) => e.or([e('executive_id', 'is', null), e('executive_id', '=', executiveId)]))
    .where('wiped_at', 'is', null)
    .where('status', 'in', liveStatuses)
    .returning('status')
    .executeTakeFirst()
  if (given) await deriveStatus(db, { executiveId })
  return given?.status
}

/** Returns a person's active mandates beside the one that their record names, without those that we ended. */
export async function activeBeside(db: Db, executiveId: string): Promise<{ id: string; regNo: string }[]> {
  const person = db.selectFrom('executives').where('id', '=', executiveId)
  const rows = await db
    .selectFrom('mandates')
    .select(['id', 'reg_no as regNo', 'status', 'ended_at'])
    .where((e) =>
      e.or([
        e('executive_id', '=', executiveId),
        e('retry_of', '=', executiveId),
        e.and([e('executive_id', 'is', null), e('holder_index', '=', person.select('aadhaar_index'))]),
      ]),
    )
    .where('id', '!=', person.select('mandate_id'))
    .orderBy('created_at')
    .execute()
  return rows.filter(({ status, ended_at }) => status === 'active' && ended_at === null)
}

/** New information about a mandate, and its source. */
export interface MandateEvent {
  mandateId: string
  at: number
  source: MandateEventRow['source']
  status: MandateStatus
  answer?: GatewayAnswer | undefined
}

function answerPlace(id: string) {
  return { table: 'mandate_events', column: 'answer', row: id }
}

/**
 * Inserts an event once, in the caller's transaction; if the holder was erased, without the answer, which names the
 * account. Returns the mandate's status, which is locked until the transaction ends.
 */
export async function insertEvent(trx: Db, cipher: FieldCipher, event: MandateEvent): Promise<MandateStatus> {
  const { mandateId, at, source, status } = event
  const id = newId()
  const mandate = await holdMandate(trx, mandateId)
  const answer = JSON.stringify((mandate.wiped_at === null ? event.answer : undefined) ?? {})
  await trx
    .insertInto('mandate_events')
    .values({
      ...{ id, mandate_id: mandateId, at, source, status },
      digest: digestOf(cipher, status, answer),
      answer: cipher.encrypt(answerPlace(id), answer),
    })
    .onConflict((conflict) => conflict.columns(['mandate_id', 'source', 'digest']).doNothing())
    .execute()
  return mandate.status
}

function digestOf(cipher: FieldCipher, status: MandateStatus, answer: string): string {
  return cipher.index('mandate_events.answer', `${status} ${answer}`)
}

/** Locks a mandate until the transaction ends, against other changes and erasure. */
function holdMandate(trx: Db, id: string): Promise<Pick<MandateRow, 'status' | 'wiped_at'>> {
  return trx
    .updateTable(table)
    .set((set) => ({ polls: set.ref('polls') }))
    .where('id', '=', id)
    .returning(['status', 'wiped_at'])
    .executeTakeFirstOrThrow()
}

/** Returns whether this event is stored already, with its answer or, for an erased holder, without. */
export async function hasEvent(db: Db, cipher: FieldCipher, event: MandateEvent): Promise<boolean> {
  const { mandateId, source, status } = event
  const answers = [event.answer ?? {}, {}].map((answer) => JSON.stringify(answer))
  const found = await db
    .selectFrom('mandate_events')
    .select('id')
    .where((e) => e.and({ mandate_id: mandateId, source }))
    .where((e) => e.or(answers.map((answer) => e('digest', '=', digestOf(cipher, status, answer)))))
    .executeTakeFirst()
  return found !== undefined
}

/** Returns a mandate's events, oldest first. */
export async function eventsOf(
  db: Db,
  cipher: FieldCipher,
  mandateId: string,
): Promise<(Pick<MandateEventRow, 'at' | 'source' | 'status'> & { answer: object })[]> {
  const rows = await db
    .selectFrom('mandate_events')
    .select(['id', 'at', 'source', 'status', 'answer'])
    .where('mandate_id', '=', mandateId)
    .orderBy('at')
    .execute()
  return rows.map(({ id, answer, ...event }) => {
    return { ...event, answer: JSON.parse(cipher.decrypt(answerPlace(id), answer)) }
  })
}

/** Returns every answer of the gateway about a mandate, as `insertEvent` stored it. */
export async function answersOf(db: Db, cipher: FieldCipher, mandateId: string): Promise<GatewayAnswer[]> {
  const events = await eventsOf(db, cipher, mandateId)
  return events
    .filter(({ source }) => source !== 'visitor' && source !== 'clock')
    .map(({ answer }) => answer as GatewayAnswer)
}
