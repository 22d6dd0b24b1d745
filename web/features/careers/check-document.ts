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
  const small = needsRemaking(field, file) ? await asSmallJpeg(file) : undefined
  const fault = faultOf(field, small ?? file)
  if (fault) return { ok: false, message: sayFrom(groups, fault) }
  return small ? { ok: true, file: small, madeFrom: file.size } : { ok: true, file }
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

/** The longer side of a picture that was made smaller, in pixels: a page of text in it can still be read. */
const LONGER_SIDE = 2500
const QUALITY = 0.85

/** A picture as a JPEG of moderate size, or undefined where this browser cannot read it. */
async function asSmallJpeg(file: File): Promise<File | undefined> {
  try {
    const { blob } = await asJpeg(file, LONGER_SIDE)
    return new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg' })
  } catch {
    return undefined
  }
}

/** A picture as a JPEG whose longer side has so many pixels at most; throws where this browser cannot read it. */
export async function asJpeg(
  file: File,
  longerSide: number,
): Promise<{ blob: Blob; width: number; height: number }> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, longerSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  // A JPEG has no transparency; what was transparent becomes paper, not black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error('no JPEG'))), 'image/jpeg', QUALITY)
  })
  return { blob, width: canvas.width, height: canvas.height }
}
