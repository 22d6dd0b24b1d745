import type { Language } from '#contract/messages/languages.ts'
import { careerApplication, careerRequest, type CareerRequest } from '#contract/schemas/careers.ts'
import { contentOf, fileNotTaken } from '#contract/file-contents.ts'
import { endingsOf, type FileKind } from '#contract/schemas/documents.ts'
import type { FieldFault } from '#contract/errors.ts'
import type { App } from '#server/context.ts'
import type { Db } from '#server/platform/db/client.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { newId } from '#server/platform/ids.ts'
import { keptName } from '#server/platform/uploads/file-name.ts'
import type { ReceivedFile, Upload } from '#server/platform/uploads/read-upload.ts'
import { forgetDocuments, storeDocument } from '#server/platform/uploads/stored-documents.ts'
import { noticeWords } from '#server/platform/consent-text-hash.ts'
import { ClientGone } from '#server/platform/fair-queue.ts'
import type { Client } from '#server/platform/http/client-address.ts'
import { check, refused, type Refused } from '#server/platform/http/http-errors.ts'
import { FilesFull } from '#server/providers/files/port.ts'
import { followStages } from '#server/features/vacancies/application-status-service.ts'
import { joinVacancy, mayJoin } from '#server/features/vacancies/service.ts'
import { enqueueWebhooks } from '#server/features/webhooks/jobs.ts'
import { noteProven } from '#server/features/records/timeline-store.ts'
import { recordNamed } from '#server/features/records/store.ts'
import { notifyOwner, notifyAgency, notifyPerson, type About } from './jobs.ts'
import {
  noteAgain,
  earlierApplications,
  insertApplication,
  type NewApplication,
  type NewDocument,
} from './store.ts'
import { makeRoom, noteSuperseded, takePlaces } from './superseding-store.ts'
import { insertLink, isLinkDue, mayReplace } from './link-store.ts'
import type { Sentence } from '#contract/messages/sentences.ts'
import { fileOfWrongKind } from '#contract/messages/with-values.ts'
import { helperFor } from '#server/platform/uploads/file-checks/check-file.ts'
import type { FileFault, Findings } from '#server/platform/uploads/file-checks/refused.ts'
import {
  type DocumentField,
  documentFieldNames,
  documentFields,
  missingDocuments,
} from '#contract/fields/application.ts'

/**
 * With this many files ahead, an application is refused before its documents are read, so that the last one in the
 * queue waits for seconds, not for a minute (bench `load`).
 */
export const CROWD = 40

/** Returns the texts of an application. Throws a refusal if a text is wrong, or a document is missing or unusable. */
export function readApplication({ texts, files, tooLarge, wrongKind, noRoom }: Upload): CareerRequest {
  const written = check(careerRequest, texts)
  const unusable = [...tooLarge, ...wrongKind]
  // A refused document is not missing: it has its own sentence.
  const sent = new Set([...[...files, ...unusable].map(({ field }) => field), ...noRoom])
  const missing = missingDocuments((field) => sent.has(field))
  const faults = [...unusable, ...missing]
  if (!written.ok) throw refusedInOrder('invalid', [...written.errors, ...faults])
  if (missing.length > 0) throw refusedInOrder('invalid', faults)
  if (tooLarge.length > 0) throw refusedInOrder('too_large', faults)
  if (wrongKind.length > 0) throw refusedInOrder('wrong_type', faults)
  return written.value
}

const order: string[] = [...Object.keys(careerApplication.shape), ...documentFieldNames]

/** Returns a refusal with the first error of each field, in the order of the form. */
function refusedInOrder(
  code: 'invalid' | 'too_large' | 'wrong_type',
  errors: readonly FieldFault[],
): Refused {
  const first = errors.filter(({ field }, at) => errors.findIndex((other) => other.field === field) === at)
  const inOrder = first.toSorted((one, other) => order.indexOf(one.field) - order.indexOf(other.field))
  return refused({ code, errors: inOrder })
}

type SentApplication = CareerRequest & { language: Language }

interface Received {
  documents: readonly ReceivedFile[] | 'no room'
  client: Client
}

/** Returns the stored fields, with the notice that was shown. */
function writtenIn({ notice, replace: _, vacancy: __, ...written }: SentApplication) {
  const words = noticeWords('career', notice, written.language)
  return { ...written, notice: notice ?? null, noticeWords: words }
}

/** A stored application, and how many bytes it takes; `documents` is present if they are to be sent later. */
interface StoredApplication {
  id: string
  reference: string
  documents?: 'awaited'
  bytes: number
}

/**
 * Stores an application. Files are stored before the row that names them, so that a row never names a missing file;
 * files that a crash leaves without a row are swept. If there is no room for the documents, it is stored without
 * them, and the applicant gets a link to send them. Throws `FilesUnavailable`, `CheckerUnavailable`, `QueueFull` and
 * `ClientGone`; then nothing is stored.
 */
