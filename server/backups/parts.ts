import * as z from 'zod/mini'

/*
 * What is inside a backup, once it is opened: parts, each a letter, its length (four bytes) and its bytes. `H`ead, then
 * for each table a `T` and pages of `R`ows (a JSON array a line, in the order of the table's columns), then each `F`ile
 * (32 letters of its id, then its bytes, sealed as they are stored), and the `E`nd, which counts all of it.
 */

export const backupHead = z.object({
  id: z.string(),
  /** Milliseconds. */
  createdAt: z.number(),
  /** The names of the migrations that made its tables. */
  migrations: z.array(z.string()),
})
export type BackupHead = z.infer<typeof backupHead>

const counted = z.object({ count: z.number(), digest: z.string() })

export const backupEnd = z.object({
  tables: z.record(z.string(), counted),
  files: z.extend(counted, {
    /** Named by a row and no longer stored when they were fetched. */
    gone: z.number(),
  }),
})
export type BackupEnd = z.infer<typeof backupEnd>

const tableBegin = z.object({ table: z.string(), columns: z.array(z.string()) })
export type TableBegin = z.infer<typeof tableBegin>

export type BackupPart =
  | { kind: 'head'; head: BackupHead }
  | { kind: 'table'; begin: TableBegin }
  /** Each a JSON array. */
  | { kind: 'rows'; lines: string[] }
  | { kind: 'file'; id: string; bytes: Buffer }
  | { kind: 'end'; end: BackupEnd }

/** The bytes are no backup of ours; the message is for whoever tries to restore it. */
export class BackupFault extends Error {
  override name = 'BackupFault'
}

const ID_LETTERS = 32

export function writePart(part: BackupPart): Buffer {
  switch (part.kind) {
    case 'head':
      return framed('H', JSON.stringify(part.head))
    case 'table':
      return framed('T', JSON.stringify(part.begin))
    case 'rows':
      return framed('R', part.lines.join('\n'))
    case 'file':
      return framed('F', Buffer.concat([Buffer.from(part.id), part.bytes]))
    case 'end':
      return framed('E', JSON.stringify(part.end))
  }
}

function framed(letter: string, content: string | Buffer): Buffer {
  const bytes = Buffer.from(content)
  const head = Buffer.alloc(5)
  head.write(letter)
  head.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([head, bytes])
}

function understood(letter: string, bytes: Buffer): BackupPart {
  switch (letter) {
    case 'H':
      return { kind: 'head', head: backupHead.parse(JSON.parse(bytes.toString())) }
    case 'T':
      return { kind: 'table', begin: tableBegin.parse(JSON.parse(bytes.toString())) }
    case 'R':
      return { kind: 'rows', lines: bytes.toString().split('\n') }
    case 'F':
      return { kind: 'file', id: bytes.toString('latin1', 0, ID_LETTERS), bytes: bytes.subarray(ID_LETTERS) }
    case 'E':
      return { kind: 'end', end: backupEnd.parse(JSON.parse(bytes.toString())) }
    default:
      throw new BackupFault('The backup was made by a newer version of this product')
  }
}

/** The parts of an opened backup, one in memory at a time. */
export async function* readParts(source: AsyncIterable<Buffer>): AsyncGenerator<BackupPart> {
  const waiting: Buffer[] = []
  let held = 0
  let needed = 5
  const take = () => {
    const all = Buffer.concat(waiting)
    waiting.length = 0
    held = all.length - needed
    if (held > 0) waiting.push(all.subarray(needed))
    return all.subarray(0, needed)
  }
  let letter = ''
  for await (const piece of source) {
    waiting.push(piece)
    held += piece.length
    while (held >= needed) {
      const bytes = take()
      if (letter === '') {
        letter = bytes.toString('latin1', 0, 1)
        needed = bytes.readUInt32BE(1)
      } else {
        yield understood(letter, bytes)
        letter = ''
        needed = 5
      }
    }
  }
  if (held > 0 || letter !== '') throw new BackupFault('The backup ends in the middle')
}
