import type { FileKind } from '#contract/schemas/documents.ts'
import { flushCompileCache } from 'node:module'
import type { FileFault, FileVerdict } from './refused.ts'

/**
 * What a file is to be: what its name claims, or what is made of it: the small picture of a person, of any picture, or the
 * plain text of a DOCX (JSON).
 */
export type WantedKind = FileKind | 'portrait' | 'docx-text'

/** Each kind's own readers, loaded when it comes: their memory is most of what a small file costs. */
const judges = {
  pdf: async () => (await import('./pdf.ts')).checkPdf,
  doc: async () => (await import('./doc.ts')).checkDoc,
  docx: async () => (await import('./docx.ts')).checkDocx,
}

async function loadText() {
  return (await import('./docx.ts')).textOfDocx
}

/** A process for pictures, which unfold to much and are read by compiled code, and one for documents. */
export type HelperKind = 'pictures' | 'documents'

export function helperFor(kind: WantedKind): HelperKind {
  return kind in judges || kind === 'docx-text' ? 'documents' : 'pictures'
}

/** Loads what reads those files, so that nothing need be opened once the first is there. */
export async function loadReaders(kind: HelperKind): Promise<void> {
  if (kind === 'documents') await Promise.all([...Object.values(judges), loadText].map((load) => load()))
  else await import('./picture.ts')
}

/** Says whether the content is what is wanted, whole, and without anything that runs. */
export async function checkFile(bytes: Buffer, kind: WantedKind): Promise<FileVerdict> {
  if (bytes.length === 0) return { ok: false, fault: 'empty' }
  if (kind === 'portrait') return (await import('./picture.ts')).drawPortrait(bytes)
  if (kind === 'jpg' || kind === 'png') return (await import('./picture.ts')).cleanPicture(bytes, kind)
  if (kind === 'docx-text') return textVerdict(await (await loadText())(bytes))
  const judge = await judges[kind]()
  return verdict(bytes, await judge(bytes))
}

function textVerdict(text: object | undefined): FileVerdict {
  return text ? { ok: true, bytes: Buffer.from(JSON.stringify(text)) } : { ok: false, fault: 'damaged' }
}

function verdict(bytes: Buffer, fault: FileFault | undefined): FileVerdict {
  return fault ? { ok: false, fault } : { ok: true, bytes }
}

/** A word and bytes, as they go between the server and the process that looks into files. */
export interface Frame {
  word: string
  bytes: Buffer
}

const LENGTH_BYTES = 4

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
  const take = taker(source)
  for (;;) {
    const size = (await take(1))?.readUInt8()
    if (size === undefined) return
    const word = await take(size)
    const length = (await take(LENGTH_BYTES))?.readUInt32BE()
    const bytes = length === undefined ? undefined : await take(length)
    if (!word || !bytes) return
    yield { word: word.toString('latin1'), bytes }
  }
}

/** Hands out so many bytes at a time, each piece copied once; undefined when there are not as many left. */
function taker(source: AsyncIterable<Buffer>): (count: number) => Promise<Buffer | undefined> {
  const pieces = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  return async (count) => {
    const taken = Buffer.allocUnsafe(count)
    for (let filled = 0; filled < count;) {
      const next = held.length > 0 ? { done: false, value: held } : await pieces.next()
      if (next.done) return undefined
      const copied = next.value.copy(taken, filled)
      held = next.value.subarray(copied)
      filled += copied
    }
    return taken
  }
}

/** Gives back what a process was started with: what it made of its own source is kept, and from here on it opens nothing. */
export function dropFilePermissions(): void {
  flushCompileCache()
  for (const scope of ['fs.write', 'fs.read']) process.permission?.drop(scope)
}