export async function submitApplication(
  app: App,
  application: SentApplication,
  { documents, client }: Received,
): Promise<StoredApplication> {
  const { db, cipher, clock } = app
  const replacing = await replacementFor(app, application)
  const [earlier] = await earlierApplications(db, cipher, application)
  const sent = { person: application, address: client.address }
  if (!replacing && earlier) throw await mentionDuplicate(app, sent)
  const stored = documents === 'no room' ? [] : await storeDocuments(app, documents, client)
  const replacement = earlier?.hasDocuments ? 'replacement' : 'documents'
  const row: NewApplication = {
    ...writtenIn(application),
    ...{ id: newId(), createdAt: clock.now(), documents: stored },
  }
  // The commit may have succeeded although its answer was lost, so only the sweep may remove files.
  const reference = await db
    .transaction()
    .execute((trx) => write(trx, app, { application, row, replacing, replacement, address: client.address }))
    .catch(unlessReplaced)
  app.wakeWorker()
  if (reference === undefined) {
    await removeDocuments(app, stored)
    throw await mentionDuplicate(app, sent)
  }
  const written = Buffer.byteLength(JSON.stringify(application))
  const bytes = stored.reduce((sum, { size }) => sum + size, written)
  return { id: row.id, reference, bytes, ...(stored.length === 0 ? { documents: 'awaited' } : {}) }
}

interface Writing {
  application: SentApplication
  row: NewApplication
  replacing: Awaited<ReturnType<typeof replacementFor>>
  /** What an application is that replaces another. */
  replacement: About
  /** The caller's address. */
  address: string
}

/** Stores an application with its mails. Returns its reference; undefined if its e-mail, phone or link was used. */
async function write(
  trx: Db,
  app: App,
  { application, row, replacing, replacement, address }: Writing,
): Promise<string | undefined> {
  const { id, createdAt: now } = row
  const room = replacing && (await makeRoom(trx, app.cipher, { ...replacing, by: id }))
  if (replacing && !room) return undefined
  const inserted = await insertApplication(trx, app.cipher, row)
  // Rolls back: the earlier one stays unless the owner's replaces it.
  if (!inserted && replacing) throw new NotReplaced()
  if (!inserted) return undefined
  const about = room?.deleted.length ? replacement : 'first'
  await enqueue(trx, notifyAgency, [{ payload: { applicationId: id, about }, now }])
  await enqueueWebhooks(trx, { type: 'record.received', kind: 'applications', id }, now)
  if (row.documents.length === 0)
    await mailLink(trx, app, { person: application, address, about: 'documents', isProven: !!room, now })
  const { vacancy } = application
  if (room) {
    await noteProven(trx, id)
    await takePlaces(trx, { by: id, stood: room.stood })
    await followStages(trx, { id, now })
  }
  const stands =
    vacancy !== undefined &&
    (await joinVacancy(trx, app.cipher, { reference: vacancy, applicationId: id, now }))
  const reference = (await recordNamed(trx, id))?.reference
  const receipt = { of: 'application', email: application.email, address } as const
  if (room || (await app.strangerMails.mayGo(trx, receipt)))
    await enqueue(trx, notifyPerson, [
      { payload: { applicationId: id, vacancy: vacancy ?? '', stands: stands ? 'yes' : 'no' }, now },
    ])
  if (room) await noteSuperseded(trx, app.cipher, { by: id, superseded: room.superseded, now })
  return reference
}

class NotReplaced extends Error {}

function unlessReplaced(error: unknown): undefined {
  if (error instanceof NotReplaced) return undefined
  throw error
}

/** Returns the replacement that a valid token of this address allows; undefined without one. */
async function replacementFor({ db, cipher, clock }: App, person: CareerRequest) {
  if (person.replace === undefined) return undefined
  const replacing = { person, token: person.replace, now: clock.now() }
  return (await mayReplace(db, cipher, replacing)) ? replacing : undefined
}

/** Milliseconds within which the same e-mail and phone count as a repeat by a sender who lost the answer. */
const REPEAT_MS = 15 * 60_000

/**
 * Adds to the timeline of the earlier application that another was refused, tells the agency, and mails the owner of
 * the address a link to send their own. Returns the refusal.
 */
async function mentionDuplicate(
  app: App,
  { person, address }: Pick<Linked, 'person' | 'address'>,
): Promise<Refused> {
  const alreadyThere = refused('already_there', 'careerMessages.duplicate')
  const { db, cipher, clock, wakeWorker } = app
  const now = clock.now()
  const all = await earlierApplications(db, cipher, person)
  const [earlier] = all
  const reference = person.vacancy
  const isForVacancy =
    reference !== undefined &&
    earlier !== undefined &&
    (await mayJoin(db, cipher, { reference, applicationId: earlier.id, now }))
  if (!isForVacancy && earlier?.same === 'both' && now - earlier.createdAt < REPEAT_MS) return alreadyThere
  const vacancy = isForVacancy ? reference : ''
  // One transaction each, since the link's row and a record's are locked in the opposite order when the owner uses
  // the link.
  for (const one of all)
    await db.transaction().execute(async (trx) => {
      if (!(await noteAgain(trx, cipher, { earlier: one, vacancy, now }))) return
      await enqueue(trx, notifyAgency, [{ payload: { applicationId: one.id, about: 'again' }, now }])
    })
  const link: Linked = { person, address, about: 'second', vacancy, now }
  await db.transaction().execute((trx) => mailLink(trx, app, link))
  wakeWorker()
  return alreadyThere
}

