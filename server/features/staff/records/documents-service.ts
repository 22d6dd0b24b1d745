import { buffer } from 'node:stream/consumers'
import type * as z from 'zod/mini'
import { type FileKind, fileKinds } from '#contract/schemas/documents.ts'
import { recordMessages } from '#contract/messages/staff-records.ts'
import { documentText, kindOfReference, type RecordDocument } from '#contract/schemas/staff-records.ts'
import { unlessAltered } from '#server/features/privacy/person.ts'
import { findAgreement } from '#server/features/onboarding/agreement/store.ts'
import { DecryptError } from '#server/platform/crypto/field-cipher.ts'
import { decryptFile } from '#server/platform/crypto/file-cipher.ts'
import type { FileChecker } from '#server/platform/uploads/file-checks/checker.ts'
import type { FilesPort } from '#server/providers/files/port.ts'
import { type DeskDeps, type DeskStores, Refused, refused } from '#server/features/staff/desk-rules.ts'
import { addToTimeline } from './change-service.ts'
import { type DeskRecord, findByReference } from './read-store.ts'

export interface DocumentDeps extends DeskDeps {
  files: FilesPort
  checker: FileChecker
}

export interface OpenedDocument {
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

/** The documents of a record; none where it does not decrypt. */
export async function filesOf({ db, cipher }: DeskStores, record: DeskRecord): Promise<StoredFile[]> {
  const { kind, sent, reference } = record
  if (!sent || kind === 'enquiries' || reference === null) return []
  const named = (field: string) => ({ id: `${reference}-${field}`, field })
  if (kind === 'applications') {
    return sent.documents.map(({ id: file, field, name, kind: type, size: bytes, scan }) => {
      return { ...named(field), file, name, kind: type, bytes, scan }
    })
  }
  const made = { bytes: 0, scan: 'off' } as const
  const photo = { ...named('photo'), ...made, file: sent.photo_file, name: 'photo.jpg', kind: 'jpg' }
  const agreement = await unlessAltered(findAgreement(db, cipher, sent.id))
  const file = agreement?.signed?.file ?? agreement?.form?.file
  if (!file) return [photo]
  return [photo, { ...named('agreement'), ...made, file, name: 'agreement.pdf', kind: 'pdf' }]
}

interface Found extends StoredFile {
  record: DeskRecord
}

async function findFile(deps: DocumentDeps, id: string): Promise<Found | undefined> {
  const [, reference = ''] = /^([A-Z]{2}-\w{6})-\w+$/.exec(id) ?? []
  const kind = kindOfReference(reference)
  const record = kind && (await findByReference(deps, { kind, reference }))
  const found = record && (await filesOf(deps, record)).find((one) => one.id === id)
  return found && { ...found, record }
}

/** Reads a document once it is noted who does so; the audit log has it even where the file turns out to be damaged. */
async function readNoted(
  deps: DocumentDeps,
  { record, field, file }: Found,
  staffId: string,
): Promise<Buffer | Refused> {
  const look = { staffId, kind: 'document', detail: { field }, audit: 'files' } as const
  if (!(await addToTimeline(deps, record, look))) return unknown
  const encrypted = await deps.files.get(file)
  if (!encrypted) return unknown
  return buffer(decryptFile(deps.cipher, file, encrypted)).catch((error: unknown) => {
    if (error instanceof DecryptError) return unreadable
    throw error
  })
}

/** A document's bytes for the viewer, or to keep: pictures are encoded again from their pixels, without EXIF. */
export async function openDocument(
  deps: DocumentDeps,
  id: string,
  staffId: string,
): Promise<OpenedDocument | Refused> {
  const found = await findFile(deps, id)
  if (!found) return unknown
  const bytes = await readNoted(deps, found, staffId)
  if (bytes instanceof Refused) return bytes
  const kind = found.kind as FileKind
  const fileName = `${id}.${fileKinds[kind].endings[0]}`
  const { contentType } = fileKinds[kind]
  if (kind !== 'jpg' && kind !== 'png') return { bytes, contentType, fileName }
  const clean = await deps.checker.check(bytes, kind)
  return clean.ok ? { bytes: clean.bytes, contentType, fileName } : unreadable
}

/** The plain text of a DOCX, read where documents of visitors are: unfolding one must not keep others waiting. */
export async function openText(
  deps: DocumentDeps,
  id: string,
  staffId: string,
): Promise<z.output<typeof documentText> | Refused> {
  const found = await findFile(deps, id)
  if (found?.kind !== 'docx') return unknown
  const bytes = await readNoted(deps, found, staffId)
  if (bytes instanceof Refused) return bytes
  const read = await deps.checker.check(bytes, 'docx-text')
  return read.ok ? documentText.parse(JSON.parse(read.bytes.toString())) : unreadable
}
