import * as z from 'zod/mini'
import { sha256 } from '#server/platform/crypto/digest.ts'

/*
 * What is inside a backup, once it is opened: parts, each a letter, its length (four bytes) and its bytes. `H`ead, then
 * for each table a `T` and pages of `R`ows (a JSON array a line, in the order of the table's columns), then each `F`ile
 * (32 letters of its id, then its bytes, encrypted as they are stored), and the `E`nd, which counts all of it.
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

/** The bytes are not a backup that we made; the message is for whoever tries to restore it. */
export class BackupFault extends Error {
  override name = 'BackupFault'
}

const ID_LETTERS = 32
/** A letter and a length. */
const HEAD_BYTES = 5

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
  const head = Buffer.alloc(HEAD_BYTES)
  head.write(letter)
  head.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([head, bytes])
}

function parsePart(letter: string, bytes: Buffer): BackupPart {
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
  const pieces = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)

  /** The next so many bytes; fewer at the end. */
  async function take(count: number): Promise<Buffer> {
    const waiting = [held]
    let length = held.length
    while (length < count) {
      const { done, value } = await pieces.next()
      if (done) break
      waiting.push(value)
      length += value.length
    }
    const all = Buffer.concat(waiting)
    held = all.subarray(count)
    return all.subarray(0, count)
  }

  try {
    for (let head = await take(HEAD_BYTES); head.length > 0; head = await take(HEAD_BYTES)) {
      const length = requireLength(head, HEAD_BYTES).readUInt32BE(1)
      yield parsePart(head.toString('latin1', 0, 1), requireLength(await take(length), length))
    }
  } finally {
    // What does not open, or is read no further, must not stay open.
    await pieces.return?.()
  }
}

function requireLength(bytes: Buffer, count: number): Buffer {
  if (bytes.length < count) throw new BackupFault('The backup ends in the middle')
  return bytes
}

/** What was counted of a set: how many, and a hash that is the same in whatever order they came. */
export interface Counted {
  count: number
  /** Sum of the SHA-256 of each, modulo 2^256, in hexadecimal. */
  digest: string
}

/** Counts things one after the other. The engines order text differently, so the hash must not depend on it. */
export function createCounter(): { add(text: string | Uint8Array): void; counted(): Counted } {
  let count = 0
  let sum = 0n
  return {
    add(text) {
      count += 1
      sum = BigInt.asUintN(256, sum + BigInt(`0x${sha256(text)}`))
    },
    counted: () => ({ count, digest: sum.toString(16).padStart(64, '0') }),
  }
}
