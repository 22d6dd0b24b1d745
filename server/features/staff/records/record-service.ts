import { recordFields } from '#contract/fields/records.ts'
import { agreementDocument } from '#contract/messages/en/agreement-document.ts'
import { languages } from '#contract/messages/languages.ts'
import { agreementStates } from '#contract/messages/staff-record.ts'
import {
  agreementTexts,
  deskTexts,
  mailStates,
  mailTexts,
  mandateSources,
  receivedTexts,
  unreadableText,
  recordMessages,
} from '#contract/messages/staff-timeline.ts'
import { maskAccount } from '#contract/schemas/mandates.ts'
import {
  hasAgreement,
  type RecordContact,
  type RecordDetail,
  type RecordStatus,
  type RelatedRecord,
  type TimelineEntry,
  documentText,
  kindOfReference,
  type RecordDocument,
} from '#contract/schemas/staff-records.ts'
import type { App } from '#server/context.ts'
import { maskField } from '#server/platform/masking.ts'
import { newerThan, supersededBy, documentsOf } from '#server/features/careers/store.ts'
import { agreementFilesOf } from '#server/features/onboarding/agreement/store.ts'
import { findMandate, type Mandate, mandateOfRecord } from '#server/features/onboarding/mandate/store.ts'
import { staffNames } from '#server/features/staff/access/people-store.ts'
import { mailPerson } from '#server/features/staff/mails/service.ts'
import { entriesAbout } from '#server/platform/audit/log.ts'
import { unlessAltered } from '#server/platform/crypto/field-cipher.ts'
import { jobsOfRecord } from '#server/platform/jobs/store.ts'
import { recordEventsOf, type StoredRecordEvent } from '#server/platform/records/events.ts'
import { contactOf, type DeskRecord, recordsOfContact } from '#server/platform/records/store.ts'
import { rowsOf } from './find-service.ts'
import { findByReference, mandateEventsOf, type RecordName, addToTimeline } from './store.ts'
import { limitShown } from '#server/features/staff/desk-limits.ts'
import {
  gone,
  type DeskHandlers,
  Refused,
  refused,
  type DeskStores,
} from '#server/features/staff/desk-rules.ts'
import type * as z from 'zod/mini'
import { type FileKind, fileKinds } from '#contract/schemas/documents.ts'
import { MissingDocument, readDocument } from '#server/platform/uploads/stored-documents.ts'
import { photoFileOf } from '#server/features/onboarding/registration/store.ts'

/** A record, and what is shown of its person in full: whoever looks is noted. */
export function recordHandlers(app: App) {
  return {
    'records.read': async ({ params }) => (await readDetail(app, params)) ?? gone,
    async 'records.contact'({ params, staff }) {
      const record = await findByReference(app, params)
      if (!record) return gone
      return (await limitShown(app, staff, () => showContact(app, record, staff.id))) ?? gone
    },
    async 'records.bank'({ params, staff }) {
      const record = await findByReference(app, params)
      if (!record) return gone
      return (await limitShown(app, staff, () => showBank(app, record, staff.id))) ?? gone
    },
  } satisfies Partial<DeskHandlers>
}

/** References of other records of a kind that are named at most. */
const ALSO = 20

/** A whole record, masked; undefined where none has the reference. */
export async function readDetail(app: DeskStores, name: RecordName): Promise<RecordDetail | undefined> {
  const record = await findByReference(app, name)
  return record && detailOf(app, record)
}

export async function detailOf(app: DeskStores, record: DeskRecord): Promise<RecordDetail> {
  const [row] = await rowsOf(app, [record])
  if (!row) throw new Error('a record has no row although it was just read')
  return {
    ...row,
    kind: record.kind,
    facts: factsOf(record, await mandateOf(app, record), false),
    files: (await filesOf(app, record)).map(({ file, ...shown }) => shown),
    timeline: await timelineOf(app, record, await staffNames(app)),
    also: await alsoOf(app, record),
    supersededBy: record.supersededBy === '' ? null : await newerThan(app.db, record.id),
    supersedes: record.kind === 'applications' ? await supersededBy(app.db, record.id) : [],
  }
}

/** The mandate that counts; undefined for other kinds, and where it does not decrypt. */
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

/** Notes that somebody at the desk looks; false once the record is gone. */
function noteLook(app: App, record: DeskRecord, look: { staffId: string; what: 'contact' | 'bank' }) {
  const { staffId, what } = look
  return addToTimeline(app, record, { staffId, kind: 'looked', detail: { what }, audit: 'reveal' })
}

/** The person's contact in full; undefined for a record that is gone. */
async function showContact(
  app: App,
  record: DeskRecord,
  staffId: string,
): Promise<RecordContact | undefined> {
  if (!(await noteLook(app, record, { staffId, what: 'contact' }))) return undefined
  const { name, email, phone } = contactOf(record)
  return { name, email, phone, facts: factsOf(record, await mandateOf(app, record), true) }
}

