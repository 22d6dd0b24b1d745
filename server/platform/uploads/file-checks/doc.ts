import CFB from 'cfb'
import { FileRefused, isLocalPath, hidesProgram, type FileFault, isSafeAddress } from './refused.ts'

const MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const FIRST = 'Root Entry/'
/** What Word, LibreOffice and WPS keep in a document; macros, controls and other files lie in storages of their own. */
const plain = new Set(
  ['worddocument', '0table', '1table', 'data', '\u0001compobj', '\u0001ole', 'wpscustomdata'].concat([
    '\u0005summaryinformation',
    '\u0005documentsummaryinformation',
    'objectpool/',
    'msodatastore/',
  ]),
)
/** Data of forms and of the cover page, as XML, under names made by chance. */
const dataStore = /^msodatastore\/[^/]+\/(?:item|properties)?$/
/** Streams that an Office document is encrypted in ([MS-OFFCRYPTO] 2.3.2). */
const encryptedParts = new Set(['encryptedpackage', 'encryptioninfo', 'encryptedsummary'])

interface Part {
  /** In small letters, without the root; a storage ends in a slash. */
  path: string
  content: Buffer
}

/** A Word 97–2003 document's fault, or undefined; staff are warned of what this old format hides from us. */
export function checkDoc(bytes: Buffer): FileFault | undefined {
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) return 'wrong kind'
  if (hidesProgram(bytes)) return 'active'
  try {
    if (hasMoreBehind(bytes)) return 'active'
    return judgeParts(readParts(bytes))
  } catch (error) {
    return error instanceof FileRefused ? error.fault : 'damaged'
  }
}

/** A docx that is encrypted by a password is no zip but a compound file; it has a sentence of its own. */
export function isEncryptedOffice(bytes: Buffer): boolean {
  try {
    return (
      bytes.subarray(0, MAGIC.length).equals(MAGIC) &&
      readParts(bytes).some(({ path }) => encryptedParts.has(path))
    )
  } catch {
    return false
  }
}

/** Places in the head of a compound file ([MS-CFB] 2.2). */
const head = { sectorShift: 30, directory: 48, shortTable: 60, tables: 76 }
/** Tables that the head names; they suffice for 7 MB, and no file may have as many. */
const TABLES_IN_HEAD = 109
/** Numbers from here on name no sector: a chain ends, a sector is free, or holds a table. */
const NO_SECTOR = 0xfffffffa
/** Shorter streams lie within the root's own. */
const LEAST_BYTES = 4096

/**
 * Whether anything stands behind the last sector that a stream of the file reaches: a file of another kind, for which the
 * same bytes would pass. A table may call a sector used that no stream leads to.
 */
function hasMoreBehind(bytes: Buffer): boolean {
  const at = (place: number) => bytes.readUInt32LE(place)
  const sectorBytes = 1 << bytes.readUInt16LE(head.sectorShift)
  const numbersOf = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => at(from + index * 4))
  const sectorOf = (index: number) => numbersOf((index + 1) * sectorBytes, sectorBytes / 4)
  const tables = numbersOf(head.tables, TABLES_IN_HEAD)
  const reached = new Set<number>()
  const used = tables.filter((index) => index < NO_SECTOR)
  const next = used.flatMap(sectorOf)
  const streams = CFB.read(bytes, { type: 'buffer' }).FileIndex.filter(
    ({ type, size }) => type === 5 || (type === 2 && size >= LEAST_BYTES),
  ) as { start?: number }[]
  for (const start of [
    at(head.directory),
    at(head.shortTable),
    ...streams.map(({ start }) => start ?? NO_SECTOR),
  ]) {
    for (let sector = start; sector < NO_SECTOR && !reached.has(sector); sector = next[sector] ?? NO_SECTOR)
      reached.add(sector)
  }
  const last = [...used, ...reached].reduce((one, other) => Math.max(one, other), 0)
  return bytes.subarray((last + 2) * sectorBytes).some((byte) => byte !== 0)
}

/** Every entry of the directory, also one that no other leads to: that has a name without the root's before it. */
function readParts(bytes: Buffer): Part[] {
  const { FileIndex, FullPaths } = CFB.read(bytes, { type: 'buffer' })
  const kept = FileIndex.flatMap(({ type, content, size }, index) => {
    const path = FullPaths[index] ?? ''
    const held = Buffer.from((content ?? []) as Uint8Array)
    if (type === 2 && held.length < size) throw new FileRefused('damaged')
    return type === 0 || path === FIRST
      ? []
      : [{ path: path.replace(FIRST, '').toLowerCase(), content: held }]
  })
  if (new Set(kept.map(({ path }) => path)).size !== kept.length) throw new FileRefused('damaged')
  return kept
}

