import { pipeline } from 'node:stream/promises'
import { Writable } from 'node:stream'
import { fromBufferPromise } from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'
import type { FileFault } from './check-file.ts'
import { isSealedOffice } from './doc.ts'
import { partFault } from './docx-parts.ts'

const ZIP_MAGIC = Buffer.from('504b0304', 'hex')
const LOCAL_HEADER_BYTES = 30

/** Entries, unfolded bytes and their ratio to packed ones, beyond which a document is no ordinary one (trust.md T16). */
const MAX_ENTRIES = 1000
const MAX_UNFOLDED = 50 * 1024 * 1024
const MAX_RATIO = 100
/** Bytes of a part that are looked at; the list of kinds and the relations are shorter. */
const MAX_READ = 1024 * 1024

/** A docx's fault, or undefined when it is an ordinary zip of a document and nothing in it runs. */
export async function checkDocx(bytes: Buffer): Promise<FileFault | undefined> {
  if (!bytes.subarray(0, ZIP_MAGIC.length).equals(ZIP_MAGIC)) {
    return isSealedOffice(bytes) ? 'locked' : 'wrong kind'
  }
  let zip: ZipFile | undefined
  try {
    // Names with a backslash, a drive, a leading slash or .. are refused by the reader itself.
    zip = await fromBufferPromise(bytes, {
      lazyEntries: true,
      validateEntrySizes: true,
      strictFileNames: true,
    })
    if (zip.entryCount > MAX_ENTRIES || zip.comment.length > 0) return 'damaged'
    return await checkEntries(zip, bytes)
  } catch {
    return 'damaged'
  } finally {
    zip?.close()
  }
}

async function checkEntries(zip: ZipFile, bytes: Buffer): Promise<FileFault | undefined> {
  const names = new Set<string>()
  const taken: Span[] = []
  let left = Math.min(MAX_UNFOLDED, bytes.length * MAX_RATIO)
  let isDocument = false
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName
    if (names.has(name.toLowerCase())) return 'damaged'
    names.add(name.toLowerCase())
    if (entry.isEncrypted()) return 'locked'
    const span = spanOf(entry, bytes)
    if (!span) return 'damaged'
    taken.push(span)
    if (entry.uncompressedSize > left) return 'damaged'
    const { size, head } = await unfold(zip, entry, left)
    left -= size
    if (size > MAX_READ && isRead(name)) return 'damaged'
    const fault = partFault(name, head)
    if (fault) return fault
    if (name === '[Content_Types].xml') {
      isDocument = head.includes('wordprocessingml.document.main+xml')
    }
  }
  if (!isWhole(taken)) return 'damaged'
  return isDocument && names.has('word/document.xml') ? undefined : 'wrong kind'
}

function isRead(name: string): boolean {
  return name === '[Content_Types].xml' || name.endsWith('.rels')
}

interface Span {
  from: number
  to: number
}

/** The bytes an entry takes, if the header before them names it as the directory does. */
function spanOf(entry: Entry, bytes: Buffer): Span | undefined {
  const from = entry.relativeOffsetOfLocalHeader
  if (from + LOCAL_HEADER_BYTES > bytes.length || bytes.readUInt32LE(from) !== ZIP_MAGIC.readUInt32LE()) {
    return undefined
  }
  const nameEnd = from + LOCAL_HEADER_BYTES + bytes.readUInt16LE(from + 26)
  if (!bytes.subarray(from + LOCAL_HEADER_BYTES, nameEnd).equals(entry.fileNameRaw)) return undefined
  return { from, to: nameEnd + bytes.readUInt16LE(from + 28) + entry.compressedSize }
}

/** Bombs of modest size let entries share their bytes; and nothing may stand before the first. */
function isWhole(spans: Span[]): boolean {
  const sorted = spans.toSorted((one, other) => one.from - other.from)
  return sorted.every(({ from }, index) => (index === 0 ? from === 0 : from >= (sorted[index - 1]?.to ?? 0)))
}

async function unfold(zip: ZipFile, entry: Entry, limit: number): Promise<{ size: number; head: Buffer }> {
  const pieces: Buffer[] = []
  let size = 0
  const sink = new Writable({
    write(piece: Buffer, _, next) {
      if (size < MAX_READ) pieces.push(piece.subarray(0, MAX_READ - size))
      size += piece.length
      next(size > limit ? new Error('unfolds to too much') : null)
    },
  })
  await pipeline(await zip.openReadStreamPromise(entry), sink)
  return { size, head: Buffer.concat(pieces) }
}