/** The bank details in full; undefined where the record has none. */
async function showBank(app: App, record: DeskRecord, staffId: string) {
  const mandate = await mandateOf(app, record)
  if (!mandate || !(await noteLook(app, record, { staffId, what: 'bank' }))) return undefined
  return { facts: bankFacts(mandate) }
}

interface Entry extends Pick<TimelineEntry, 'kind' | 'text'> {
  at: number
  staffId?: string | null
}

/** Everything that happened to a record, newest first, from wherever it is noted. */
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
    ...atDesk.map((event) => ({ ...event, text: textOf(event, people) + (stateOf.get(event.id) ?? '') })),
    ...(isPerson ? [...(await bankEntries(app, record)), ...(await agreementEntries(app, record))] : []),
  ]
  return entries
    .toSorted((one, other) => other.at - one.at)
    .map(({ at, kind, text, staffId = null }) => ({
      ...{ kind, text, at: new Date(at).toISOString() },
      by: staffId === null ? null : { id: staffId, name: people.get(staffId) ?? '' },
    }))
}

type Jobs = Awaited<ReturnType<typeof jobsOfRecord>>

function mailsAbout(jobs: Jobs): Entry[] {
  return jobs.flatMap(({ kind, status, created_at, finished_at }) => {
    const what = mailTexts[kind]
    if (what === undefined) return []
    return [{ at: finished_at ?? created_at, kind: 'mail' as const, text: `${what}: ${mailStates[status]}` }]
  })
}

