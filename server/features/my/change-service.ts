import type { FastifyReply, FastifyRequest } from 'fastify'
import { recordFields } from '#contract/fields/records.ts'
import { tooManyOwnChanges } from '#contract/messages/with-values.ts'
import type { OtpState } from '#contract/schemas/identity.ts'
import { ownDetails } from '#contract/schemas/my.ts'
import { endedStatuses } from '#contract/schemas/staff-records.ts'
import type { App } from '#server/context.ts'
import { storeDocuments, removeDocuments } from '#server/features/careers/service.ts'
import { replaceDocuments } from '#server/features/careers/store.ts'
import { checkCodeOfLink, sendCodeOfLink } from '#server/features/onboarding/identity/mobile-service.ts'
import { findPerson, noRows } from '#server/features/privacy/person.ts'
import { answerSubject } from '#server/features/privacy/subject-export.ts'
import { endReminders } from '#server/features/reminders/store.ts'
import { findVacancy } from '#server/features/vacancies/store.ts'
import { isOpen } from '#server/features/vacancies/service.ts'
import { candidatesOf, insertCandidate, moveCandidate } from '#server/features/vacancies/candidate-store.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Client } from '#server/platform/http/client-address.ts'
import { check, Refused, refused, refusedFields } from '#server/platform/http/http-errors.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { countUses, tryCounting } from '#server/platform/limits/database-counters.ts'
import { newId } from '#server/platform/ids.ts'
import { mailboxOf } from '#server/platform/limits/stranger-mails.ts'
import { maskEmail, maskNumber } from '#server/platform/masking.ts'
import { addRecordEvent } from '#server/platform/records/events.ts'
import {
  changePersonal,
  holdRecords,
  type RecordHead,
  type Texts,
  updateWork,
} from '#server/platform/records/store.ts'
import type { ReceivedFile } from '#server/platform/uploads/read-upload.ts'
import { enqueueWebhooks } from '#server/platform/webhooks/delivery-job.ts'
import { type OwnWish, tellAgency, tellEarlier } from './jobs.ts'
import type { Own } from './service.ts'
import { meetRequest, openRequests } from './store.ts'

const gone = refused('not_found', 'linkAnswers.unknown')
const notHere = refused('already_there', 'ownAnswers.notHere')

/** Changes, copies and wishes of one record in a day: each is an entry of its timeline. */
const changeRule = { name: 'own_changes', points: 30, windowMs: 86_400_000 }

/** Counts a change; refused where the day has had enough of them. */
export async function countChange(app: App, { id }: Own): Promise<Refused | undefined> {
  const now = app.clock.now()
  const counting = await countUses(app, [{ rule: changeRule, key: id }], now)
  if (counting.allowed) return undefined
  const retryAfterSeconds = Math.max(1, Math.ceil((counting.endsAt - now) / 1000))
  return new Refused({ retryAfterSeconds, message: tooManyOwnChanges(retryAfterSeconds) })
}

/** Adds what the person did to the record's timeline, in the transaction that does it. */
async function note(
  trx: Db,
  { cipher, clock }: App,
  own: Own,
  detail: Record<string, string>,
): Promise<string> {
  const { kind, id } = own
  const eventId = newId()
  const about = { record: { kind, id }, at: clock.now(), staffId: null, kind: 'own' } as const
  await addRecordEvent(trx, cipher, { ...about, id: eventId, detail })
  return eventId
}

/** Does that while the record is held, so that no erasure comes between; where it is refused nothing is written. */
function holding(
  { db }: App,
  own: Own,
  work: (trx: Db, head: RecordHead) => Promise<Refused | void>,
): Promise<Refused | undefined> {
  return unlessRefused(() =>
    db.transaction().execute(async (trx) => {
      const [head] = await holdRecords(trx, own.kind, { ids: [own.id] })
      const refusal = head ? await work(trx, head) : gone
      if (refusal) throw refusal
    }),
  )
}

