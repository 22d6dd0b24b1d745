import type * as z from 'zod/mini'
import { recordMessages } from '#contract/messages/staff-timeline.ts'
import { type FileKind, fileKinds } from '#contract/schemas/documents.ts'
import { documentText, kindOfReference, type RecordDocument } from '#contract/schemas/staff-records.ts'
import type { App } from '#server/context.ts'
import { documentsOf } from '#server/features/careers/store.ts'
import { agreementFilesOf } from '#server/features/onboarding/agreement/store.ts'
import { photoFileOf } from '#server/features/onboarding/registration/store.ts'
import { limitShown } from '#server/features/staff/desk-limits.ts'
import { type DeskHandlers, type DeskStores, Refused, refused } from '#server/features/staff/desk-rules.ts'
import { unlessAltered } from '#server/platform/crypto/field-cipher.ts'
import { MissingDocument, readDocument } from '#server/platform/uploads/stored-documents.ts'
import type { DeskRecord } from '#server/features/records/store.ts'
import { addToTimeline, findByReference } from './store.ts'

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
export async function filesOf(
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
  const detail = { field: found.field }
  const look = { staffId, kind: 'document', detail, audit: { action: 'files', detail } } as const
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
