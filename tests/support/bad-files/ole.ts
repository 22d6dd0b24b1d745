export interface OlePart {
  name: string
  /** None makes it a storage, which holds the parts that follow it, as many as `holds` says. */
  content?: Buffer
  holds?: number
}

const SECTOR = 512
const NONE = 0xffffffff
const END = 0xfffffffe

/** A compound file with these parts, each beside the one before it ([MS-CFB]); every stream is made at least 4096 bytes long. */
export function buildOle(parts: readonly OlePart[]): Buffer {
  const table: number[] = []
  const sectors: Buffer[] = []
  const add = (bytes: Buffer) => {
    const first = sectors.length
    const count = Math.ceil(bytes.length / SECTOR)
    for (let index = 0; index < count; index += 1) {
      const piece = Buffer.alloc(SECTOR)
      bytes.copy(piece, 0, index * SECTOR, (index + 1) * SECTOR)
      table.push(index === count - 1 ? END : first + index + 1)
      sectors.push(piece)
    }
    return first
  }
  const entries = parts.map(({ name, content, holds = 0 }, index) => {
    const bytes = content && Buffer.concat([content, Buffer.alloc(Math.max(0, 4096 - content.length))])
    const start = bytes ? add(bytes) : 0
    const next = index + 2 + holds
    const beside = next <= parts.length && !endsStorage(parts, index) ? next : NONE
    return entry({
      name,
      kind: bytes ? 2 : 1,
      start,
      size: bytes?.length ?? 0,
      beside,
      child: holds > 0 ? index + 2 : NONE,
    })
  })
  const root = entry({ name: 'Root Entry', kind: 5, start: END, size: 0, beside: NONE, child: 1 })
  const directory = add(Buffer.concat([root, ...entries]))
  const fat = sectors.length
  table.push(0xfffffffd)
  const fatBytes = Buffer.alloc(SECTOR, 0xff)
  table.forEach((next, index) => fatBytes.writeUInt32LE(next, index * 4))
  return Buffer.concat([header(fat, directory), ...sectors, fatBytes])
}

function header(fat: number, directory: number): Buffer {
  const bytes = Buffer.alloc(SECTOR)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes)
  bytes.writeUInt16LE(0x3e, 24)
  bytes.writeUInt16LE(3, 26)
  bytes.writeUInt16LE(0xfffe, 28)
  bytes.writeUInt16LE(9, 30)
  bytes.writeUInt16LE(6, 32)
  bytes.writeUInt32LE(1, 44)
  bytes.writeUInt32LE(directory, 48)
  bytes.writeUInt32LE(4096, 56)
  bytes.writeUInt32LE(END, 60)
  bytes.writeUInt32LE(END, 68)
  bytes.fill(0xff, 76)
  bytes.writeUInt32LE(fat, 76)
  return bytes
}

/** Whether a part is the last of the storage it lies in. */
function endsStorage(parts: readonly OlePart[], index: number): boolean {
  const after = index + (parts[index]?.holds ?? 0)
  return parts.some(({ holds = 0 }, at) => at < index && at + holds === after)
}

interface DirectoryEntry {
  name: string
  kind: number
  start: number
  size: number
  beside: number
  child: number
}

function entry(part: DirectoryEntry): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.write(part.name, 0, 'utf16le')
  bytes.writeUInt16LE((part.name.length + 1) * 2, 64)
  bytes.writeUInt8(part.kind, 66)
  bytes.writeUInt8(1, 67)
  bytes.writeUInt32LE(NONE, 68)
  bytes.writeUInt32LE(part.beside, 72)
  bytes.writeUInt32LE(part.child, 76)
  bytes.writeUInt32LE(part.start, 116)
  bytes.writeUInt32LE(part.size, 120)
  return bytes
}

const TEXT_AT = 1536

export interface WordOptions {
  /** Flags of the head: 0x0100 says encrypted, 0x8000 obfuscated ([MS-DOC] 2.5.2). */
  flags?: number
  /** The path of the template it was made from. */
  template?: string
  /** Written with one byte for a letter, as Word does where it can. */
  narrow?: boolean
}

/** The main stream of a Word document and its table: text in one piece, and the names of files around it. */
function wordStreams(text: string, { flags = 0, template = '', narrow = false }: WordOptions): OlePart[] {
  const main = Buffer.alloc(TEXT_AT)
  const pieces = Buffer.alloc(21)
  pieces.set([2, 16], 0)
  pieces.writeUInt32LE(text.length, 9)
  pieces.writeUInt32LE(narrow ? (TEXT_AT * 2) | 0x40000000 : TEXT_AT, 15)
  const names = Buffer.concat([
    Buffer.from('ffff12000000', 'hex'),
    ...['', template, 'A title'].map((name) => {
      const length = Buffer.alloc(2)
      length.writeUInt16LE(name.length)
      return Buffer.concat([length, Buffer.from(name, 'utf16le')])
    }),
  ])
  main.writeUInt16LE(0xa5ec, 0)
  main.writeUInt16LE(0x00c1, 2)
  main.writeUInt16LE(flags | 0x0200, 0x0a)
  main.writeUInt16LE(14, 32)
  main.writeUInt16LE(22, 62)
  main.writeUInt16LE(93, 152)
  main.writeUInt32LE(pieces.length, 154 + 32 * 8)
  main.writeUInt32LE(names.length, 154 + 32 * 8 + 4)
  main.writeUInt32LE(pieces.length, 154 + 33 * 8 + 4)
  return [
    {
      name: 'WordDocument',
      content: Buffer.concat([main, Buffer.from(text, narrow ? 'latin1' : 'utf16le')]),
    },
    { name: '1Table', content: Buffer.concat([pieces, names]) },
  ]
}

/** A Word 97–2003 document, with more parts. */
export function buildDoc(
  more: readonly OlePart[] = [],
  text = 'Asha Mehta',
  options: WordOptions = {},
): Buffer {
  return buildOle([
    ...wordStreams(text, options),
    { name: '\u0005SummaryInformation', content: Buffer.alloc(100) },
    ...more,
  ])
}

/** A field as the text of such a document spells it. */
export function docField(instruction: string, result = 'x'): string {
  return `\u0013${instruction}\u0014${result}\u0015`
}