function judgeParts(parts: Part[]): FileFault | undefined {
  const contentOf = (path: string) => parts.find((part) => part.path === path)?.content
  if (parts.some(({ path }) => encryptedParts.has(path))) return 'locked'
  const main = contentOf('worddocument')
  if (!main) return 'wrong kind'
  const fib = readFib(main)
  if (parts.some(({ path }) => !plain.has(path) && !dataStore.test(path))) return 'active'
  // A document that is a link to another says so here ([MS-OLEDS] 2.3.3).
  if (((contentOf('\u0001ole') ?? Buffer.alloc(8)).readUInt32LE(4) & 1) === 1) return 'active'
  const table = contentOf(fib.table)
  if (!table) return 'damaged'
  if (!isLocalPath(readTemplate(fib, table))) return 'active'
  judgeFields(readText(main, fib, table))
  return undefined
}

/** The first bytes of a Word document's main stream and its flags ([MS-DOC] 2.5.2). */
const IDENT = 0xa5ec
const WORD_97 = 0x00c1
const FLAGS_AT = 0x0a
const ENCRYPTED = 0x8100
const SECOND_TABLE = 0x0200
/** Sizes of the parts before the list of places, which are the same since 1997, and where that begins. */
const sizes: [at: number, size: number][] = [
  [32, 14],
  [62, 22],
]
const PLACES_AT = 154
/** Which of the places are the names of files around the document, and its text's pieces. */
const [NAMES, PIECES] = [32, 33]
const TEMPLATE = 1
const [PIECE, PIECES_FOLLOW, PROPERTIES] = [8, 2, 1]
const COMPRESSED = 0x40000000
const [BEGIN, SEPARATE, END] = ['\u0013', '\u0014', '\u0015']
const marksAndWords = new RegExp(`[${BEGIN}${SEPARATE}${END}]|[^${BEGIN}${SEPARATE}${END}]+`, 'g')

interface Place {
  at: number
  length: number
}

interface Fib {
  table: '0table' | '1table'
  names: Place
  pieces: Place
}

/** What the head of the main stream says; throws where it is encrypted, or not that of Word 97 or later. */
function readFib(main: Buffer): Fib {
  const known = main.readUInt16LE(0) === IDENT && main.readUInt16LE(2) >= WORD_97
  if (!known || sizes.some(([at, size]) => main.readUInt16LE(at) !== size)) throw new FileRefused('damaged')
  const flags = main.readUInt16LE(FLAGS_AT)
  if ((flags & ENCRYPTED) !== 0) throw new FileRefused('locked')
  const place = (index: number) => {
    const at = PLACES_AT + index * 8
    return { at: main.readUInt32LE(at), length: main.readUInt32LE(at + 4) }
  }
  return {
    table: (flags & SECOND_TABLE) === 0 ? '0table' : '1table',
    names: place(NAMES),
    pieces: place(PIECES),
  }
}

/** The path of the template that Word opens with the document, or nothing. */
function readTemplate({ names }: Fib, table: Buffer): string {
  const listed = cut(table, names)
  if (listed.length === 0) return ''
  const wide = listed.readUInt16LE(0) === 0xffff
  let at = wide ? 6 : 4
  for (let index = 0; wide && index < TEMPLATE; index += 1) at += 2 + listed.readUInt16LE(at) * 2
  if (!wide) throw new FileRefused('damaged')
  return listed.toString('utf16le', at + 2, at + 2 + listed.readUInt16LE(at) * 2)
}

/** All text of the document, its notes, headers and boxes, piece by piece ([MS-DOC] 2.4.1). */
export function readText(main: Buffer, { pieces }: Fib, table: Buffer): string {
  const listed = cut(table, pieces)
  let at = 0
  while (listed.readUInt8(at) === PROPERTIES) at += 3 + listed.readUInt16LE(at + 1)
  if (listed.readUInt8(at) !== PIECES_FOLLOW) throw new FileRefused('damaged')
  const plc = cut(listed, { at: at + 5, length: listed.readUInt32LE(at + 1) })
  const count = (plc.length - 4) / (4 + PIECE)
  if (!Number.isInteger(count)) throw new FileRefused('damaged')
  let text = ''
  for (let index = 0; index < count; index += 1) {
    const length = plc.readUInt32LE(index * 4 + 4) - plc.readUInt32LE(index * 4)
    const place = plc.readUInt32LE((count + 1) * 4 + index * PIECE + 2)
    const narrow = (place & COMPRESSED) !== 0
    const from = narrow ? (place & ~COMPRESSED) / 2 : place
    text += cut(main, { at: from, length: narrow ? length : length * 2 }).toString(
      narrow ? 'latin1' : 'utf16le',
    )
    if (text.length > main.length) throw new FileRefused('damaged')
  }
  return text
}

