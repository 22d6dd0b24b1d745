import { crc32, deflateRawSync } from 'node:zlib'

/** One entry of a zip, with every lie a zip can tell. */
export interface ZipPart {
  name: string | Buffer
  content: Buffer | string
  /** Stored as it is instead of deflated. */
  stored?: boolean
  /** Bytes put there as they are, for `content` of another size. */
  packed?: Buffer
  /** Size the directory and the header claim. */
  claimedSize?: number
  /** General purpose flags; bit 0 is encryption. */
  flags?: number
  method?: number
  /** Offset the directory claims. */
  offset?: number
  /** Name in the header, when it differs from that in the directory. */
  headerName?: string
  /** Only in the directory: the header and the bytes are another entry's. */
  directoryOnly?: boolean
}

interface Around {
  front?: Buffer
  behind?: Buffer
  comment?: string
  /** Whether offsets count from the front's beginning. */
  adjusted?: boolean
}

/** Writes a zip by hand, honest unless told otherwise (APPNOTE.TXT). */
export function buildZip(parts: readonly ZipPart[], around: Around = {}): Buffer {
  const { front = Buffer.alloc(0), behind = Buffer.alloc(0), comment = '' } = around
  const base = around.adjusted ? front.length : 0
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const part of parts) {
    const content = Buffer.from(part.content)
    const packed = part.packed ?? (part.stored ? content : deflateRawSync(content))
    const name = Buffer.from(part.name)
    const fields = Buffer.alloc(22)
    fields.writeUInt16LE(part.flags ?? 0x0800, 2)
    fields.writeUInt16LE(part.method ?? (part.stored ? 0 : 8), 4)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(part.claimedSize ?? content.length, 18)
    const offset = part.offset ?? at + base
    if (!part.directoryOnly) {
      const headerName = Buffer.from(part.headerName ?? part.name)
      const header = Buffer.concat([
        Buffer.from('504b0304', 'hex'),
        fields,
        u16(headerName.length),
        u16(0),
        headerName,
      ])
      pieces.push(header, packed)
      at += header.length + packed.length
    }
    directory.push(
      Buffer.concat([
        Buffer.from('504b01021400', 'hex'),
        fields,
        u16(name.length),
        Buffer.alloc(12),
        u32(offset),
        name,
      ]),
    )
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.concat([
    Buffer.from('504b050600000000', 'hex'),
    u16(parts.length),
    u16(parts.length),
    u32(listed.length),
    u32(at + base),
    u16(comment.length),
    Buffer.from(comment),
  ])
  return Buffer.concat([front, ...pieces, listed, end, behind])
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
