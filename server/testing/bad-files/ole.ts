interface OlePart {
  name: string
  /** None makes it a storage. */
  content?: Buffer
  /** Whether a storage has a child, which is the next part. */
  filled?: boolean
}

const SECTOR = 512
const NONE = 0xffffffff
const END = 0xfffffffe

/** A compound file with these parts beside one another ([MS-CFB]); every stream is made at least 4096 bytes long. */
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
  const entries = parts.map(({ name, content, filled }) => {
    const bytes = content && Buffer.concat([content, Buffer.alloc(Math.max(0, 4096 - content.length))])
    const start = bytes ? add(bytes) : 0
    return entry({ name, kind: bytes ? 2 : 1, start, size: bytes?.length ?? 0, child: filled ? 1 : NONE })
  })
  const root = entry({ name: 'Root Entry', kind: 5, start: END, size: 0, child: 1 })
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

function entry(part: { name: string; kind: number; start: number; size: number; child: number }): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.write(part.name, 0, 'utf16le')
  bytes.writeUInt16LE((part.name.length + 1) * 2, 64)
  bytes.writeUInt8(part.kind, 66)
  bytes.writeUInt8(1, 67)
  bytes.writeUInt32LE(NONE, 68)
  bytes.writeUInt32LE(NONE, 72)
  bytes.writeUInt32LE(part.child, 76)
  bytes.writeUInt32LE(part.start, 116)
  bytes.writeUInt32LE(part.size, 120)
  return bytes
}

/** The main stream of a Word document; `encrypted` sets the bit that says so ([MS-DOC] 2.5.2). */
export function wordStream(text = 'Asha Mehta', { encrypted = false } = {}): Buffer {
  const bytes = Buffer.alloc(1536)
  bytes.writeUInt16LE(0xa5ec, 0)
  bytes.writeUInt16LE(0x00c1, 2)
  bytes.writeUInt16LE(encrypted ? 0x0100 : 0, 0x0a)
  return Buffer.concat([bytes, Buffer.from(text, 'utf16le')])
}

/** A Word 97–2003 document, with more parts. */
export function buildDoc(more: readonly OlePart[] = [], main = wordStream()): Buffer {
  return buildOle([
    { name: 'WordDocument', content: main },
    { name: '1Table', content: Buffer.alloc(100) },
    { name: '\u0005SummaryInformation', content: Buffer.alloc(100) },
    ...more,
  ])
}
