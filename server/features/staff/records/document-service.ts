import { refused, orRefuse } from '#server/platform/http/http-errors.ts'
import { recordMessages } from '#contract/messages/staff-timeline.ts'
import { type FileKind, fileKinds } from '#contract/schemas/documents.ts'
import { kindOfReference, type RecordDocument } from '#contract/schemas/staff-records.ts'
import type { App } from '#server/context.ts'
import { documentsOf, textOfDocument } from '#server/features/careers/store.ts'
import { agreementFilesOf } from '#server/features/onboarding/agreement/store.ts'
import { photoFileOf } from '#server/features/onboarding/person/store.ts'
import { limitShown } from '#server/features/staff/desk-limits.ts'
import { type DeskHandlers, type DeskStores } from '#server/features/staff/desk-rules.ts'
import { unlessAltered } from '#server/platform/crypto/field-cipher.ts'
import { MissingDocument, readDocument } from '#server/platform/uploads/stored-documents.ts'
import type { DeskRecord } from '#server/features/records/store.ts'
import type { FastifyReply } from 'fastify'
import { addToTimeline, findByReference } from './store.ts'

/** Documents are shown as harmless copies, and no browser runs anything of an original. */
export function documentHandlers(app: App) {
  return {
    'records.document': ({ params, staff, reply }) =>
      limitShown(app, staff, async () =>
        answer(reply, await openHarmless(app, { ...params, staffId: staff.id })),
      ),
    'records.original': ({ params, staff, reply }) =>
      limitShown(app, staff, async () =>
        answer(reply, await openOriginal(app, { ...params, staffId: staff.id })),
      ),
  } satisfies Partial<DeskHandlers>
}

interface OpenedDocument {
  bytes: Buffer
  contentType: string
  /** Only our own words, so that no header is forged. */
  fileName: string
}

/** Sends a file that the browser saves, and cannot open in the context of the desk's pages. */
function answer(reply: FastifyReply, opened: OpenedDocument): Buffer {
  reply
    .header('content-type', opened.contentType)
    .header('content-disposition', `attachment; filename="${opened.fileName}"`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff')
  return opened.bytes
}

const unreadable = refused('invalid', { text: recordMessages.unreadable })
const notDrawn = refused('invalid', { text: recordMessages.notDrawn })

/** A document of a record, with a name such as `AP-7K3M9Q-resume`. */
interface StoredFile extends RecordDocument {
  /** The id of the stored file. */
  file: string
}

/** Returns the documents of a record; none if the name of one cannot be decrypted. */
export async function filesOf(
  { db, cipher }: DeskStores,
  { kind, id, reference }: DeskRecord,
): Promise<StoredFile[]> {
  if (kind === 'enquiries') return []
  const named = (field: string) => ({ id: `${reference}-${field}`, field })
  if (kind === 'applications') {
    const documents = (await unlessAltered(documentsOf(db, cipher, id))) ?? []
    return documents.map(({ id: file, field, kind: type, size: bytes, ...known }) => {
      return { ...named(field), ...known, file, kind: type, bytes, marks: [...known.marks] }
    })
  }
  const made = { bytes: null, scan: null, marks: null }
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

/** Which document is opened, and by whom. */
interface Opening {
  id: string
  staffId: string
}

async function findNamed(app: App, id: string): Promise<{ record: DeskRecord; found: StoredFile }> {
  const [, reference = ''] = /^([A-Z]{2}-\w{6})-\w+$/.exec(id) ?? []
  const kind = kindOfReference(reference)
  const record = orRefuse(kind && (await findByReference(app, { kind, reference })))
  return { record, found: orRefuse((await filesOf(app, record)).find((one) => one.id === id)) }
}

/** Reads a document after recording who does so; the audit log has the entry even if the file is damaged. */
async function readNoted(
  app: App,
  { record, found }: { record: DeskRecord; found: StoredFile },
  { staffId, original }: { staffId: string; original: boolean },
): Promise<Buffer> {
  const detail = { field: found.field, ...(original && { original: 'yes' as const }) }
  const look = { staffId, kind: 'document', detail, audit: { action: 'files', detail } } as const
  orRefuse(await addToTimeline(app, record, look))
  const read = readDocument(app, found.file).catch((error: unknown) => {
    throw error instanceof MissingDocument ? refused('not_found') : error
  })
  return orRefuse(await unlessAltered(read), unreadable)
}

/** Returns a document as it was sent. Files that the site made itself are harmless. */
async function openOriginal(app: App, { id, staffId }: Opening): Promise<OpenedDocument> {
  const named = await findNamed(app, id)
  if (named.found.marks === null) throw refused('not_found')
  const bytes = await readNoted(app, named, { staffId, original: true })
  return asFile(id, named.found.kind as FileKind, bytes)
}

function asFile(id: string, kind: FileKind, bytes: Buffer): OpenedDocument {
  const { contentType, endings } = fileKinds[kind]
  return { bytes, contentType, fileName: `${id}.${endings[0]}` }
}

/** Returns a harmless copy: PDF pages as pictures, the text of a Word file, a picture re-encoded from its pixels. */
async function openHarmless(app: App, { id, staffId }: Opening): Promise<OpenedDocument> {
  const named = await findNamed(app, id)
  const { found } = named
  const kind = found.kind as FileKind
  const bytes = await readNoted(app, named, { staffId, original: false })
  if (kind === 'doc' || kind === 'docx') {
    const text = await unlessAltered(textOfDocument(app.db, app.cipher, found.file))
    if (text === undefined) throw unreadable
    return { bytes: Buffer.from(text), contentType: 'text/plain; charset=utf-8', fileName: `${id}.txt` }
  }
  const isOurs = found.marks === null
  if (kind === 'pdf' && isOurs) return asFile(id, kind, bytes)
  const made = await app.checker.check(bytes, kind === 'pdf' ? 'pdf-pages' : kind)
  if (!made.ok) throw kind === 'pdf' ? notDrawn : unreadable
  return asFile(id, kind, made.bytes)
}
