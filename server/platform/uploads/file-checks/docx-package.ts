import { crc32, inflateRawSync } from 'node:zlib'
import { type Entry, fromBufferPromise } from 'yauzl'
import { type Budget, FileRefused } from './refused.ts'
import { type SaxesAttributeNS, SaxesParser } from 'saxes'

const LOCAL_MAGIC = 0x04034b50
const LOCAL_BYTES = 30
const DIRECTORY_BYTES = 46
const END_BYTES = 22
const DESCRIPTOR_MAGIC = 0x08074b50
const MAX_ENTRIES = 1000
/** How hard it was packed, sizes behind the bytes, names in UTF-8: nothing else may be said of an entry. */
const FLAGS = 0x0806 | 0x0008
const SIZES_BEHIND = 0x0008
const ENCRYPTED = 0x2041
/** Times, owners, and the room that Word and AbiWord leave for growth; none that names, measures or encrypts anew. */
const extraFields = new Set([0x5455, 0x000a, 0x7875, 0x5855, 0xcafe, 0xa220, 0x4949])

/** The parts of an archive, whole, by name. */
export type Parts = Map<string, Buffer>

/**
 * Opens an archive that is exactly what its directory says: every entry once, one behind the other from the first byte
 * on, with the header that the directory repeats, and nothing between, before or behind. Throws otherwise.
 */
export async function readArchive(bytes: Buffer, budget: Budget): Promise<Parts> {
  // Names with a backslash, a drive, a leading slash or .. are refused by the library itself.
  const zip = await fromBufferPromise(bytes, {
    lazyEntries: true,
    validateEntrySizes: true,
    strictFileNames: true,
  })
  const end = bytes.length - END_BYTES
  const directory = bytes.readUInt32LE(end + 16)
  if (zip.entryCount > MAX_ENTRIES || bytes.readUInt32LE(end) !== 0x06054b50) throw new FileRefused('damaged')
  if (bytes.readUInt32LE(end + 4) !== 0 || bytes.readUInt16LE(end + 8) !== zip.entryCount)
    throw new FileRefused('damaged')
  const entries: Entry[] = []
  let listed = directory
  for await (const entry of zip.eachEntry()) {
    if ((entry.generalPurposeBitFlag & ENCRYPTED) !== 0) throw new FileRefused('locked')
    listed += DIRECTORY_BYTES + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
    if (entry.fileCommentLength > 0 || !isPlain(entry)) throw new FileRefused('damaged')
    entries.push(entry)
  }
  if (listed !== end) throw new FileRefused('damaged')
  return readEntries(bytes, entries, { directory, budget })
}

function isPlain({ generalPurposeBitFlag, compressionMethod, extraFields: extra, fileName }: Entry): boolean {
  const knownExtra = extra.every(({ id }) => extraFields.has(id))
  const packed =
    compressionMethod === 8 || (compressionMethod === 0 && (generalPurposeBitFlag & SIZES_BEHIND) === 0)
  return (
    (generalPurposeBitFlag & ~FLAGS) === 0 &&
    packed &&
    knownExtra &&
    /^(?:\[Content_Types\]\.xml|\w[\w. ()/-]*)$/.test(fileName)
  )
}

