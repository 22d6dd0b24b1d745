import { refused, orRefuse } from '#server/platform/http/http-errors.ts'
import {
  applicationStatus,
  type BulkAnswer,
  type RecordKind,
  type RecordStatus,
  recordStatuses,
  type RejectionReason,
  type SeenRecord,
} from '#contract/schemas/staff-records.ts'
import { meetRequest, openRequests } from '#server/features/records/document-request-store.ts'
import { isActiveStaff } from '#server/features/staff/access/people-store.ts'
import type { App } from '#server/context.ts'
import type { Db } from '#server/platform/db/client.ts'
import { holdRecords, type RecordHead, type WorkChange } from '#server/features/records/store.ts'
import { recordMessages } from '#contract/messages/staff-timeline.ts'
import { detailOf, readDetail, mandateOf } from './record-service.ts'
import { findByReference, addToTimeline, changeWork } from './store.ts'
import { movePerson, placeOf } from '#server/features/vacancies/application-status-service.ts'
import type { DeskHandlers } from '#server/features/staff/desk-rules.ts'
import { replaceLink } from '#server/features/onboarding/registration/record-service.ts'
import { gatewayRefusal, refreshMandate } from '#server/features/onboarding/mandate/service.ts'
import { findMandate } from '#server/features/onboarding/mandate/store.ts'
import { limitMails } from '#server/features/staff/desk-limits.ts'

const notThis = refused('invalid', { text: recordMessages.notThis })

/** Status and assignee of one record or of many, notes, and documents that arrived outside the person's own page. */
export function changeHandlers(app: App) {
  return {
    async 'records.change'({ params, body, staff, reply }) {
      const record = orRefuse(await findByReference(app, params))
      if (!(await isSettable(app, params.kind, body))) throw notThis
      const changed = await changeRecord(app, record, { ...body, staffId: staff.id })
      if (changed === 'several') throw refused('invalid', { text: recordMessages.severalVacancies })
      const now = orRefuse(await readDetail(app, params))
      if (changed === 'changed') return now
      const message = recordMessages.changedMeanwhile
      return reply.code(409).send({ message, code: 'changed_meanwhile', record: now })
    },
    async 'records.changeMany'({ params: { kind }, body, staff }) {
      if (!(await isSettable(app, kind, body))) throw notThis
      return changeMany(app, kind, { ...body, staffId: staff.id })
    },
    async 'records.note'({ params, body, staff }) {
      const record = orRefuse(await findByReference(app, params))
      orRefuse(await addNote(app, record, { ...body, staffId: staff.id }))
      return detailOf(app, record)
    },
    async 'records.meetRequest'({ params: { id, reference }, staff }) {
      const name = { kind: 'applications', reference } as const
      const record = orRefuse(await findByReference(app, name))
      await noteMet(app, record, { id, staffId: staff.id })
      return orRefuse(await readDetail(app, name))
    },
  } satisfies Partial<DeskHandlers>
}

/** Records that a requested document has come; does nothing if it had, or if nobody requested it. */
async function noteMet(
  app: App,
  record: RecordHead,
  { id, staffId }: { id: string; staffId: string },
): Promise<void> {
  const { db, cipher, clock } = app
  const asked = (await openRequests(db, cipher, record.id)).find((one) => one.id === id)
  if (!asked) return
  const met = { id, recordId: record.id, now: clock.now() }
  await addToTimeline(app, record, {
    // If two people press at once, one event is stored.
    id: cipher.index('record_events.id', `met ${id}`),
    ...{ staffId, kind: 'document', detail: { text: recordMessages.hasCome(asked.document) } },
    also: (trx: Db) => meetRequest(trx, met),
  })
}

/** A requested change; null assigns the record to nobody. */
interface Asked {
  status?: RecordStatus | undefined
  assignedTo?: string | null | undefined
  /** Why an applicant is rejected. */
  reason?: RejectionReason | undefined
}

/** Returns whether staff may set this: a status of that kind that is not derived, and an assignee who may sign in. */
async function isSettable(app: App, kind: RecordKind, asked: Asked): Promise<boolean> {
  const { status, assignedTo, reason } = asked
  const known: readonly string[] = kind === 'executives' ? [] : recordStatuses[kind]
  if (status !== undefined && !known.includes(status)) return false
  if (reason !== undefined && status !== 'rejected') return false
  return !assignedTo || isActiveStaff(app.db, assignedTo)
}

/** Returns the part of a request that differs from the record. */
function differing({ status, assignedTo, reason }: Asked, before: RecordHead): WorkChange {
  const person = assignedTo === undefined ? undefined : (assignedTo ?? '')
  return {
    ...(status !== undefined && status !== before.status ? { status, reason } : {}),
    ...(person !== undefined && person !== before.assignedTo ? { assignedTo: person } : {}),
  }
}

