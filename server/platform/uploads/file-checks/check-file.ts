import { contentOf } from '#contract/file-contents.ts'
import { documentMarks, type FileKind } from '#contract/schemas/documents.ts'
import { flushCompileCache } from 'node:module'
import { ByteReader } from '#server/platform/byte-reader.ts'
import { FileRefused, type FileFault, type FileVerdict, type Findings, TEXT_MAX } from './refused.ts'

/** What a file is to be: what it claims, or what is made of it: a person's small picture, or the pages of a PDF as pictures. */
export type WantedKind = FileKind | 'portrait' | 'pdf-pages'

/** What looks into each kind of document, loaded when one comes: its memory is most of what a small file costs. */
const documents = {
  pdf: async () => (await import('./pdf.ts')).lookIntoPdf,
  doc: async () => (await import('./doc.ts')).lookIntoDoc,
  docx: async () => (await import('./docx.ts')).lookIntoDocx,
}

/** A process for documents, one for pictures, and one that draws: the last two are compiled code, and unfold to much. */
export type HelperKind = 'documents' | 'pictures' | 'pages'

export function helperFor(kind: WantedKind): HelperKind {
  if (kind === 'pdf-pages') return 'pages'
  return kind in documents ? 'documents' : 'pictures'
}

/** Loads what reads those files, so that nothing need be opened once the first is there. */
export async function loadReaders(kind: HelperKind): Promise<void> {
  if (kind === 'pictures') await import('./picture.ts')
  else if (kind === 'pages') await (await import('./pdf-as-pictures.ts')).loadAids()
  else await Promise.all(Object.values(documents).map((load) => load()))
}

/** Says whether a file is what is wanted and opens, and what is found in it. */
export async function checkFile(bytes: Buffer, kind: WantedKind): Promise<FileVerdict> {
  if (bytes.length === 0) return refused('empty')
  try {
    if (kind === 'portrait') return await (await import('./picture.ts')).drawPortrait(bytes)
    if (kind === 'pdf-pages')
      return { ok: true, bytes: await (await import('./pdf-as-pictures.ts')).drawPages(bytes) }
    if (contentOf(bytes)?.kind !== kind) return refused('wrong kind')
    if (kind === 'jpg' || kind === 'png')
      return await (await import('./picture.ts')).cleanPicture(bytes, kind)
    const look = await documents[kind]()
    return { ok: true, bytes, findings: inOrder(await look(bytes)) }
  } catch (error) {
    if (error instanceof FileRefused) return refused(error.fault)
    throw error
  }
}

function refused(fault: FileFault): FileVerdict {
  return { ok: false, fault }
}

/** The same, with marks in the order of their list, and a text without what no text holds. */
function inOrder({ marks, text }: Findings): Findings {
  const plain = text
    .toWellFormed()
    .replaceAll(/(?![\t\n])\p{Cc}/gu, '')
    .replaceAll(/\n{3,}/g, '\n\n')
  return {
    marks: documentMarks.filter((mark) => marks.includes(mark)),
    text: plain.trim().slice(0, TEXT_MAX),
  }
}

/** A word and bytes, as they go between the server and the process that looks into files. */
export interface Frame {
  word: string
  bytes: Buffer
}

const LENGTH_BYTES = 4
/** Bytes of a frame; a larger one ends the stream. Uploads and drawn pages are smaller. */
const FRAME_MAX = 256 * 1024 * 1024

/** The beginning of a frame, behind which `length` bytes follow; the word has at most 255 letters of ASCII. */
export function frameHead(word: string, length: number): Buffer {
  const head = Buffer.alloc(1 + word.length + LENGTH_BYTES)
  head.writeUInt8(word.length)
  head.write(word, 1, 'latin1')
  head.writeUInt32BE(length, 1 + word.length)
  return head
}

/** The frames of a stream; what is cut off at its end is no frame. */
export async function* readFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  const reader = new ByteReader(source)
  for (;;) {
    const size = (await reader.take(1))?.readUInt8()
    if (size === undefined) return
    const word = await reader.take(size)
    const length = (await reader.take(LENGTH_BYTES))?.readUInt32BE()
    const bytes = length === undefined || length > FRAME_MAX ? undefined : await reader.take(length)
    if (!word || !bytes) return
    yield { word: word.toString('latin1'), bytes }
  }
}

/** Keeps the compile cache, and drops the process's permissions to read and write files. */
export function dropFilePermissions(): void {
  flushCompileCache()
  for (const scope of ['fs.write', 'fs.read']) process.permission?.drop(scope)
}
