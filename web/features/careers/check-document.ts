import { documentFields, type DocumentField } from '#contract/schemas/careers.ts'
import {
  endingsOf,
  FILE_MAX_BYTES,
  kindOfName,
  sizeInWords,
  type FileKind,
} from '#contract/schemas/documents.ts'
import { fileMessages, fileOfWrongKind, fileTooLarge } from '#contract/messages/documents.ts'
import { asSmallJpeg } from '#web/lib/picture.ts'

/** As on the server, which refuses a longer one. */
const NAME_MAX = 255

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
  const small = needsRemaking(field, file) ? await asSmallJpeg(file) : undefined
  const message = faultOf(field, small ?? file)
  if (message) return { ok: false, message }
  return small ? { ok: true, file: small, madeFrom: file.size } : { ok: true, file }
}

function faultOf(field: DocumentField, file: File): string | undefined {
  const { kinds } = documentFields[field]
  const kind = kindOfName(file.name)
  if (!kind || !takes(field, kind)) return fileOfWrongKind(endingsOf(kinds))
  if (file.size === 0) return fileMessages.empty
  if (file.size > FILE_MAX_BYTES) return fileTooLarge(sizeInWords(FILE_MAX_BYTES))
  return file.name.length > NAME_MAX ? fileMessages.nameTooLong : undefined
}

function takes(field: DocumentField, kind: FileKind): boolean {
  return (documentFields[field].kinds as readonly FileKind[]).includes(kind)
}

/** What iPhones take by themselves; the server cannot read it. */
function isHeic({ name, type }: File): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)
}
