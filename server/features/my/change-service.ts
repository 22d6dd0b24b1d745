import { todayInIndia } from '#contract/dates.ts'
import { stillAt } from '#contract/schemas/vacancies.ts'
import type { App } from '#server/context.ts'
import { notifyPerson } from '#server/features/careers/jobs.ts'
import { storeDocuments, removeDocuments } from '#server/features/careers/service.ts'
import { replaceDocuments } from '#server/features/careers/store.ts'
import { findPerson, noRows } from '#server/features/privacy/person.ts'
import { answerSubject } from '#server/features/privacy/subject-export.ts'
import { endReminders } from '#server/features/reminders/store.ts'
import { holdVacancy } from '#server/features/vacancies/store.ts'
import { addPerson, movePerson } from '#server/features/vacancies/application-status-service.ts'
import { isOpen } from '#server/features/vacancies/service.ts'
import { candidatesOf } from '#server/features/vacancies/candidate-store.ts'
import { idFor } from '#server/platform/crypto/digest.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Client } from '#server/platform/http/client-address.ts'
import { Refused, refused } from '#server/platform/http/http-errors.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { take } from '#server/platform/limits/database-counters.ts'
import { newId } from '#server/platform/ids.ts'
import { addRecordEvent } from '#server/features/records/timeline-store.ts'
import { holdRecords, type RecordHead, updateWork } from '#server/features/records/store.ts'
import type { ReceivedFile } from '#server/platform/uploads/read-upload.ts'
import { enqueueWebhooks } from '#server/features/webhooks/jobs.ts'
import { notifyAgency, notifyWithdrawn } from './jobs.ts'
import { hasWithdrawn, type Own } from './service.ts'
import { meetRequest, openRequests } from '#server/features/records/document-request-store.ts'

const notHere = refused('already_there', 'ownAnswers.notHere')

/** Counts a change, a copy or a request; each is an entry of the record's timeline. */
export async function countChange(app: App, { id }: Own): Promise<void> {
  await take(app, [{ rule: 'own_changes', key: id }])
}

/** Adds what the person did to the record's timeline, in the transaction that does it. */
export async function note(
  trx: Db,
  { cipher, clock }: Pick<App, 'cipher' | 'clock'>,
  own: Pick<Own, 'kind' | 'id'>,
  detail: Record<string, string>,
): Promise<string> {
  const eventId = newId()
  await noteOnce(trx, { cipher, clock }, own, { eventId, detail })
  return eventId
}

/** Adds an entry under an id of its own; returns false if that id is stored already. */
function noteOnce(
  trx: Db,
  { cipher, clock }: Pick<App, 'cipher' | 'clock'>,
  { kind, id }: Pick<Own, 'kind' | 'id'>,
  { eventId, detail }: { eventId: string; detail: Record<string, string> },
): Promise<boolean> {
  const about = { record: { kind, id }, at: clock.now(), staffId: null, kind: 'own' } as const
  return addRecordEvent(trx, cipher, { ...about, id: eventId, detail })
}

/** Records that a document of the page was opened; once a day for each. */
export async function noteOpened(
  app: App,
  own: Own,
  { name, file }: { name: string; file: string },
): Promise<void> {
  const eventId = idFor(app.cipher, 'own_opened', `${file}|${todayInIndia(app.clock.now())}`)
  await app.db.transaction().execute(async (trx) => {
    const [head] = await holdRecords(trx, own.kind, { ids: [own.id] })
    if (head) await noteOnce(trx, app, own, { eventId, detail: { what: 'opened', field: name } })
  })
}

/** Locks the record against erasure until the transaction ends; refuses if another one superseded it. */
export async function hold(trx: Db, { kind, id }: Own): Promise<RecordHead> {
  const [head] = await holdRecords(trx, kind, { ids: [id] })
  if (!head) throw refused('not_found', 'linkAnswers.unknown')
  if (head.supersededBy !== '') throw refused('already_there', 'ownAnswers.superseded')
  return head
}

/** Runs `work` with the record locked; nothing is written if it refuses. */
export function holding(
  { db }: App,
  own: Own,
  work: (trx: Db, head: RecordHead) => Promise<void>,
): Promise<void> {
  return db.transaction().execute(async (trx) => work(trx, await hold(trx, own)))
}

interface SentDocument {
  files: readonly ReceivedFile[]
  /** Which requested document it is: empty for none, undefined if that is not said. */
  request: string | undefined
  client: Client
}

/** Adds a document to an application, or replaces the one in its field. */
export async function addDocument(
  app: App,
  own: Own,
  { files, request, client }: SentDocument,
): Promise<void> {
  if (own.kind !== 'applications' || (await hasWithdrawn(app, own))) throw notHere
  const documents = await storeDocuments(app, files, client)
  if (documents.length === 0) throw refused('unavailable', 'fileMessages.noRoom')
  const work = async (trx: Db) => {
    const now = app.clock.now()
    await replaceDocuments(trx, app.cipher, { applicationId: own.id, documents, now })
    const open = (await openRequests(trx, app.cipher, own.id)).map(({ id }) => id)
    const met = request ?? (open.length === 1 ? open[0] : '')
    if (met) await meetRequest(trx, { id: met, recordId: own.id, now })
    for (const { field } of documents) await note(trx, app, own, { what: 'document', field })
  }
  await holding(app, own, work).catch(async (error: unknown) => {
    if (error instanceof Refused) await removeDocuments(app, documents)
    throw error
  })
}

