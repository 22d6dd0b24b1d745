import { FILE_MAX_BYTES } from '#contract/upload-limits.ts'
import { contentOf, fileNotTaken } from '#contract/file-contents.ts'
import type { FileKind } from '#contract/schemas/documents.ts'
import { fileTooLarge } from '#contract/messages/with-values.ts'
import { fill, type Sentence } from '#contract/messages/sentences.ts'
import { fileContents, fileMessages } from '#messages/documents.ts'
import { fileFieldMessages, fileSizes } from '#messages/forms.ts'
import { sayFrom, sizeOf } from '#web/lib/sentences.ts'
import { documentFields, type DocumentField, takesPictures } from '#contract/fields/application.ts'
import { asSmallJpeg, type PhotographedPage } from './pages-pdf.ts'

/** The content of a document's field. */
export interface DocumentState {
  file?: File | undefined
  /** A refused file, to be removed or replaced; it is not sent. */
  refused?: boolean
  /** What it was made of. */
  note?: string
  error?: string | undefined
  /** While a picture is reduced, or pages become a PDF. */
  remaking?: boolean
  /** The photographed pages that the file is made of. */
  pages?: readonly PhotographedPage[]
  /** The file's picture or pages, for the preview. */
  pictures?: readonly Blob[] | undefined
}

/** As on the server, which refuses longer names. */
const NAME_MAX = 255
/** The part of a file too large to send that is read for its kind. */
const BEGINNING = 64 * 1024

type Checked =
  | { is: 'taken'; state: DocumentState }
  /** A picture in a field for documents: a page of a PDF, with a message for a browser that cannot read it. */
  | { is: 'page'; orElse: string }
  | { is: 'refused'; message: string }

/** Decides about a chosen file by its content, not its name; the server checks it again. */
export async function checkDocument(field: DocumentField, file: File): Promise<Checked> {
  const refuse = (fault: Sentence): Checked => ({ is: 'refused', message: inWords(fault) })
  if (file.size === 0) return refuse('fileMessages.empty')
  if (file.name.length > NAME_MAX) return refuse('fileMessages.nameTooLong')
  const isTooLarge = file.size > FILE_MAX_BYTES
  const content = contentOf(await bytesOf(isTooLarge ? file.slice(0, BEGINNING) : file))
  const kinds: readonly FileKind[] = documentFields[field].kinds
  const isTaken = content?.kind !== undefined && kinds.includes(content.kind)
  if (content?.isPicture && !takesPictures(field))
    return { is: 'page', orElse: inWords(fileNotTaken(content, kinds)) }
  if (content?.isPicture && (isTooLarge || !isTaken)) {
    const small = await asSmallJpeg(file).catch(() => undefined)
    const note = fill(fileFieldMessages.madeFrom, { size: sizeOf(file.size) })
    if (small) return { is: 'taken', state: { file: small, note, pictures: [small] } }
  }
  if (!isTaken) return refuse(fileNotTaken(content, kinds))
  if (isTooLarge) return refuse(fileTooLarge(FILE_MAX_BYTES))
  return { is: 'taken', state: { file, pictures: content.isPicture ? [file] : undefined } }
}

/** Empty if the file is no longer on the device; the sending code reports that. */
async function bytesOf(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer().catch(() => new ArrayBuffer(0)))
}

function inWords(fault: Sentence): string {
  return sayFrom({ fileMessages, fileContents, fileSizes }, fault)
}
