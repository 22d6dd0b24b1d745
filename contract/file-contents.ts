import type { MessageKey, Sentence, SentenceWith } from './messages/sentences.ts'
import { fileOfWrongKind } from './messages/with-values.ts'
import { endingsOf, type FileKind } from './schemas/documents.ts'

/** The type of a file according to its bytes, not its name. */
export interface FileContent {
  /** Set if visitors may send this kind. */
  kind?: FileKind | undefined
  isPicture: boolean
  /** A description: «a HEIC picture». */
  is: SentenceWith
}

type Noun = Extract<MessageKey, `fileContents.${string}`>
type Row = [begins: RegExp, noun: Noun, format?: string, kind?: FileKind]

/** Builds the pattern from text, because it contains control characters. */
function like(pattern: string, flags = ''): RegExp {
  return new RegExp(pattern, flags)
}

/** Patterns of the first bytes, each read as a letter. The first match counts. */
const contents: readonly Row[] = [
  [like(String.raw`^\xff\xd8\xff`), 'fileContents.picture', 'JPEG', 'jpg'],
  [like(String.raw`^\x89PNG\r\n\x1a\n`), 'fileContents.picture', 'PNG', 'png'],
  [like(String.raw`^GIF8[79]a`), 'fileContents.picture', 'GIF'],
  [like(String.raw`^RIFF[^]{4}WEBP`), 'fileContents.picture', 'WebP'],
  [like(String.raw`^BM[^]{4}\0\0\0\0`), 'fileContents.picture', 'BMP'],
  [like(String.raw`^(?:II\*\0|MM\0\*)`), 'fileContents.picture', 'TIFF'],
  [like(String.raw`^[^]{4}ftypavi[fs]`), 'fileContents.picture', 'AVIF'],
  // The default format of iPhones.
  [like(String.raw`^[^]{4}ftyp(?:hei|hev|mif1|msf1)`), 'fileContents.picture', 'HEIC'],
  [like(String.raw`^[^]{4}ftyp`), 'fileContents.video'],
  [like(String.raw`^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1`), 'fileContents.document', 'Word', 'doc'],
  [
    like(String.raw`^PK\x03\x04[^]{26}mimetypeapplication/vnd\.oasis`),
    'fileContents.document',
    'OpenDocument',
  ],
  [like(String.raw`^PK\x03\x04`), 'fileContents.document', 'Word', 'docx'],
  [like(String.raw`^(?:PK|Rar!|7z\xbc\xaf)`), 'fileContents.archive'],
  [like(String.raw`^\s*\{\\rtf`), 'fileContents.document', 'RTF'],
  [like(String.raw`^(?:MZ|\x7fELF|#!)`), 'fileContents.program'],
  [like(String.raw`^(?:\xef\xbb\xbf)?\s*<(?:\?xml[^]*?)?\s*<?svg`, 'i'), 'fileContents.picture', 'SVG'],
  [like(String.raw`^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|body|script)`, 'i'), 'fileContents.page'],
  // PDF readers accept this within the first 1024 bytes.
  [like(String.raw`%PDF-`), 'fileContents.document', 'PDF', 'pdf'],
  [like(String.raw`^[^\0-\x08\x0e-\x1f\x7f]+$`), 'fileContents.text'],
]

const HEAD_BYTES = 1024

/** Returns the type of a file; undefined if unknown. */
export function contentOf(bytes: Uint8Array): FileContent | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, HEAD_BYTES))
  const found = contents.find(([begins]) => begins.test(head))
  if (!found) return undefined
  const [, noun, format = '', kind] = found
  // Other Office files and archives begin like a Word document.
  if (kind === 'docx' && !new TextDecoder('latin1').decode(bytes).includes('word/'))
    return { isPicture: false, is: { key: 'fileContents.archive' } }
  const is = format === '' ? { key: noun } : { key: noun, values: { format } }
  return { kind, isPicture: noun === 'fileContents.picture', is }
}

const nothingToSave: readonly Noun[] = ['fileContents.archive', 'fileContents.program', 'fileContents.video']

/** Returns the error for a file that is not of these kinds: what it is, and what to do. */
export function fileNotTaken(content: FileContent | undefined, kinds: readonly FileKind[]): Sentence {
  if (!content) return fileOfWrongKind(endingsOf(kinds))
  const values = { what: content.is }
  if (content.isPicture && kinds.includes('jpg')) return { key: 'fileMessages.otherPicture', values }
  const isDocument = !nothingToSave.some((noun) => noun === content.is.key)
  return { key: isDocument ? 'fileMessages.otherDocument' : 'fileMessages.noDocument', values }
}