/** Makes an applicant a candidate at another open vacancy, and mails the receipt. */
export async function applyTo(app: App, own: Own, reference: string): Promise<void> {
  if (own.kind !== 'applications' || (await hasWithdrawn(app, own))) throw notHere
  const { cipher, clock } = app
  await holding(app, own, async (trx) => {
    const now = clock.now()
    const vacancy = await holdVacancy(trx, cipher, reference)
    if (!vacancy || !isOpen(vacancy, now)) throw refused('not_found', 'ownAnswers.vacancyClosed')
    const row = { vacancyId: vacancy.id, applicationId: own.id, now }
    if (!(await addPerson(trx, row))) throw refused('already_there', 'ownAnswers.alreadyApplied')
    await note(trx, app, own, { what: 'applied', vacancy: reference })
    const payload = { applicationId: own.id, vacancy: vacancy.reference, stands: 'yes' } as const
    await enqueue(trx, notifyPerson, [{ payload, now }])
  })
  app.wakeWorker()
}

/**
 * Withdraws an application from one vacancy, or from all with the application itself. For a registration the agency
 * is told, which ends mandate and agreement. The person gets a mail. A second time changes nothing.
 */
export async function withdraw(app: App, own: Own, vacancy = ''): Promise<void> {
  if (vacancy !== '' && own.kind !== 'applications') throw notHere
  await holding(app, own, async (trx, head) => {
    const isOver = head.kind === 'applications' && (await hasWithdrawn({ ...app, db: trx }, head))
    if (isOver) return
    const left = head.kind === 'applications' ? await leaveVacancies(trx, app, head, vacancy) : 0
    if (left === 0 && vacancy === '') return wish(trx, app, own, 'withdrawn')
    if (left === 0) return
    await note(trx, app, own, { what: 'withdrawn', vacancy })
    if (vacancy === '') await endReminders(trx, { id: own.id, now: app.clock.now() })
    return notifyWithdrawal(trx, app, own, vacancy)
  })
  app.wakeWorker()
}

/**
 * Moves the person to withdrawn at that vacancy or at all; returns at how many. If they are a candidate nowhere, their
 * status is set.
 */
async function leaveVacancies(
  trx: Db,
  app: App,
  { kind, id, status }: RecordHead,
  reference: string,
): Promise<number> {
  const standing = (await candidatesOf(trx, { applicationId: id })).filter(
    ({ vacancy }) => reference === '' || vacancy.reference === reference,
  )
  if (reference !== '' && standing.length === 0) throw notHere
  const left = standing.filter(({ candidate }) => stillAt.includes(candidate.stage))
  for (const one of left) await movePerson(trx, app, one, { stage: 'withdrawn', staffId: null })
  if (standing.length > 0) return left.length
  const now = app.clock.now()
  await updateWork(trx, { id, at: now, status: 'withdrawn' })
  const detail = { from: status, to: 'withdrawn' }
  await addRecordEvent(trx, app.cipher, {
    record: { kind, id },
    at: now,
    staffId: null,
    kind: 'status',
    detail,
  })
  await enqueueWebhooks(trx, { type: 'record.status_changed', kind, id }, now)
  return 1
}

async function notifyWithdrawal(
  trx: Db,
  { clock }: App,
  { kind, id: recordId }: Own,
  vacancy: string,
): Promise<void> {
  const now = clock.now()
  await enqueue(trx, notifyAgency, [{ payload: { kind, recordId, wish: 'withdrawn', vacancy }, now }])
  await enqueue(trx, notifyWithdrawn, [{ payload: { recordId, vacancy }, now }])
}

/** Records that a person asks to be erased, and mails the agency. */
export async function askErasure(app: App, own: Own): Promise<void> {
  await holding(app, own, (trx) => wish(trx, app, own, 'erasure'))
  app.wakeWorker()
}

/** Records a request and mails the agency, once however often it is made. */
async function wish(trx: Db, app: App, own: Own, what: 'withdrawn' | 'erasure'): Promise<void> {
  const { kind, id } = own
  const now = app.clock.now()
  const eventId = idFor(app.cipher, 'own_wish', `${id}|${what}`)
  if (!(await noteOnce(trx, app, own, { eventId, detail: { what } }))) return
  // A person who wants to leave gets no more reminders.
  await endReminders(trx, { id, now })
  if (what === 'withdrawn') return notifyWithdrawal(trx, app, own, '')
  await enqueue(trx, notifyAgency, [{ payload: { kind, recordId: id, wish: what, vacancy: '' }, now }])
}

/**
 * Returns what is stored about the person under this record. The desk's file also has the notes and decisions of
 * staff. This one does not, since it could reveal a rejection before its mail.
 */
export async function copyOf(app: App, own: Own): Promise<Record<string, unknown>> {
  const rows = { ...noRows, [own.kind]: [own.id] }
  const person = await findPerson(app, { rows, until: app.clock.now() })
  const { held } = await answerSubject(app, { person, by: 'own page', actor: 'visitor' })
  await app.db.transaction().execute(async (trx) => {
    const [head] = await holdRecords(trx, own.kind, { ids: [own.id] })
    if (head) await note(trx, app, own, { what: 'copy' })
  })
  const { applications, registrations, ...rest } = held as Record<'applications' | 'registrations', Told[]>
  return {
    ...rest,
    applications: applications.map(withoutWork),
    registrations: registrations.map(withoutWork),
  }
}

interface Told {
  status: unknown
  work: { what: string }[]
}

function withoutWork({ status: _, work, ...told }: Told): object {
  return { ...told, work: work.filter(({ what }) => what === 'own') }
}
