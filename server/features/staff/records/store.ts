import { type RawBuilder, sql } from 'kysely'
import type { DocumentField } from '#contract/fields/application.ts'
import type { VacancySector } from '#contract/fields/sectors.ts'
import type { MandateStatus } from '#contract/schemas/mandates.ts'
import {
  recordKind,
  type RecordKind,
  type RecordStatus,
  type RejectionReason,
} from '#contract/schemas/staff-records.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { RecordRow } from '#server/platform/db/schema.ts'
import { type TokenLabel, tokenLabels } from '#server/features/records/search-store.ts'
import {
  deskRecord,
  type DeskRecord,
  documentBits,
  recordsOf,
  holdRecords,
  type RecordHead,
  updateWork,
  type WorkChange,
} from '#server/features/records/store.ts'
import { staffActor } from '#server/features/staff/desk-rules.ts'
import type { App } from '#server/context.ts'
import { appendAudit, type AuditEntry } from '#server/platform/audit/log.ts'
import { addRecordEvent, type RecordEvent } from '#server/features/records/timeline-store.ts'
import { enqueueWebhooks } from '#server/features/webhooks/jobs.ts'

/** The filters of a list; all given ones apply together. */
export interface Listed {
  kind?: RecordKind
  references?: readonly string[] | undefined
  status?: RecordStatus | undefined
  /** Empty for nobody. */
  assignedTo?: string | undefined
  document?: DocumentField | undefined
  mandate?: MandateStatus | undefined
  sector?: VacancySector | undefined
  /** The reference of a vacancy where the applicant is a candidate. */
  vacancy?: string | undefined
  /** Includes applications that a later one superseded. */
  superseded?: boolean
  /** Times of arrival in milliseconds; the first is included, the second is not. */
  from?: number | undefined
  before?: number | undefined
  /** Records with this token. Several words share one, so the caller decrypts and compares. */
  token?: { label: TokenLabel; token: number } | undefined
  /** The time that orders the list; the time of arrival unless given. */
  by?: 'created' | 'changed'
  /** Oldest first; newest first unless given. */
  ascending?: boolean
}

/** The position of the last record of a page: its ordering time and its id. */
export interface RowPosition {
  at: number
  id: string
}

/** Returns a record's position in a list. */
export function positionIn(
  { by }: Pick<Listed, 'by'>,
  { createdAt, changedAt, id }: Pick<DeskRecord, 'createdAt' | 'changedAt' | 'id'>,
): RowPosition {
  return { at: by === 'changed' ? changedAt : createdAt, id }
}

/**
 * Returns whether a list in the order of arrival is read along its token; other orders look records up among the
 * token's.
 */
function followsToken({ token, by }: Listed): boolean {
  return token !== undefined && by !== 'changed'
}

/** Returns the columns that order a list: the token's own if the list is read along it. */
function orderOf(listed: Listed) {
  if (followsToken(listed)) return { at: sql`search_tokens.created_at`, id: sql`search_tokens.record_id` }
  return {
    at: sql.ref(listed.by === 'changed' ? 'records.changed_at' : 'records.created_at'),
    id: sql`records.id`,
  }
}

function conditionsOf(listed: Listed, after?: RowPosition): RawBuilder<unknown> {
  const {
    kind,
    references,
    status,
    assignedTo,
    document,
    mandate,
    sector,
    vacancy,
    superseded = false,
    from,
    before,
    token,
    ascending = false,
  } = listed
  const { at, id } = orderOf(listed)
  const isFollowed = followsToken(listed)
  const arrival = isFollowed ? at : sql`records.created_at`
  const [beyond, orAt] = ascending ? [sql`>`, sql`>=`] : [sql`<`, sql`<=`]
  const conditions = [
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
    ...(references === undefined ? [] : [sql`reference in (${sql.join(references)})`]),
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(assignedTo === undefined ? [] : [sql`assigned_to = ${assignedTo}`]),
    ...(mandate === undefined ? [] : [sql`mandate_status = ${mandate}`]),
    ...(sector === undefined ? [] : [sql`sector = ${sector} and sector <> ''`]),
    ...(vacancy === undefined ? [] : [standsAt(vacancy)]),
    ...(document === undefined ? [] : [sql`documents & ${sql.lit(documentBits([document]))} <> 0`]),
    ...(superseded ? [] : [sql`superseded_by = ''`]),
    ...(from === undefined ? [] : [sql`${arrival} >= ${from}`]),
    ...(before === undefined ? [] : [sql`${arrival} < ${before}`]),
    ...(after === undefined
      ? []
      : [sql`${at} ${orAt} ${after.at} and (${at} ${beyond} ${after.at} or ${id} ${beyond} ${after.id})`]),
    ...(token === undefined ? [] : [isFollowed ? ofToken(token) : amongToken(token)]),
  ]
  return sql`${sql.join(conditions, sql` and `)}`
}

function standsAt(vacancy: string): RawBuilder<unknown> {
  return sql`records.id in (
    select application_id from vacancy_candidates
    where vacancy_id = (select vacancies.id from vacancies where vacancies.reference = ${vacancy}))`
}

function ofToken({ label, token }: NonNullable<Listed['token']>) {
  return sql`records.id = record_id and label = ${tokenLabels[label]} and token = ${token}`
}

