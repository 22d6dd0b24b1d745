/** A compound file's parts, by name, as its directory lists them ([MS-CFB] 2.6). */
export interface OlePart {
  name: string
  kind: 'storage' | 'stream' | 'root'
  /** Whether a storage holds anything. */
  filled: boolean
  start: number
  size: number
}

export interface OleFile {
  parts: OlePart[]
  /** The whole content of a stream; throws when its chain is broken or leads out of the file. */
  read(part: OlePart): Buffer
}

export const OLE_MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex')

const HEADER_BYTES = 512
const ENTRY_BYTES = 128
const NONE = 0xffffffff
/** Special sector numbers begin here. */
const FIRST_SPECIAL = 0xfffffffa
const MINI_BYTES = 64
const kinds = { 1: 'storage', 2: 'stream', 5: 'root' } as const

/** Reads a compound file's directory; throws when it is cut off or contradicts itself. */
export function readOle(bytes: Buffer): OleFile {
  const sectorBytes = 1 << bytes.readUInt16LE(30)
  if (sectorBytes !== 512 && sectorBytes !== 4096) throw new Error('no such sector size')
  const sector = (number: number) => {
    const at = (number + 1) * sectorBytes
    if (number >= FIRST_SPECIAL || at >= bytes.length) throw new Error('a sector outside of the file')
    return bytes.subarray(at, at + sectorBytes)
  }
  const table = tableOf(fatSectors(bytes, sector).map(sector))
  const stream = (start: number) => Buffer.concat(chain(table, start).map(sector))
  const parts = partsOf(stream(bytes.readUInt32LE(48)))
  const root = parts.find(({ kind }) => kind === 'root')
  if (!root) throw new Error('no root')
  const smallerThan = bytes.readUInt32LE(56)
  const mini = () => {
    const small = stream(root.start)
    const smallTable = tableOf([stream(bytes.readUInt32LE(60))])
    return (start: number) =>
      Buffer.concat(
        chain(smallTable, start).map((at) => small.subarray(at * MINI_BYTES, (at + 1) * MINI_BYTES)),
      )
  }
  return {
    parts,
    read(part) {
      const content = part.size < smallerThan ? mini()(part.start) : stream(part.start)
      if (content.length < part.size) throw new Error('a stream that is cut off')
      return content.subarray(0, part.size)
    },
  }
}

/** The sectors that hold the table of all sectors: 109 in the header, the others in sectors of their own. */
function fatSectors(bytes: Buffer, sector: (number: number) => Buffer): number[] {
  const found: number[] = []
  const take = (from: Buffer) => {
    for (let at = 0; at + 4 <= from.length; at += 4) {
      const number = from.readUInt32LE(at)
      if (number < FIRST_SPECIAL) found.push(number)
    }
  }
  take(bytes.subarray(76, HEADER_BYTES))
  let next = bytes.readUInt32LE(68)
  for (let left = bytes.readUInt32LE(72); left > 0 && next < FIRST_SPECIAL; left -= 1) {
    const more = sector(next)
    take(more.subarray(0, -4))
    next = more.readUInt32LE(more.length - 4)
    if (found.length > bytes.length / HEADER_BYTES) throw new Error('a table without end')
  }
  return found
}

function tableOf(sectors: Buffer[]): number[] {
  const all = Buffer.concat(sectors)
  return Array.from({ length: all.length / 4 }, (_, index) => all.readUInt32LE(index * 4))
}

function chain(table: number[], start: number): number[] {
  const found: number[] = []
  for (let at = start; at < FIRST_SPECIAL; at = table[at] ?? NaN) {
    found.push(at)
    if (found.length > table.length) throw new Error('a chain without end')
  }
  return found
}

function partsOf(directory: Buffer): OlePart[] {
  const parts: OlePart[] = []
  for (let at = 0; at + ENTRY_BYTES <= directory.length; at += ENTRY_BYTES) {
    const entry = directory.subarray(at, at + ENTRY_BYTES)
    const kind = kinds[entry.readUInt8(66) as keyof typeof kinds] as OlePart['kind'] | undefined
    if (!kind) continue
    const nameBytes = Math.min(64, Math.max(0, entry.readUInt16LE(64) - 2))
    parts.push({
      name: entry.toString('utf16le', 0, nameBytes),
      kind,
      filled: entry.readUInt32LE(76) !== NONE,
      start: entry.readUInt32LE(116),
      size: entry.readUInt32LE(120),
    })
  }
  return parts
}
