import type { AliasableExpression } from 'kysely'
import { type ReminderSubject, reminderDays, reminderSpan, dueReminder } from '#contract/reminders.ts'
import { failedStatuses } from '#contract/schemas/mandates.ts'
import { endedStatuses, type RecordKind } from '#contract/schemas/staff-records.ts'
import { addRecordEvent } from '#server/features/records/timeline-store.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'

const DAY_MS = 86_400_000
/** Nobody is reminded of what is this much older than its last reminder. */
const TOO_LATE_MS = 60 * DAY_MS

/** The kind of records of each subject. */
export const kindOf = {
  agreement: 'executives',
  mandate: 'executives',
  document: 'applications',
} as const satisfies Record<ReminderSubject, RecordKind>

/** What waits for a person. */
export interface Waiting {
  recordId: string
  /** The agreement, the mandate or the request for a document. */
  subjectId: string
}

/** What waits, on each subject, for people who want reminders, and since when (milliseconds). */
const waiting: Record<ReminderSubject, (db: Db) => AliasableExpression<Waiting & { since: number }>> = {
  agreement: (db) =>
    db
      .selectFrom('records')
      .innerJoin('agreements', 'agreements.executive_id', 'records.id')
      .select(['records.id as recordId', 'agreements.id as subjectId'])
      // An agreement waits from the registration on, an annex from its creation.
      .select((e) =>
        e
          .case()
          .when('agreements.kind', '=', 'annex')
          .then(e.ref('agreements.created_at'))
          .else(e.ref('records.created_at'))
          .end()
          .as('since'),
      )
      .where('records.kind', '=', 'executives')
      .where((e) =>
        e.or([
          e('agreements.kind', '=', 'agreement').and('records.status', 'in', [
            'registered',
            'mandate_failed',
          ]),
          e('agreements.kind', '=', 'annex').and('records.status', '=', 'annex_open'),
        ]),
      )
      .where('agreements.accepted_at', 'is', null)
      .where('reminders_off', '=', 0),
  mandate: (db) =>
    db
      .selectFrom('records')
      .innerJoin('executives', 'executives.id', 'records.id')
      .innerJoin('mandates', 'mandates.id', 'executives.mandate_id')
      .select(['records.id as recordId', 'mandates.id as subjectId'])
      .select((e) => e.fn.coalesce('failure_notified_at', 'records.created_at').as('since'))
      .where('records.kind', '=', 'executives')
      .where('records.status', 'in', ['mandate_failed', 'signed_mandate_failed'])
      .where('mandates.status', 'in', failedStatuses)
      .where('reminders_off', '=', 0),
  document: (db) =>
    db
      .selectFrom('document_requests')
      .innerJoin('records', 'records.id', 'record_id')
      .select(['records.id as recordId', 'document_requests.id as subjectId', 'asked_at as since'])
      .where('met_at', 'is', null)
      .where('records.kind', '=', 'applications')
      .where('records.status', 'not in', endedStatuses)
      .where('superseded_by', '=', '')
      .where('reminders_off', '=', 0),
}

/** A reminder of a subject; numbers start at 1. */
export interface Reminder extends Waiting {
  number: number
}

/** Reminders of a subject in one round; the next round follows in minutes. */
const AT_ONCE = 500

/** Returns the due reminders of a subject; those that have waited longest come first. */
export async function dueReminders(db: Db, subject: ReminderSubject, now: number): Promise<Reminder[]> {
  const { firstMs, lastMs } = reminderSpan(subject)
  const waited = db
    .selectFrom(waiting[subject](db).as('waiting'))
    .selectAll()
    .select((e) => {
      const gone = e
        .selectFrom('reminders')
        .where('subject', '=', subject)
        .whereRef('record_id', '=', 'waiting.recordId')
        .whereRef('subject_id', '=', 'waiting.subjectId')
      return [
        gone.select((max) => max.fn.max('number').as('sent')).as('sent'),
        gone.select((max) => max.fn.max('sent_at').as('sentAt')).as('sentAt'),
      ]
    })
    .where('since', '<=', now - firstMs)
    .where('since', '>', now - lastMs - TOO_LATE_MS)
  const rows = await db
    .selectFrom(waited.as('waited'))
    .selectAll()
    .where((e) => e.or([e('sentAt', 'is', null), e('sentAt', '<=', now - DAY_MS)]))
    .where((e) => {
      const goesNext = (days: number, at: number) =>
        e.and([e('since', '<=', now - days * DAY_MS), e(e.fn.coalesce('sent', e.lit(0)), '<=', at)])
      return e.or(reminderDays[subject].map(goesNext))
    })
    .orderBy('since')
    .limit(AT_ONCE)
    .execute()
  return rows.flatMap(({ recordId, subjectId, since, sent, sentAt }) => {
    const number = dueReminder(subject, { since, sent: sent ?? 0, sentAt: sentAt ?? 0, now })
    return number === undefined ? [] : [{ recordId, subjectId, number }]
  })
}

/** Returns whether it still waits for its person, and the person still wants reminders. */
export async function isWaiting(
  db: Db,
  subject: ReminderSubject,
  { recordId, subjectId }: Waiting,
): Promise<boolean> {
  const found = await db
    .selectFrom(waiting[subject](db).as('waiting'))
    .select('subjectId')
    .where('recordId', '=', recordId)
    .where('subjectId', '=', subjectId)
    .executeTakeFirst()
  return found !== undefined
}

/** Records that a reminder is sent; returns false if it was sent already. */
export async function insertReminder(
  trx: Db,
  subject: ReminderSubject,
  { recordId, subjectId, number, now }: Reminder & { now: number },
): Promise<boolean> {
  const row = { record_id: recordId, subject, subject_id: subjectId, number, sent_at: now }
  const inserted = await trx
    .insertInto('reminders')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('number')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Deletes a reminder that was not sent, with its job. */
export async function takeBackReminder(
  trx: Db,
  subject: ReminderSubject,
  { recordId, subjectId, number, jobId }: Reminder & { jobId: string },
): Promise<void> {
  await trx
    .deleteFrom('reminders')
    .where('record_id', '=', recordId)
    .where('subject', '=', subject)
    .where('subject_id', '=', subjectId)
    .where('number', '=', number)
    .execute()
  await trx.deleteFrom('jobs').where('id', '=', jobId).execute()
}

/** Ends all reminders of a record; returns the record if any were to come. */
export function endReminders(trx: Db, { id, now }: { id: string; now: number }) {
  return trx
    .updateTable('records')
    .set({ reminders_off: 1, changed_at: now })
    .where('id', '=', id)
    .where('reminders_off', '=', 0)
    .returning(['id', 'kind'])
    .executeTakeFirst()
}

/** Ends them at the person's request, with an entry in the timeline the first time; returns false if the record is gone. */
export async function turnOff(
  trx: Db,
  cipher: FieldCipher,
  { id, now }: { id: string; now: number },
): Promise<boolean> {
  const record = await endReminders(trx, { id, now })
  if (!record) {
    const row = trx.selectFrom('records').select('id').where('id', '=', id)
    return (await row.executeTakeFirst()) !== undefined
  }
  const event = { record, at: now, staffId: null, kind: 'reminders', detail: {} } as const
  await addRecordEvent(trx, cipher, event)
  return true
}