/** What became of the mails that staff sent, by the id of their entry; a job that is deleted says nothing more. */
function mailStatesOf(jobs: Jobs): Map<string, string> {
  const sent = jobs.filter(({ kind }) => kind === mailPerson.name)
  return new Map(
    sent.map(({ payload, status }) => {
      const { eventId } = mailPerson.payload.parse(JSON.parse(payload))
      return [eventId, `: ${mailStates[status]}`]
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

async function bankEntries({ db }: DeskStores, { id }: DeskRecord): Promise<Entry[]> {
  const events = await mandateEventsOf(db, id)
  return events.map(({ at, status, source }) => {
    return { at, kind: 'mandate', text: `Mandate ${status}, says ${mandateSources[source]}` }
  })
}

/** Acceptances as the rows have them; the rest as far back as the audit log goes. */
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

/** What is shown of a record beside its row; `reveal` shows the person's contact, never Aadhaar or bank details. */
function factsOf(record: DeskRecord, mandate: Mandate | undefined, reveal: boolean): Facts {
  const { kind, personal, language, suspect, status } = record
  if (!personal) return []
  const facts = recordFields[kind]
    .filter(({ search }) => search !== 'name')
    .map((field) => {
      const { key, desk: label } = field
      const value = maskField(field, personal[key] ?? '', reveal)
      const named = key === 'gender' ? genders[value] : field.optionNames?.[value]
      return { key, label, value: named ?? value }
    })
  const isContact = ({ key }: { key: string }) => key === 'email' || key === 'phone'
  return [
    ...facts.filter(isContact),
    { label: 'Reads', value: languages[language].english },
    ...facts.filter((fact) => !isContact(fact)),
    { label: 'Marked as suspect', value: suspect ?? '' },
    ...(kind === 'executives' ? [{ label: agreementStates.label, value: agreementState(status) }] : []),
    ...mandateFacts(mandate),
  ].flatMap(({ label, value }) => (value === '' ? [] : [{ label, value }]))
}

function agreementState(status: RecordStatus): string {
  if (status === 'annex_open') return agreementStates.annexOpen
  return hasAgreement(status) ? agreementStates.signed : agreementStates.unsigned
}

function mandateFacts(mandate: Mandate | undefined): Facts {
  if (!mandate) return []
  return [
    { label: 'Mandate', value: mandate.endedAt === null ? mandate.status : 'ended' },
    { label: 'Transaction', value: mandate.transactionId },
    { label: 'Registration number', value: mandate.regNo },
    { label: 'UMRN', value: mandate.umrn },
    { label: 'Bank’s answer', value: mandate.responseMessage },
    { label: 'Account number', value: maskAccount(mandate.accountNo) },
  ]
}

/** The bank details in full. */
function bankFacts(mandate: Mandate): Facts {
  return [
    { label: 'Account name', value: mandate.accountName },
    { label: 'Account number', value: mandate.accountNo },
    { label: 'IFSC', value: mandate.ifscCode },
    { label: 'At most', value: mandate.maxAmount },
    { label: 'From', value: mandate.debitStart },
    { label: 'Until', value: mandate.debitEnd },
  ].filter(({ value }) => value !== '')
}

/** Documents: a browser runs nothing of them. */
export function documentHandlers(app: App) {
  return {
    async 'records.document'({ params, staff, reply }) {
      const opening = { ...params, staffId: staff.id }
      const opened = await limitShown(app, staff, () => openDocument(app, opening))
      if (opened instanceof Refused) return opened
      reply
        .header('content-type', opened.contentType)
        .header('content-disposition', `attachment; filename="${opened.fileName}"`)
        .header('content-security-policy', "sandbox; default-src 'none'")
        .header('x-content-type-options', 'nosniff')
      return opened.bytes
    },
    'records.documentText': ({ params, staff }) =>
      limitShown(app, staff, () => openText(app, { ...params, staffId: staff.id })),
  } satisfies Partial<DeskHandlers>
}

interface OpenedDocument {
  bytes: Buffer
  contentType: string
  /** Of our own words alone, so that no header is forged. */
  fileName: string
}

const unknown = refused('not_found')
const unreadable = refused('invalid', recordMessages.unreadable)

/** A document of a record, named such as `AP-7K3M9Q-resume`. */
interface StoredFile extends RecordDocument {
  /** The id under which the storage holds it. */
  file: string
}

/** The documents of a record; none where the name of one does not decrypt. */
async function filesOf(
  { db, cipher }: DeskStores,
  { kind, id, reference }: DeskRecord,
): Promise<StoredFile[]> {
  if (kind === 'enquiries') return []
  const named = (field: string) => ({ id: `${reference}-${field}`, field })
  if (kind === 'applications') {
    const documents = (await unlessAltered(documentsOf(db, cipher, id))) ?? []
    return documents.map(({ id: file, field, name, kind: type, size: bytes, scan }) => {
      return { ...named(field), file, name, kind: type, bytes, scan }
    })
  }
  const made = { bytes: null, scan: null }
  const photo = {
    ...named('photo'),
    ...made,
    file: await photoFileOf(db, id),
    name: 'photo.jpg',
    kind: 'jpg',
  }
  const agreements = await agreementFilesOf(db, id)
  const documents = agreements.flatMap(({ kind: type, file }, at) => {
    const field = type === 'annex' ? `annex${at}` : type
    return file ? [{ ...named(field), ...made, file, name: `${field}.pdf`, kind: 'pdf' }] : []
  })
  return [photo, ...documents]
}

/** Whose document is opened by whom; `only` where it has to be of one format. */
interface Opening {
  id: string
  staffId: string
  only?: FileKind
}

/** Reads a document once it is noted who does so; the audit log has it even where the file turns out to be damaged. */
async function readNoted(
  app: App,
  { id, staffId, only }: Opening,
): Promise<{ kind: FileKind; bytes: Buffer } | Refused> {
  const [, reference = ''] = /^([A-Z]{2}-\w{6})-\w+$/.exec(id) ?? []
  const recordKind = kindOfReference(reference)
  const record = recordKind && (await findByReference(app, { kind: recordKind, reference }))
  const found = record && (await filesOf(app, record)).find((one) => one.id === id)
  if (!found || (only && found.kind !== only)) return unknown
  const look = { staffId, kind: 'document', detail: { field: found.field }, audit: 'files' } as const
  if (!(await addToTimeline(app, record, look))) return unknown
  try {
    const bytes = await unlessAltered(readDocument(app, found.file))
    return bytes ? { kind: found.kind as FileKind, bytes } : unreadable
  } catch (error) {
    if (error instanceof MissingDocument) return unknown
    throw error
  }
}

/** A document's bytes for the viewer, or to keep: pictures are encoded again from their pixels, without EXIF. */
async function openDocument(app: App, opening: Opening): Promise<OpenedDocument | Refused> {
  const read = await readNoted(app, opening)
  if (read instanceof Refused) return read
  const { kind, bytes } = read
  const { contentType, endings } = fileKinds[kind]
  const fileName = `${opening.id}.${endings[0]}`
  if (kind !== 'jpg' && kind !== 'png') return { bytes, contentType, fileName }
  const clean = await app.checker.check(bytes, kind)
  return clean.ok ? { bytes: clean.bytes, contentType, fileName } : unreadable
}

/** The plain text of a DOCX, read where documents of visitors are: unfolding one must not keep others waiting. */
async function openText(app: App, opening: Opening): Promise<z.output<typeof documentText> | Refused> {
  const read = await readNoted(app, { ...opening, only: 'docx' })
  if (read instanceof Refused) return read
  const text = await app.checker.check(read.bytes, 'docx-text')
  return text.ok ? documentText.parse(JSON.parse(text.bytes.toString())) : unreadable
}