/** What was thrown to leave a transaction with nothing written. */
async function unlessRefused(work: () => Promise<Refused | void>): Promise<Refused | undefined> {
  try {
    return (await work()) ?? undefined
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
}

/** What staff read of a value that was replaced. */
const masks: Record<string, (value: string) => string> = { email: maskEmail, phone: maskNumber }

/** Writes other texts of a person, each said in the timeline; refused where another claims them. */
async function writeTexts(trx: Db, app: App, own: Own, texts: Texts): Promise<Refused | undefined> {
  const before = own as unknown as Texts
  const changed = Object.entries(texts).filter(([name, text]) => text !== (before[name] ?? ''))
  if (changed.length === 0) return undefined
  const change = { id: own.id, texts: Object.fromEntries(changed), at: app.clock.now() }
  const isChanged = await changePersonal(trx, app.cipher, change)
  if (isChanged === undefined) return gone
  if (!isChanged) return refused('already_there', 'ownAnswers.taken')
  for (const [name] of changed) {
    const field = recordFields[own.kind].find(({ key }) => key === name)?.desk ?? name
    const from = masks[name]?.(before[name] ?? '') ?? ''
    // The earlier address is kept for the mail to it, encrypted with the rest of the entry.
    const earlier = name === 'email' ? { earlier: before[name] ?? '' } : undefined
    const eventId = await note(trx, app, own, { what: 'changed', field, from, ...earlier })
    if (earlier && (await mayTellEarlier(trx, app, own, earlier.earlier)))
      await enqueue(trx, tellEarlier, [{ payload: { recordId: own.id, eventId }, now: change.at }])
  }
  return undefined
}

/** Mails to earlier addresses: whoever has a page could write to any address by changing to it and away again. */
const earlierRules = [
  { name: 'earlier_record', points: 1, windowMs: 86_400_000 },
  { name: 'earlier_mailbox', points: 1, windowMs: 86_400_000 },
] as const

function mayTellEarlier(trx: Db, { cipher, clock }: App, { id }: Own, email: string): Promise<boolean> {
  const [perRecord, perMailbox] = earlierRules
  return tryCounting(trx, { cipher, now: clock.now() }, async (count) => {
    await count({ rule: perRecord, key: id })
    await count({ rule: perMailbox, key: mailboxOf(email) })
  })
}

/** Corrects the e-mail and the address. */
export async function changeDetails(app: App, own: Own, sent: Texts): Promise<Refused | undefined> {
  const checked = check(ownDetails(own.kind), sent)
  if (!checked.ok) return refusedFields(checked.errors)
  const texts = Object.fromEntries(Object.entries(checked.value).map(([name, text]) => [name, text ?? '']))
  const refusal = await holding(app, own, (trx) => writeTexts(trx, app, own, texts))
  app.wakeWorker()
  return refusal
}

/** Sends a code to another phone than the one on record. */
export async function sendPhoneCode(
  app: App,
  own: Own,
  phone: string,
  reply: FastifyReply,
): Promise<OtpState | Refused> {
  return sendCodeOfLink(app, reply, { phone, language: own.language, isKnown: own.kind === 'executives' })
}

/** Puts a phone on record whose code is right. */
export async function changePhone(
  app: App,
  own: Own,
  { phone, code }: { phone: string; code: string },
  request: FastifyRequest,
): Promise<Refused | undefined> {
  return unlessRefused(() =>
    checkCodeOfLink(app, request, { phone, code }, (claim) =>
      app.db.transaction().execute(async (trx) => {
        await claim(trx)
        const refusal = await writeTexts(trx, app, own, { phone })
        if (refusal) throw refusal
      }),
    ),
  )
}

interface SentDocument {
  files: readonly ReceivedFile[]
  /** Which of the documents that were asked for it is: empty for none, undefined where that is not said. */
  request: string | undefined
  client: Client
}

/** Adds a document to an application, or puts it into the place of the one that its field has. */
export async function addDocument(
  app: App,
  own: Own,
  { files, request, client }: SentDocument,
): Promise<Refused | undefined> {
  if (own.kind !== 'applications' || own.status === 'withdrawn') return notHere
  const stored = await storeDocuments(app, files, client)
  if (!stored.ok) return refusedFields(stored.errors)
  const { documents } = stored
  if (documents.length === 0) return refused('unavailable', 'fileMessages.noRoom')
  const refusal = await holding(app, own, async (trx) => {
    const now = app.clock.now()
    await replaceDocuments(trx, app.cipher, { applicationId: own.id, documents, now })
    const open = (await openRequests(trx, app.cipher, own.id)).map(({ id }) => id)
    const met = request ?? (open.length === 1 ? open[0] : '')
    if (met) await meetRequest(trx, { id: met, recordId: own.id, now })
    for (const { field } of documents) await note(trx, app, own, { what: 'document', field })
  })
  if (refusal) await removeDocuments(app, documents)
  return refusal
}

/** Sets an applicant at another vacancy that is open. */
export async function applyTo(app: App, own: Own, reference: string): Promise<Refused | undefined> {
  if (own.kind !== 'applications' || own.status === 'withdrawn') return notHere
  const { db, cipher, clock } = app
  const vacancy = await findVacancy(db, cipher, reference)
  if (!vacancy || !isOpen(vacancy, clock.now())) return refused('not_found', 'ownAnswers.vacancyClosed')
  return holding(app, own, async (trx) => {
    const row = { vacancyId: vacancy.id, applicationId: own.id, now: clock.now() }
    if (!(await insertCandidate(trx, row))) return refused('already_there', 'ownAnswers.alreadyApplied')
    await note(trx, app, own, { what: 'applied', vacancy: reference })
  })
}

/**
 * Withdraws: an application with all its vacancies; of a registration the agency is told, which ends mandate and agreement.
 * A second time changes nothing.
 */
export async function withdraw(app: App, own: Own): Promise<Refused | undefined> {
  if (own.status === 'withdrawn') return undefined
  const { cipher, clock } = app
  const refusal = await holding(app, own, async (trx, { kind, id, version, status }) => {
    const now = clock.now()
    const about = { record: { kind, id }, at: now, staffId: null }
    if (kind === 'applications') {
      for (const { candidate, vacancy } of await candidatesOf(trx, { applicationId: id }, 1000)) {
        if (endedStatuses.includes(candidate.stage)) continue
        if (!(await moveCandidate(trx, candidate, { stage: 'withdrawn', reason: null, now })))
          return refused('changed_meanwhile')
        const at = { stage: 'withdrawn' as const, vacancy: vacancy.reference }
        const detail = { vacancy: vacancy.reference, from: candidate.stage, to: 'withdrawn', reason: '' }
        await addRecordEvent(trx, cipher, { ...about, kind: 'vacancy', detail })
        await enqueueWebhooks(trx, { type: 'application.stage_changed', kind, id, at }, now)
      }
      await updateWork(trx, { id, version, at: now, status: 'withdrawn' })
      const detail = { from: status, to: 'withdrawn' }
      await addRecordEvent(trx, cipher, { ...about, kind: 'status', detail })
      await enqueueWebhooks(trx, { type: 'record.status_changed', kind, id }, now)
    }
    await wish(trx, app, own, 'withdrawn')
  })
  app.wakeWorker()
  return refusal
}

/** Notes that a person asks to be erased, and mails the agency. */
export async function askErasure(app: App, own: Own): Promise<Refused | undefined> {
  const refusal = await holding(app, own, (trx) => wish(trx, app, own, 'erasure'))
  app.wakeWorker()
  return refusal
}

async function wish(trx: Db, app: App, own: Own, what: OwnWish): Promise<void> {
  const { kind, id } = own
  const now = app.clock.now()
  await note(trx, app, own, { what })
  // Nothing waits any more for whoever wants to leave.
  await endReminders(trx, { id, now })
  await enqueue(trx, tellAgency, [{ payload: { kind, recordId: id, wish: what }, now }])
}

/**
 * What is held of the person under this record. The desk's file has what staff noted and decided as well: here it would say
 * a rejection before its mail, so only what the person did themselves is told of the work on a record.
 */
export async function copyOf(app: App, own: Own): Promise<Record<string, unknown>> {
  const rows = { ...noRows, [own.kind]: [own.id] }
  const person = await findPerson(app, { rows, until: app.clock.now() })
  const { held } = await answerSubject(app, { person, by: 'own page', actor: 'visitor' })
  await holding(app, own, async (trx) => void (await note(trx, app, own, { what: 'copy' })))
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
