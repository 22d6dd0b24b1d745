import { orRefuse } from '#server/platform/http/http-errors.ts'
import * as z from 'zod/mini'
import { nameKey, recordFields } from '#contract/fields/records.ts'
import { agreementDocument } from '#contract/messages/en/agreement-document.ts'
import { languages } from '#contract/messages/languages.ts'
import {
  agreementStates,
  mandateEnded,
  mandateLabel,
  suspicionText,
  suspicionWords,
} from '#contract/messages/staff-record.ts'
import { mayDo } from '#contract/calls/staff-calls.ts'
import { mailStates, mandateNames } from '#contract/messages/staff.ts'
import { mailToAgency, mailTexts } from '#contract/messages/staff-jobs.ts'
import {
  agreementTexts,
  deskTexts,
  mandateSources,
  receivedTexts,
  unreadableText,
} from '#contract/messages/staff-timeline.ts'
import { maskAccount } from '#contract/schemas/mandates.ts'
import {
  hasAgreement,
  type RecordContact,
  type RecordDetail,
  type RecordKind,
  type RecordStatus,
  type RelatedRecord,
  type TimelineEntry,
} from '#contract/schemas/staff-records.ts'
import type { App } from '#server/context.ts'
import { maskEmail, maskField, maskNumber } from '#server/platform/masking.ts'
import { agreementFilesOf } from '#server/features/onboarding/agreement/store.ts'
import { findMandate, type Mandate, mandateOfRecord } from '#server/features/onboarding/mandate/store.ts'
import { staffNames } from '#server/features/staff/access/people-store.ts'
import { mailPerson } from './mail-service.ts'
import { entriesAbout } from '#server/platform/audit/log.ts'
import { unlessAltered } from '#server/platform/crypto/field-cipher.ts'
import { jobsOfRecord } from '#server/platform/jobs/store.ts'
import { recordEventsOf, type StoredRecordEvent } from '#server/features/records/timeline-store.ts'
import { contactOf, type DeskRecord, recordsOfContact } from '#server/features/records/store.ts'
import { filesOf } from './document-service.ts'
import { rowsOf } from './find-service.ts'
import { newerThan, supersededBy } from '#server/features/careers/superseding-store.ts'
import { findByReference, mandateEventsOf, type RecordName, addToTimeline } from './store.ts'
import { limitShown } from '#server/features/staff/desk-limits.ts'
import { dayText, iso, type DeskHandlers, type DeskStores } from '#server/features/staff/desk-rules.ts'
import { openRequests } from '#server/features/records/document-request-store.ts'

/** A record, and its person's data in full; who looks is recorded. */
export function recordHandlers(app: App) {
  return {
    async 'records.read'({ params, staff }) {
      const record = orRefuse(await readDetail(app, params))
      // Otherwise somebody could send a guessed e-mail or phone in a form and read here whose it is.
      return { ...record, also: mayDo(staff.role, 'records.contact') ? record.also : [] }
    },
    async 'records.contact'({ params, staff }) {
      const record = orRefuse(await findByReference(app, params))
      return orRefuse(await limitShown(app, staff, () => showContact(app, record, staff.id)))
    },
    async 'records.bank'({ params, staff }) {
      const record = orRefuse(await findByReference(app, params))
      return orRefuse(await limitShown(app, staff, () => showBank(app, record, staff.id)))
    },
  } satisfies Partial<DeskHandlers>
}

/** References of related records that are shown at most. */
const ALSO = 20

/** Returns a whole record, masked; undefined if the reference is unknown. */
export async function readDetail(app: DeskStores, name: RecordName): Promise<RecordDetail | undefined> {
  const record = await findByReference(app, name)
  return record && detailOf(app, record)
}

export async function detailOf(app: DeskStores, record: DeskRecord): Promise<RecordDetail> {
  const [row] = await rowsOf(app, [record])
  if (!row) throw new Error('a record has no row although it was just read')
  const mandate = await mandateOf(app, record)
  const { email, phone } = contactOf(record)
  return {
    ...row,
    kind: record.kind,
    email: record.personal ? maskEmail(email) : '',
    phone: maskNumber(phone),
    asked: askedOf(record, mandate),
    facts: factsOf(record, mandate, false),
    files: (await filesOf(app, record)).map(({ file, ...shown }) => shown),
    requests: (await openRequests(app.db, app.cipher, record.id)).map(({ askedAt, ...asked }) => ({
      ...asked,
      askedAt: iso(askedAt),
    })),
    timeline: await timelineOf(app, record, await staffNames(app)),
    also: await alsoOf(app, record),
    supersededBy: record.supersededBy === '' ? null : await newerThan(app.db, record.id),
    supersedes: record.kind === 'applications' ? await supersededBy(app.db, record.id) : [],
  }
}

/** Returns the current mandate; undefined for other kinds and if it cannot be decrypted. */
export async function mandateOf(
  { db, cipher }: DeskStores,
  record: DeskRecord,
): Promise<Mandate | undefined> {
  if (record.kind !== 'executives') return undefined
  const mandateId = await mandateOfRecord(db, record.id)
  return mandateId === undefined ? undefined : unlessAltered(findMandate(db, cipher, { id: mandateId }))
}

