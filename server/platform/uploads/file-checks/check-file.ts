import { contentOf } from '#contract/file-contents.ts'
import { documentMarks, type FileKind } from '#contract/schemas/documents.ts'
import { flushCompileCache } from 'node:module'
import { ByteReader } from '#server/platform/byte-reader.ts'
import { FileRefused, type FileFault, type FileVerdict, type Findings, TEXT_MAX } from './refused.ts'

/** The wanted kind: the claimed one, or what is made of a file: a person's small picture, or a PDF's pages as pictures. */
export type WantedKind = FileKind | 'portrait' | 'pdf-pages'

/** The reader of each kind of document, loaded on demand, since its memory is most of a small file's cost. */
const documents = {
  pdf: async () => (await import('./pdf.ts')).lookIntoPdf,
  doc: async () => (await import('./doc.ts')).lookIntoDoc,
  docx: async () => (await import('./docx.ts')).lookIntoDocx,
}

/** One process for documents, one for pictures and one that draws pages; the last two run compiled code on large data. */
export type HelperKind = 'documents' | 'pictures' | 'pages'

export function helperFor(kind: WantedKind): HelperKind {
  if (kind === 'pdf-pages') return 'pages'
  return kind in documents ? 'documents' : 'pictures'
}

/** Loads the readers of those files, so that nothing has to be opened after the first file arrives. */
export async function loadReaders(kind: HelperKind): Promise<void> {
  if (kind === 'pictures') await import('./picture.ts')
  else if (kind === 'pages') await (await import('./pdf-as-pictures.ts')).loadAids()
  else await Promise.all(Object.values(documents).map((load) => load()))
}

/** Returns whether a file is of the wanted kind and opens, and what is found in it. */
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

/** Orders the marks as in their list, and removes characters that no text contains. */
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

/** A word and bytes, exchanged between the server and the process that checks files. */
export interface Frame {
  word: string
  bytes: Buffer
}

const LENGTH_BYTES = 4
/** Bytes of a frame; a larger one ends the stream. Uploads and drawn pages are smaller. */
const FRAME_MAX = 256 * 1024 * 1024

/** Returns the head of a frame, which `length` bytes follow; the word has at most 255 ASCII letters. */
export function frameHead(word: string, length: number): Buffer {
  const head = Buffer.alloc(1 + word.length + LENGTH_BYTES)
  head.writeUInt8(word.length)
  head.write(word, 1, 'latin1')
  head.writeUInt32BE(length, 1 + word.length)
  return head
}

/** Yields the frames of a stream; an incomplete one at its end is dropped. */
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
