import type { LimitRule } from '#server/platform/limits/memory-limits.ts'
import { helperFor } from '#server/platform/uploads/file-checks/check-file.ts'
import type { FileFault } from '#server/platform/uploads/file-checks/refused.ts'
import type { UploadRules } from '#server/platform/uploads/read-upload.ts'
import { FILE_MAX_BYTES } from '#contract/upload-limits.ts'
import { endingsOf, type FileKind } from '#contract/schemas/documents.ts'
import type { Sentence } from '#contract/messages/sentences.ts'
import { fileOfWrongKind } from '#contract/messages/with-values.ts'
import { type DocumentField, documentFields } from '#contract/fields/application.ts'

/** Bytes that one address may have stored in an hour: a thousand résumés of 200 kB; beyond, documents are asked for by mail. */
export const applicationCharges = { name: 'application', storedBytes: 200 * 1024 * 1024 }

/**
 * Answers an hour to one address that an application is there already. Whoever asks for more, to find out who has applied,
 * is answered as if theirs were taken; the owner of the address is told by mail either way (docs/security.md, T29).
 */
export const duplicateAnswers: LimitRule = { name: 'application-duplicate', points: 100, seconds: 3600 }

/** What one application may bring: each document once. Anybody may send one, so its texts are 192 KiB at most. */
export const applicationFiles: UploadRules = {
  texts: 24,
  fields: documentFields,
  count: 4,
  maxBytes: FILE_MAX_BYTES,
}

/** The sentence under a field whose file is refused. */
export function faultSentence(
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
    default:
      return `fileMessages.${fault}`
  }
}

/** Milliseconds after which an announced file belongs to no running upload: those end within a quarter of an hour. */
export const ORPHAN_AGE_MS = 60 * 60 * 1000

/** Milliseconds for which a link lasts that replaces an application, and in which an address gets no other. */
export const LINK_LIFE_MS = 7 * 86_400_000