async function alsoOf(app: DeskStores, record: DeskRecord): Promise<RelatedRecord[]> {
  if (!record.personal) return []
  const { email, phone } = contactOf(record)
  const found = await recordsOfContact(app, { email, phone, count: ALSO })
  return found.flatMap(({ record: { id, reference }, same, verified }) =>
    id === record.id ? [] : [{ reference, same, verified }],
  )
}

/** Records that somebody looks at a person's data; returns false if the record is gone. */
function noteLook(app: App, record: DeskRecord, look: { staffId: string; what: 'contact' | 'bank' }) {
  const { staffId, what } = look
  const audit = { action: 'reveal', detail: { what } } as const
  return addToTimeline(app, record, { staffId, kind: 'looked', detail: { what }, audit })
}

/** Returns the person's contact in full; undefined if the record is gone. */
async function showContact(
  app: App,
  record: DeskRecord,
  staffId: string,
): Promise<RecordContact | undefined> {
  if (!(await noteLook(app, record, { staffId, what: 'contact' }))) return undefined
  const { name, email, phone } = contactOf(record)
  return { name, email, phone, facts: factsOf(record, await mandateOf(app, record), true) }
}

/** Returns the bank details in full; undefined if the record has none. */
async function showBank(app: App, record: DeskRecord, staffId: string) {
  const mandate = await mandateOf(app, record)
  if (!mandate || !(await noteLook(app, record, { staffId, what: 'bank' }))) return undefined
  return { facts: bankFacts(mandate) }
}

interface Entry extends Pick<TimelineEntry, 'kind' | 'text' | 'waits'> {
  at: number
  staffId?: string | null
}

/** Returns everything that happened to a record, newest first, from all sources. */
async function timelineOf(
  app: DeskStores,
  record: DeskRecord,
  people: ReadonlyMap<string, string>,
): Promise<TimelineEntry[]> {
  const { db, cipher } = app
  const atDesk = await recordEventsOf(db, cipher, record.id)
  const jobs = await jobsOfRecord(db, record.id)
  const stateOf = mailStatesOf(jobs)
  const isPerson = record.kind === 'executives'
  const entries: Entry[] = [
    { at: record.createdAt, kind: 'received', text: receivedTexts[record.kind] },
    ...mailsAbout(jobs),
    ...atDesk.map((event) => {
      const state = stateOf.get(event.id)
      const said = state === undefined ? '' : `: ${mailStates[state]}`
      return { ...event, text: textOf(event, people) + said + wordsOf(event), ...waiting(state) }
    }),
    ...(isPerson ? [...(await bankEntries(app, record)), ...(await agreementEntries(app, record))] : []),
  ]
  return entries
    .toSorted((one, other) => other.at - one.at)
    .map(({ at, staffId = null, kind, text, waits }) => ({
      ...{ kind, text, at: new Date(at).toISOString(), ...(waits && { waits }) },
      by: staffId === null ? null : { id: staffId, name: people.get(staffId) ?? '' },
    }))
}

type Jobs = Awaited<ReturnType<typeof jobsOfRecord>>
type JobStatus = Jobs[number]['status']

function waiting(status: JobStatus | undefined): Pick<TimelineEntry, 'waits'> {
  return status === 'ready' ? { waits: true } : {}
}

const addressed = z.object({ to: z.optional(z.string()) })

/** Returns which mail a job sends, and to whom; undefined for other jobs. */
function mailText(kind: string, payload: string): string | undefined {
  const { to } = addressed.parse(JSON.parse(payload))
  return (to === 'agency' ? mailToAgency[kind] : undefined) ?? mailTexts[kind]
}

function mailsAbout(jobs: Jobs): Entry[] {
  return jobs.flatMap(({ kind, payload, status, created_at, finished_at }) => {
    const what = mailText(kind, payload)
    if (what === undefined) return []
    const text = `${what}: ${mailStates[status]}`
    return [{ at: finished_at ?? created_at, kind: 'mail' as const, text, ...waiting(status) }]
  })
}

/** Returns the state of the mails that staff sent, by the id of their entry; a deleted job has none. */
function mailStatesOf(jobs: Jobs): Map<string, JobStatus> {
  const sent = jobs.filter(({ kind }) => kind === mailPerson.name)
  return new Map(
    sent.map(({ payload, status }) => {
      const { eventId } = mailPerson.payload.parse(JSON.parse(payload))
      return [eventId, status]
    }),
  )
}

function textOf({ kind, detail }: StoredRecordEvent, people: ReadonlyMap<string, string>): string {
  if (!detail) return unreadableText
  const { text } = detail
  if (text !== undefined) return text
  if (kind === 'assigned') return deskTexts.assigned({ name: people.get(detail['to'] ?? '') ?? '' })
  return kind in deskTexts ? deskTexts[kind as keyof typeof deskTexts](detail) : kind
}