interface Linked {
  person: SentApplication
  /** The caller's address. */
  address: string
  /** Whether the sender has a link that was mailed to the address. */
  isProven?: boolean
  about: 'second' | 'documents'
  /** The open vacancy of the second application. */
  vacancy?: string
  now: number
}

/** Mails a link to replace the applications of this address, unless one was mailed recently. */
async function mailLink(
  trx: Db,
  { cipher, strangerMails }: App,
  { person, address, isProven = false, about, vacancy = '', now }: Linked,
): Promise<void> {
  const link = { person, now, renewed: about === 'documents' }
  if (!(await isLinkDue(trx, cipher, link))) return
  if (!isProven && !(await strangerMails.mayGo(trx, { of: about, email: person.email, address }))) return
  const linkId = await insertLink(trx, cipher, link)
  if (linkId !== undefined) await enqueue(trx, notifyOwner, [{ payload: { linkId, about, vacancy }, now }])
}

export function removeDocuments(app: App, documents: readonly NewDocument[]): Promise<void> {
  return forgetDocuments(
    app,
    documents.map(({ id }) => id),
  )
}

/**
 * Checks and stores each document. If one is refused, storing fails or the client is gone, all are removed. A full
 * storage also leaves none, but is no error.
 */
export async function storeDocuments(
  app: App,
  received: readonly ReceivedFile[],
  client: Client,
): Promise<NewDocument[]> {
  const results: (NewDocument | FieldFault)[] = []
  const stored = () => results.filter((result): result is NewDocument => !('message' in result))
  try {
    for (const file of received) results.push(await takeDocument(app, file, client))
    if (client.gone.aborted) throw new ClientGone('closed before its application was stored')
  } catch (error) {
    await removeDocuments(app, stored())
    if (error instanceof FilesFull) return []
    throw error
  }
  const errors = results.filter((result) => 'message' in result)
  if (errors.length === 0) return stored()
  await removeDocuments(app, stored())
  throw refusedInOrder('wrong_type', errors)
}

/** A file whose content is no kind that its field accepts; nothing else reads it. */
class NotTaken extends Error {
  readonly sentence: Sentence
  constructor(sentence: Sentence) {
    super('not taken')
    this.sentence = sentence
  }
}

/** Returns the stored document, or why it is refused. */
function takeDocument(app: App, received: ReceivedFile, client: Client): Promise<NewDocument | FieldFault> {
  const field = received.field as DocumentField
  const read = async () => {
    const bytes = await received.spooled.read()
    return { bytes, kind: kindOf(field, bytes) }
  }
  const checking = app.checker.checkInTurn({ read, client }, async (checked, kind) => {
    const faulty = (fault: FileFault | 'infected'): FieldFault => {
      return { field, message: faultSentence({ field, kind }, fault) }
    }
    if (!checked.ok) return faulty(checked.fault)
    const scan = await app.scanner.scan(checked.bytes)
    if (scan === 'infected') return faulty('infected')
    const id = await storeDocument(app, checked.bytes)
    const name = keptName(received.name, kind)
    const { marks, text } = checked.findings ?? nothing
    return { id, field, name, kind, size: checked.bytes.length, scan, marks, text }
  })
  return checking.catch((error: unknown) => {
    if (error instanceof NotTaken) return { field, message: error.sentence }
    throw error
  })
}

/** The findings for a picture, which is re-encoded. */
const nothing: Findings = { marks: [], text: '' }

/** Returns a file's kind by its content, whatever its name says; throws `NotTaken`. */
function kindOf(field: DocumentField, bytes: Buffer): FileKind {
  if (bytes.length === 0) throw new NotTaken('fileMessages.empty')
  const taken: readonly FileKind[] = documentFields[field].kinds
  const content = contentOf(bytes)
  if (!content?.kind || !taken.includes(content.kind)) throw new NotTaken(fileNotTaken(content, taken))
  return content.kind
}

/** Returns the sentence under a field whose file is refused. */
function faultSentence(
  { field, kind }: { field: DocumentField; kind: FileKind },
  fault: FileFault | 'infected',
): Sentence {
  switch (fault) {
    case 'damaged':
      return helperFor(kind) === 'documents' ? 'fileMessages.unreadable' : 'fileMessages.damaged'
    case 'wrong kind':
      return fileOfWrongKind(endingsOf(documentFields[field].kinds))
    case 'too many pixels':
      return 'fileMessages.tooManyPixels'
    case 'too large inside':
      return 'fileMessages.tooLargeInside'
    default:
      return `fileMessages.${fault}`
  }
}
