import { FILE_MAX_BYTES } from '#contract/upload-limits.ts'
import { endingsOf, kindOfName, type FileKind } from '#contract/schemas/documents.ts'
import { fileOfWrongKind, fileTooLarge } from '#contract/messages/with-values.ts'
import type { Sentence } from '#contract/messages/sentences.ts'
import { fileMessages } from '#messages/documents.ts'
import { fileSizes } from '#messages/forms.ts'
import { sayFrom } from '#web/lib/sentences.ts'
import { documentFields, type DocumentField } from '#contract/fields/application.ts'

/** As on the server, which refuses a longer one. */
const NAME_MAX = 255

/** What a browser says of a file. Each is named by itself, since a build keeps the whole of a group that is used whole. */
const groups = {
  fileMessages: {
    empty: fileMessages.empty,
    nameTooLong: fileMessages.nameTooLong,
    tooLarge: fileMessages.tooLarge,
    wrongKind: fileMessages.wrongKind,
  },
  fileSizes,
}

type CheckedDocument =
  | {
      ok: true
      file: File
      /** Bytes of the picture that was made smaller, if one was. */
      madeFrom?: number
    }
  | { ok: false; message: string }

/** Whether reading the picture anew, as a JPEG of moderate size, can make it one that the field takes. */
export function needsRemaking(field: DocumentField, file: File): boolean {
  if (!takes(field, 'jpg') || file.size === 0) return false
  const kind = kindOfName(file.name)
  return isHeic(file) || ((kind === 'jpg' || kind === 'png') && file.size > FILE_MAX_BYTES)
}

/** The file as it will be sent, or the sentence that refuses it; the server looks into it once more. */
export async function checkDocument(field: DocumentField, file: File): Promise<CheckedDocument> {
  const small = needsRemaking(field, file) ? await remade(file) : undefined
  const fault = faultOf(field, small ?? file)
  if (fault) return { ok: false, message: sayFrom(groups, fault) }
  return small ? { ok: true, file: small, madeFrom: file.size } : { ok: true, file }
}

/** What makes a picture smaller is fetched for one that is too large. */
async function remade(file: File): Promise<File | undefined> {
  try {
    return await (await import('./pages-pdf.ts')).asSmallJpeg(file)
  } catch {
    return undefined
  }
}

function faultOf(field: DocumentField, file: File): Sentence | undefined {
  const { kinds } = documentFields[field]
  const kind = kindOfName(file.name)
  if (!kind || !takes(field, kind)) return fileOfWrongKind(endingsOf(kinds))
  if (file.size === 0) return 'fileMessages.empty'
  if (file.size > FILE_MAX_BYTES) return fileTooLarge(FILE_MAX_BYTES)
  return file.name.length > NAME_MAX ? 'fileMessages.nameTooLong' : undefined
}

function takes(field: DocumentField, kind: FileKind): boolean {
  return (documentFields[field].kinds as readonly FileKind[]).includes(kind)
}

/** What iPhones take by themselves; the server cannot read it. */
function isHeic({ name, type }: File): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)
}