function amongToken({ label, token }: NonNullable<Listed['token']>) {
  return sql`records.id in (
    select record_id from search_tokens where label = ${tokenLabels[label]} and token = ${token})`
}

/** SQLite reads the tables of a cross join in this order, the token first. */
function tablesOf(listed: Listed) {
  return followsToken(listed) ? sql`search_tokens cross join records` : sql`records`
}

/** Returns the records of a list after a position, in its order. */
export async function pageOf(
  db: Db,
  listed: Listed,
  { after, count }: { after: RowPosition | undefined; count: number },
): Promise<RecordRow[]> {
  const { at, id } = orderOf(listed)
  const direction = listed.ascending ? sql`asc` : sql`desc`
  const { rows } = await sql<RecordRow>`
    select records.* from ${tablesOf(listed)} where ${conditionsOf(listed, after)}
    order by ${at} ${direction}, ${id} ${direction} limit ${sql.lit(count)}`.execute(db)
  return rows
}

/** Counts the records of a list, up to `most`. */
export async function countRecords(db: Db, listed: Listed, most?: number): Promise<number> {
  const limit = most === undefined ? sql`` : sql`limit ${sql.lit(most)}`
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from ${tablesOf(listed)} where ${conditionsOf(listed)} ${limit}
    ) as counted`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** A record by its name at the desk. */
export interface RecordName {
  kind: RecordKind
  reference: string
}

/** Returns the record of that name; undefined if there is none. */
export async function findByReference(
  { db, cipher }: { db: Db; cipher: FieldCipher },
  { kind, reference }: RecordName,
): Promise<DeskRecord | undefined> {
  const row = await recordsOf(db, kind).where('reference', '=', reference).executeTakeFirst()
  return row && deskRecord(cipher, row)
}

/** Returns the events of a person's mandates, without the gateway's answers. */
export function mandateEventsOf(db: Db, executiveId: string) {
  const own = db
    .selectFrom('mandates')
    .select('id')
    .where((e) => e.or([e('executive_id', '=', executiveId), e('retry_of', '=', executiveId)]))
  return db
    .selectFrom('mandate_events')
    .select(['at', 'source', 'status'])
    .where('mandate_id', 'in', own)
    .orderBy('at')
    .execute()
}

const DAY_MS = 86_400_000

/** Returns how many records of each kind arrived on each day since `since`, which is day 0; days are 24 hours in India. */
export async function countsByDay(
  db: Db,
  since: number,
): Promise<{ kind: RecordKind; day: number; count: number }[]> {
  const { rows } = await sql<{ kind: RecordKind; day: number; count: number }>`
    select kind, day, count(*) as count from (
      select kind, (created_at - ${sql.lit(since)}) / ${sql.lit(DAY_MS)} as day from records
      where kind in (${sql.join(recordKind.options.map((kind) => sql.lit(kind)))}) and created_at >= ${since}
    ) as arrived group by kind, day`.execute(db)
  return rows.map(({ kind, day, count }) => ({ kind, day: Number(day), count: Number(count) }))
}

/** An action at the desk. One with the same id is stored, with everything that belongs to it, once. */
interface Noted extends Pick<RecordEvent, 'id' | 'kind' | 'detail'> {
  staffId: string
  /** Adds an audit entry too. */
  audit?: Pick<AuditEntry, 'action' | 'detail'>
  /** Further writes in the same commit. */
  also?(trx: Db, held: RecordHead): Promise<void>
}

/** Adds an action at the desk to a record's timeline before anything is shown; returns false if the record is gone. */
export async function addToTimeline(
  { db, cipher, clock }: App,
  { kind, id, reference }: Pick<RecordHead, 'kind' | 'id' | 'reference'>,
  { audit, also, ...event }: Noted,
): Promise<boolean> {
  const at = clock.now()
  const actor = staffActor({ id: event.staffId })
  return db.transaction().execute(async (trx) => {
    const [held] = await holdRecords(trx, kind, { ids: [id] })
    if (!held) return false
    if (!(await addRecordEvent(trx, cipher, { record: { kind, id }, at, ...event }))) return true
    await also?.(trx, held)
    if (audit) await appendAudit(trx, { ...audit, actor, reference }, at)
    return true
  })
}

/** Changes a record that the caller holds, and adds the events of the change. */
export async function changeWork(
  trx: Db,
  { cipher, clock }: App,
  {
    before,
    change,
    staffId,
  }: { before: RecordHead; change: WorkChange & { reason?: RejectionReason | undefined }; staffId: string },
): Promise<void> {
  const { kind, id } = before
  await updateWork(trx, { ...change, id, at: clock.now() })
  const about = { record: { kind, id }, at: clock.now(), staffId }
  const { status, assignedTo, reason } = change
  if (status !== undefined) {
    const detail = { from: before.status, to: status, ...(reason && { reason }) }
    await addRecordEvent(trx, cipher, { ...about, kind: 'status', detail })
    await enqueueWebhooks(trx, { type: 'record.status_changed', kind, id }, about.at)
  }
  if (assignedTo !== undefined) {
    const detail = { from: before.assignedTo, to: assignedTo }
    await addRecordEvent(trx, cipher, { ...about, kind: 'assigned', detail })
  }
}