/** The result of a change. `several`: the applicant is a candidate at several vacancies, so no one status can be set. */
type Changed = 'changed' | 'changed meanwhile' | 'several'

/**
 * Changes a locked record. The status of an applicant follows from the stages at their vacancies, so setting it
 * changes the stage at their only active vacancy.
 */
async function changeHeld(
  trx: Db,
  app: App,
  held: RecordHead,
  { staffId, ...asked }: Asked & { staffId: string },
): Promise<'changed' | 'several'> {
  const change = differing(asked, held)
  if (Object.keys(change).length === 0) return 'changed'
  const { status, ...other } = change
  const at = status !== undefined && held.kind === 'applications' ? await placeOf(trx, held.id) : 'none'
  if (at === 'several') return at
  if (at === 'none') await changeWork(trx, app, { before: held, change, staffId })
  else {
    if (other.assignedTo !== undefined) await changeWork(trx, app, { before: held, change: other, staffId })
    const move = { stage: applicationStatus.parse(status), reason: asked.reason, staffId }
    await movePerson(trx, app, at, move)
  }
  return 'changed'
}

/** Changes a record if it still has the version that was shown. */
async function changeRecord(
  app: App,
  { kind, id }: RecordHead,
  { version, ...asked }: Asked & { version: number; staffId: string },
): Promise<Changed> {
  const changed = await app.db.transaction().execute(async (trx) => {
    const [held] = await holdRecords(trx, kind, { ids: [id] })
    return held?.version === version ? changeHeld(trx, app, held, asked) : 'changed meanwhile'
  })
  if (changed === 'changed') app.wakeWorker()
  return changed
}

/** Makes the same change to many records in one commit; records that somebody changed meanwhile are skipped. */
async function changeMany(
  app: App,
  kind: RecordKind,
  { records, ...asked }: Asked & { records: readonly SeenRecord[]; staffId: string },
): Promise<BulkAnswer> {
  const seen = new Map(records.map(({ reference, version }) => [reference, version]))
  const became: Record<Changed, string[]> = { changed: [], 'changed meanwhile': [], several: [] }
  await app.db.transaction().execute(async (trx) => {
    for (const held of await holdRecords(trx, kind, { references: [...seen.keys()] })) {
      const isSeen = held.version === seen.get(held.reference)
      became[isSeen ? await changeHeld(trx, app, held, asked) : 'changed meanwhile'].push(held.reference)
    }
  })
  const { changed, 'changed meanwhile': left, several } = became
  if (changed.length > 0) app.wakeWorker()
  const known = new Set([...changed, ...left, ...several])
  return { changed, left, several, refused: [...seen.keys()].filter((name) => !known.has(name)) }
}

/** Adds a note; the same id from the same person stores it once. Returns false if the record is gone. */
function addNote(
  app: App,
  record: RecordHead,
  { staffId, id: noteId, text }: { staffId: string; id: string; text: string },
): Promise<boolean> {
  // The same id from another person, or on another record, is another note.
  const id = app.cipher.index('record_events.id', [staffId, record.id, noteId].join(' '))
  return addToTimeline(app, record, { id, staffId, kind: 'note', detail: { text } })
}

/** What staff request for an executive: another mail with the link, or a query at the gateway. */
export function executiveHandlers(app: App) {
  const kind = 'executives' as const
  return {
    async 'records.link'({ params, staff, actor }) {
      const record = orRefuse(await findByReference(app, { kind, ...params }))
      orRefuse(await limitMails(app, record.id, () => replaceLink(app, record.id, actor)))
      app.wakeWorker()
      await addToTimeline(app, record, { staffId: staff.id, kind: 'link', detail: {} })
      return orRefuse(await readDetail(app, { kind, ...params }))
    },
    async 'mandates.refresh'({ params, staff, actor }) {
      const record = orRefuse(await findByReference(app, { kind, ...params }))
      const mandate = orRefuse(await mandateOf(app, record))
      const asked = await refreshMandate(app, mandate, actor)
      const outcome = asked.ok ? (asked.status ?? 'unknown') : asked.failure
      await addToTimeline(app, record, { staffId: staff.id, kind: 'mandate', detail: { outcome } })
      if (!asked.ok) throw gatewayRefusal(asked.failure)
      return orRefuse(await readDetail(app, { kind, ...params }))
    },
    async 'mandates.refreshUnclaimed'({ params, actor }) {
      const mandate = await findMandate(app.db, app.cipher, params)
      if (!mandate || mandate.executiveId !== null) throw refused('not_found')
      const asked = await refreshMandate(app, mandate, actor)
      if (!asked.ok) throw gatewayRefusal(asked.failure)
      return { status: asked.mandate.status }
    },
  } satisfies Partial<DeskHandlers>
}
