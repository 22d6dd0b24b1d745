import { buffer } from 'node:stream/consumers'
import type * as z from 'zod/mini'
import { type FileKind, fileKinds } from '#contract/schemas/documents.ts'
import { recordMessages } from '#contract/messages/staff-records.ts'
import { documentText, kindOfReference, type RecordKind } from '#contract/schemas/staff-records.ts'
import { findAgreement } from '#server/features/onboarding/agreement/store.ts'
import { DecryptError } from '#server/platform/crypto/field-cipher.ts'
import { decryptFile } from '#server/platform/crypto/file-cipher.ts'
import type { FileChecker } from '#server/platform/uploads/file-checks/checker.ts'
import type { FilesPort } from '#server/providers/files/port.ts'
import { type DeskDeps, Refused, refused } from '#server/features/staff/desk-rules.ts'
import { type DeskRecord, findByReference } from './read-store.ts'
import { noteLook } from './record-service.ts'

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

interface StoredFile {
  record: DeskRecord
  field: string
  /** The id under which the storage holds it. */
  file: string
  kind: FileKind
}

/** A document by its name, such as `AP-7K3M9Q-resume`: who its reader is was noted before. */
async function findFile(deps: DocumentDeps, id: string): Promise<StoredFile | undefined> {
  const [, reference = '', field = ''] = /^([A-Z]{2}-\w{6})-(\w+)$/.exec(id) ?? []
  const kind: RecordKind | undefined = kindOfReference(reference)
  const record = kind && (await findByReference(deps, { kind, reference }))
  if (!record?.sent) return undefined
  if (record.kind === 'applications') {
    const document = record.sent.documents.find((one) => one.field === field)
    return document && { record, field, file: document.id, kind: document.kind as FileKind }
  }
  if (record.kind !== 'executives') return undefined
  if (field === 'photo') return { record, field, file: record.sent.photo_file, kind: 'jpg' }
  const agreement = field === 'agreement' && (await findAgreement(deps.db, deps.cipher, record.id))
  const file = agreement && (agreement.signed?.file ?? agreement.form?.file)
  return file ? { record, field, file, kind: 'pdf' } : undefined
}

/** Reads a document once it is noted who does so; the audit log has it even where the file turns out to be damaged. */
async function readNoted(
  deps: DocumentDeps,
  { record, field, file }: StoredFile,
  staffId: string,
): Promise<Buffer | Refused> {
  const look = { staffId, action: 'files', kind: 'document', detail: { field } } as const
  if (!(await noteLook(deps, record, look))) return unknown
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
  const { kind } = found
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