/** Holds every field's instruction against the list. */
function judgeFields(text: string): void {
  const fields = createFieldReader()
  for (const [piece] of text.matchAll(marksAndWords)) {
    if (piece === BEGIN) fields.begin()
    else if (piece === SEPARATE) fields.separate()
    else if (piece === END) fields.end()
    else fields.text(piece)
  }
  fields.finish()
}

function cut(bytes: Buffer, { at, length }: Place): Buffer {
  if (!(length >= 0 && at + length <= bytes.length)) throw new FileRefused('damaged')
  return bytes.subarray(at, at + length)
}

/** Fields that say something of the document itself, or lead somewhere when they are clicked (ECMA-376, 17.16.5). */
const known = new Set(
  `PAGE NUMPAGES SECTION SECTIONPAGES DATE TIME CREATEDATE SAVEDATE PRINTDATE EDITTIME HYPERLINK TOC TC TOA TA INDEX XE REF
  NOTEREF PAGEREF STYLEREF SEQ LISTNUM AUTHOR TITLE SUBJECT KEYWORDS COMMENTS FILENAME FILESIZE DOCPROPERTY DOCVARIABLE LASTSAVEDBY
  REVNUM NUMWORDS NUMCHARS TEMPLATE USERNAME USERINITIALS USERADDRESS SYMBOL EQ SHAPE ADVANCE CITATION BIBLIOGRAPHY
  FORMTEXT FORMCHECKBOX FORMDROPDOWN MERGEFIELD =`.split(/\s+/),
)
const MAX_DEPTH = 20

/** Throws unless an instruction is one of those that may be there. */
export function judgeField(instruction: string): void {
  const [, keyword = '', rest = ''] = /^\s*(=|[^\s"\\=]*)([^]*)$/.exec(instruction) ?? []
  if (!known.has(keyword.toUpperCase())) throw new FileRefused('active')
  if (keyword.toUpperCase() !== 'HYPERLINK') return
  // What stands behind \l, \o, \t, \n and \m is a place in the document, or words.
  const address = rest.replaceAll(/\\[lotLOT]\s*(?:"[^"]*"|[^\s"\\]+)?/g, ' ').replaceAll(/\\[a-z*]/gi, ' ')
  const [, quoted, bare] = /"([^"]*)"|(\S+)/.exec(address) ?? []
  if (!isSafeAddress(quoted ?? bare ?? '')) throw new FileRefused('active')
}

/** The fields of a text: where one begins, where its instruction ends, where it ends, and words anywhere. */
export interface FieldReader {
  begin(): void
  separate(): void
  end(): void
  /** Words belong to the innermost field whose instruction is not complete, also those that another field made. */
  text(words: string): void
  /** Whether words now belong to a field's instruction. */
  isTelling(): boolean
  /** Throws when a field is left open. */
  finish(): void
}

export function createFieldReader(): FieldReader {
  const open: { words: string; complete: boolean }[] = []
  const completeInstruction = () => {
    const field = open.at(-1)
    if (!field) throw new FileRefused('damaged')
    if (!field.complete) judgeField(field.words)
    field.complete = true
  }
  return {
    begin() {
      const outer = open.at(-1)
      // A field within an instruction may give it an argument, but neither its name nor where it leads.
      if (outer && !outer.complete && !/^\s*(?!HYPERLINK)\S+\s/i.test(outer.words))
        throw new FileRefused('active')
      if (open.push({ words: '', complete: false }) > MAX_DEPTH) throw new FileRefused('damaged')
    },
    separate: completeInstruction,
    end() {
      completeInstruction()
      open.pop()
    },
    text(words) {
      const field = open.findLast(({ complete }) => !complete)
      if (field) field.words += words
    },
    isTelling: () => open.some(({ complete }) => !complete),
    finish() {
      if (open.length > 0) throw new FileRefused('damaged')
    },
  }
}