/** Returns the free words of a mail, which follow its line. */
function wordsOf({ detail = {} }: StoredRecordEvent): string {
  const { template, blanks } = detail
  if (template !== 'letter' || blanks === undefined) return ''
  const { words = '' } = JSON.parse(blanks) as Record<string, string>
  return `\n\n${words}`
}

async function bankEntries({ db }: DeskStores, { id }: DeskRecord): Promise<Entry[]> {
  const events = await mandateEventsOf(db, id)
  return events.map(({ at, status, source }) => {
    return {
      at,
      kind: 'mandate',
      text: `${mandateLabel}: ${mandateNames[status]}, says ${mandateSources[source]}`,
    }
  })
}

/** Returns acceptances from their rows, and other events as far back as the audit log goes. */
async function agreementEntries({ db }: DeskStores, { id }: DeskRecord): Promise<Entry[]> {
  const agreements = await agreementFilesOf(db, id)
  const entry = (at: number, text: string): Entry => ({ at, kind: 'agreement', text })
  const accepted = agreements.flatMap(({ kind, acceptedAt }) =>
    acceptedAt === null ? [] : [entry(acceptedAt, agreementTexts[kind].accepted)],
  )
  const audited = (await entriesAbout(db, id)).flatMap(({ action, at, detail }) => {
    if (action === 'confirm_link') return [entry(at, agreementTexts.link)]
    const { kind = 'agreement' } = agreements.find((one) => one.id === detail['agreement']) ?? {}
    if (action === 'show_agreement') return [entry(at, agreementTexts[kind].shown)]
    return action === 'seal' ? [entry(at, agreementTexts[kind].sealed)] : []
  })
  return [...accepted, ...audited]
}

type Facts = RecordDetail['facts']

const genders: Record<string, string> = agreementDocument.gender

const rupeesOnly = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  minimumFractionDigits: 0,
})

/** Formats an amount in rupees; returns other texts unchanged. */
function rupees(amount: string): string {
  return /^\d+(\.\d+)?$/.test(amount) ? rupeesOnly.format(Number(amount)) : amount
}

/** Capitalises a vendor's answer. */
function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

type RecordField = (typeof recordFields)[RecordKind][number]

function given(facts: Facts): Facts {
  return facts.filter(({ value }) => value !== '')
}

/** Returns the fields that were filled in, in the words of the desk. */
function fieldFacts(record: DeskRecord, reveal: boolean, isWanted: (field: RecordField) => boolean): Facts {
  const { kind, personal = {} } = record
  return recordFields[kind].filter(isWanted).map((field) => {
    const { key, desk: label, input } = field
    const value = maskField(field, personal[key] ?? '', reveal)
    const named = key === 'gender' ? genders[value] : field.optionNames?.[value]
    return { label, value: input?.type === 'date' ? dayText(value) : (named ?? value) }
  })
}

/** Returns what the person asks for; for a registered person, how far they are. */
function askedOf(record: DeskRecord, mandate: Mandate | undefined): Facts {
  const { kind, status } = record
  if (!record.personal) return []
  if (kind !== 'executives') return given(fieldFacts(record, false, ({ asked = false }) => asked))
  const state = mandate && (mandate.endedAt === null ? mandateNames[mandate.status] : mandateEnded)
  return given([
    { label: agreementStates.label, value: agreementState(status) },
    { label: mandateLabel, value: state ?? '' },
  ])
}

/** Returns what is shown beside a record's row; `reveal` shows the contact, but never Aadhaar or bank details. */
function factsOf(record: DeskRecord, mandate: Mandate | undefined, reveal: boolean): Facts {
  const { personal, language, suspect } = record
  if (!personal) return []
  const isFact = ({ key, search, asked }: RecordField) =>
    asked !== true && key !== nameKey(record.kind) && search !== 'email' && search !== 'phone'
  return given([
    { label: 'Reads', value: languages[language].english },
    ...fieldFacts(record, reveal, isFact),
    { label: suspicionWords.label, value: suspicionText(suspect) },
    ...mandateFacts(mandate),
  ])
}

function agreementState(status: RecordStatus): string {
  if (status === 'annex_open') return agreementStates.annexOpen
  return hasAgreement(status) ? agreementStates.signed : agreementStates.unsigned
}

function mandateFacts(mandate: Mandate | undefined): Facts {
  if (!mandate) return []
  return [
    { label: 'Transaction', value: mandate.transactionId },
    { label: 'Registration number', value: mandate.regNo },
    { label: 'UMRN', value: mandate.umrn },
    { label: 'Bank’s answer', value: sentenceCase(mandate.responseMessage) },
    { label: 'Account number', value: maskAccount(mandate.accountNo) },
  ]
}

function bankFacts(mandate: Mandate): Facts {
  return [
    { label: 'Account name', value: mandate.accountName },
    { label: 'Account number', value: mandate.accountNo },
    { label: 'IFSC', value: mandate.ifscCode },
    { label: 'At most', value: rupees(mandate.maxAmount) },
    { label: 'From', value: dayText(mandate.debitStart) },
    { label: 'Until', value: dayText(mandate.debitEnd) },
  ].filter(({ value }) => value !== '')
}
