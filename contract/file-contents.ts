import type { MessageKey, Sentence, SentenceWith } from './messages/sentences.ts'
import { fileOfWrongKind } from './messages/with-values.ts'
import { endingsOf, type FileKind } from './schemas/documents.ts'

/** What a file is by its own bytes, whatever its name says. */
export interface FileContent {
  /** Where it is one that a visitor may send. */
  kind?: FileKind | undefined
  isPicture: boolean
  /** What it is, in words: «a HEIC picture». */
  is: SentenceWith
}

type Noun = Extract<MessageKey, `fileContents.${string}`>
type Row = [begins: RegExp, noun: Noun, format?: string, kind?: FileKind]

/** Of text, since what a file begins with holds control characters. */
function like(pattern: string, flags = ''): RegExp {
  return new RegExp(pattern, flags)
}

/** Signs of formats among the first bytes, each read as a letter; the first that fits. */
const contents: readonly Row[] = [
  [like(String.raw`^\xff\xd8\xff`), 'fileContents.picture', 'JPEG', 'jpg'],
  [like(String.raw`^\x89PNG\r\n\x1a\n`), 'fileContents.picture', 'PNG', 'png'],
  [like(String.raw`^GIF8[79]a`), 'fileContents.picture', 'GIF'],
  [like(String.raw`^RIFF[^]{4}WEBP`), 'fileContents.picture', 'WebP'],
  [like(String.raw`^BM[^]{4}\0\0\0\0`), 'fileContents.picture', 'BMP'],
  [like(String.raw`^(?:II\*\0|MM\0\*)`), 'fileContents.picture', 'TIFF'],
  [like(String.raw`^[^]{4}ftypavi[fs]`), 'fileContents.picture', 'AVIF'],
  // What iPhones take by themselves.
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
  // Readers look for it in the first 1024 bytes.
  [like(String.raw`%PDF-`), 'fileContents.document', 'PDF', 'pdf'],
  [like(String.raw`^[^\0-\x08\x0e-\x1f\x7f]+$`), 'fileContents.text'],
]

const HEAD_BYTES = 1024

/** What the bytes of a whole file are; undefined where they are like nothing known. */
export function contentOf(bytes: Uint8Array): FileContent | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, HEAD_BYTES))
  const found = contents.find(([begins]) => begins.test(head))
  if (!found) return undefined
  const [, noun, format = '', kind] = found
  // Every other file of Office, and every archive, begins like a Word document.
  if (kind === 'docx' && !new TextDecoder('latin1').decode(bytes).includes('word/'))
    return { isPicture: false, is: { key: 'fileContents.archive' } }
  const is = format === '' ? { key: noun } : { key: noun, values: { format } }
  return { kind, isPicture: noun === 'fileContents.picture', is }
}

const nothingToSave: readonly Noun[] = ['fileContents.archive', 'fileContents.program', 'fileContents.video']

/** The refusal of a file where these kinds are taken: what it is, and what to do. */
export function fileNotTaken(content: FileContent | undefined, kinds: readonly FileKind[]): Sentence {
  if (!content) return fileOfWrongKind(endingsOf(kinds))
  const values = { what: content.is }
  if (content.isPicture && kinds.includes('jpg')) return { key: 'fileMessages.otherPicture', values }
  const isDocument = !nothingToSave.some((noun) => noun === content.is.key)
  return { key: isDocument ? 'fileMessages.otherDocument' : 'fileMessages.noDocument', values }
}
