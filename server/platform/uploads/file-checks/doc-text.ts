import { createFieldReader } from './fields.ts'
import { Refused } from './refused.ts'

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

export interface Fib {
  table: '0table' | '1table'
  names: Place
  pieces: Place
}

/** What the head of the main stream says; throws where it is encrypted, or not that of Word 97 or later. */
export function readFib(main: Buffer): Fib {
  const known = main.readUInt16LE(0) === IDENT && main.readUInt16LE(2) >= WORD_97
  if (!known || sizes.some(([at, size]) => main.readUInt16LE(at) !== size)) throw new Refused('damaged')
  const flags = main.readUInt16LE(FLAGS_AT)
  if ((flags & ENCRYPTED) !== 0) throw new Refused('locked')
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
export function readTemplate({ names }: Fib, table: Buffer): string {
  const listed = cut(table, names)
  if (listed.length === 0) return ''
  const wide = listed.readUInt16LE(0) === 0xffff
  let at = wide ? 6 : 4
  for (let index = 0; wide && index < TEMPLATE; index += 1) at += 2 + listed.readUInt16LE(at) * 2
  if (!wide) throw new Refused('damaged')
  return listed.toString('utf16le', at + 2, at + 2 + listed.readUInt16LE(at) * 2)
}

/** All text of the document, its notes, headers and boxes, piece by piece ([MS-DOC] 2.4.1). */
export function readText(main: Buffer, { pieces }: Fib, table: Buffer): string {
  const listed = cut(table, pieces)
  let at = 0
  while (listed.readUInt8(at) === PROPERTIES) at += 3 + listed.readUInt16LE(at + 1)
  if (listed.readUInt8(at) !== PIECES_FOLLOW) throw new Refused('damaged')
  const plc = cut(listed, { at: at + 5, length: listed.readUInt32LE(at + 1) })
  const count = (plc.length - 4) / (4 + PIECE)
  if (!Number.isInteger(count)) throw new Refused('damaged')
  let text = ''
  for (let index = 0; index < count; index += 1) {
    const length = plc.readUInt32LE(index * 4 + 4) - plc.readUInt32LE(index * 4)
    const place = plc.readUInt32LE((count + 1) * 4 + index * PIECE + 2)
    const narrow = (place & COMPRESSED) !== 0
    const from = narrow ? (place & ~COMPRESSED) / 2 : place
    text += cut(main, { at: from, length: narrow ? length : length * 2 }).toString(
      narrow ? 'latin1' : 'utf16le',
    )
    if (text.length > main.length) throw new Refused('damaged')
  }
  return text
}

/** Holds every field's instruction against the list. */
export function judgeFields(text: string): void {
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
  if (!(length >= 0 && at + length <= bytes.length)) throw new Refused('damaged')
  return bytes.subarray(at, at + length)
}