function readEntries(bytes: Buffer, entries: Entry[], around: { directory: number; budget: Budget }): Parts {
  const parts: Parts = new Map()
  const names = new Set<string>()
  let at = 0
  for (const entry of entries.toSorted(
    (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  )) {
    const name = entry.fileName.toLowerCase()
    if (entry.relativeOffsetOfLocalHeader !== at || names.has(name)) throw new FileRefused('damaged')
    names.add(name)
    const from = dataStart(bytes, entry)
    const packed = bytes.subarray(from, from + entry.compressedSize)
    const content = unpack(packed, entry, around.budget)
    if (!name.endsWith('/')) parts.set(entry.fileName, content)
    else if (content.length > 0) throw new FileRefused('damaged')
    at = from + packed.length + descriptorBytes(bytes, from + packed.length, entry)
  }
  if (at !== around.directory) throw new FileRefused('damaged')
  return parts
}

/** Where an entry's bytes begin, if the header before them says what the directory says. */
function dataStart(bytes: Buffer, entry: Entry): number {
  const at = entry.relativeOffsetOfLocalHeader
  const nameEnd = at + LOCAL_BYTES + bytes.readUInt16LE(at + 26)
  const end = nameEnd + bytes.readUInt16LE(at + 28)
  const behind = (entry.generalPurposeBitFlag & SIZES_BEHIND) !== 0
  const sizes = [entry.crc32, entry.compressedSize, entry.uncompressedSize]
  const same =
    bytes.readUInt32LE(at) === LOCAL_MAGIC &&
    bytes.readUInt16LE(at + 6) === entry.generalPurposeBitFlag &&
    bytes.readUInt16LE(at + 8) === entry.compressionMethod &&
    bytes.subarray(at + LOCAL_BYTES, nameEnd).equals(entry.fileNameRaw) &&
    sizes.every((size, index) => [size, behind ? 0 : size].includes(bytes.readUInt32LE(at + 14 + index * 4)))
  if (!same || !isKnownExtra(bytes.subarray(nameEnd, end))) throw new FileRefused('damaged')
  return end
}

function isKnownExtra(extra: Buffer): boolean {
  let at = 0
  for (; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (!extraFields.has(extra.readUInt16LE(at))) return false
  }
  return at === extra.length
}

function unpack(packed: Buffer, entry: Entry, budget: Budget): Buffer {
  const { compressionMethod, uncompressedSize, crc32: sum } = entry
  if (uncompressedSize > budget.left()) throw new FileRefused('damaged')
  let content = packed
  if (compressionMethod === 8) {
    const { buffer, engine } = inflateRawSync(packed, {
      maxOutputLength: uncompressedSize + 1,
      info: true,
    }) as unknown as {
      buffer: Buffer
      engine: { bytesWritten: number }
    }
    if (engine.bytesWritten !== packed.length) throw new FileRefused('damaged')
    content = buffer
  }
  if (content.length !== uncompressedSize || crc32(content) !== sum) throw new FileRefused('damaged')
  budget.spend(content.length)
  return content
}

/** Bytes behind an entry that repeat its sum and its sizes, with or without a mark before them (APPNOTE 4.3.9). */
function descriptorBytes(bytes: Buffer, at: number, entry: Entry): number {
  if ((entry.generalPurposeBitFlag & SIZES_BEHIND) === 0) return 0
  const marked = bytes.readUInt32LE(at) === DESCRIPTOR_MAGIC && entry.crc32 !== DESCRIPTOR_MAGIC ? 4 : 0
  const sizes = [entry.crc32, entry.compressedSize, entry.uncompressedSize]
  const same = sizes.every((size, index) => bytes.readUInt32LE(at + marked + index * 4) === size)
  if (!same) throw new FileRefused('damaged')
  return marked + 12
}

const MAX_BYTES = 20 * 1024 * 1024
const MAX_DEPTH = 250

const wordHomes = new Set([
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'http://purl.oclc.org/ooxml/wordprocessingml/main',
])

/** An element: its name without the prefix, and whose word that is. */
interface Element {
  name: string
  home: string
  isWord: boolean
  /** Its own attributes by their names, those of others with their home before them. */
  attributes: Map<string, string>
}

interface XmlReader {
  open(element: Element): void
  close?(element: Pick<Element, 'name' | 'isWord'>): void
  text?(text: string): void
  /** Asked after each piece of this many characters; true ends the reading, and the rest is not even checked. */
  isEnough?(): boolean
}

/** Characters read between two questions whether it is enough. */
export const PIECE = 100_000

/** Reads a part as XML, whole: UTF-8 or UTF-16, without a list of entities of its own. */
export function readXml(bytes: Buffer, reader: XmlReader): void {
  if (bytes.length > MAX_BYTES) throw new FileRefused('damaged')
  const { text, encoding } = decoded(bytes)
  const parser = new SaxesParser({ xmlns: true })
  let depth = 0
  parser.on('doctype', () => {
    throw new FileRefused('active')
  })
  parser.on('xmldecl', ({ encoding: said, version }) => {
    if (said !== undefined && said.toLowerCase() !== encoding) throw new FileRefused('damaged')
    if (version !== '1.0') throw new FileRefused('damaged')
  })
  parser.on('processinginstruction', ({ target }) => {
    if (!target.startsWith('mso-')) throw new FileRefused('active')
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    depth += 1
    if (depth > MAX_DEPTH) throw new FileRefused('damaged')
    const isWord = wordHomes.has(uri)
    reader.open({
      name: local,
      home: uri,
      isWord,
      attributes: ownAttributes(uri, isWord, Object.values(attributes)),
    })
  })
  parser.on('closetag', ({ local, uri }) => {
    depth -= 1
    reader.close?.({ name: local, isWord: wordHomes.has(uri) })
  })
  parser.on('text', (piece) => reader.text?.(piece))
  parser.on('cdata', (piece) => reader.text?.(piece))
  const piece = reader.isEnough ? PIECE : text.length
  for (let at = 0; at < text.length; at += piece) {
    parser.write(text.slice(at, at + piece))
    if (reader.isEnough?.()) return
  }
  parser.close()
}

/** Word reads only the attributes of its own home, others' elements those without one: a namesake decides nothing. */
function ownAttributes(home: string, isWord: boolean, attributes: SaxesAttributeNS[]): Map<string, string> {
  return new Map(
    attributes.map(({ local, uri, value }) => {
      const own = uri === (isWord ? home : '')
      return [own ? local : `${uri}}${local}`, value]
    }),
  )
}

function decoded(bytes: Buffer): { text: string; encoding: string } {
  const mark = bytes.toString('hex', 0, 2)
  const wide = { fffe: 'utf-16le', feff: 'utf-16be' }[mark]
  const text = new TextDecoder(wide ?? 'utf-8', { fatal: true }).decode(bytes)
  return { text, encoding: wide ? 'utf-16' : 'utf-8' }
}
