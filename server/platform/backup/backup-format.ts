import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ReadableStream as NodeStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import * as z from 'zod/mini'
import { syncFolder } from '#server/platform/atomic-file.ts'
import { sha256 } from '#server/platform/crypto/digest.ts'
import type { KeyCheckRow } from '#server/platform/db/schema.ts'

/*
 * A backup's file: one line in the clear that says whose key opens it, then all else as a file of age
 * (https://age-encryption.org/v1), in which nothing can be altered, moved or cut off unseen.
 */
const headLine = /^agency-backup 2 ([\w-]{32})\n/
const HEAD_BYTES = 'agency-backup 2 \n'.length + 32
/** Of age's scrypt, as a power of two: the passphrase is a random key of 32 bytes, which nobody guesses. */
const WORK_FACTOR = 10

/** Opens the backup of that id and no other. */
export interface BackupOpener {
  id: string
  /** 32 random bytes as text. */
  passphrase: string
}

/** A stream as `age-encryption` types it: by the browser's name, where this is Node's. */
function streamOf(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return NodeStream.from(source) as ReadableStream<Uint8Array>
}

/** Writes a backup under its name once it is whole and on disk (0600); what is there already is left alone. */
export async function writeBackupFile(
  path: string,
  { id, passphrase }: BackupOpener,
  parts: AsyncIterable<Buffer>,
): Promise<void> {
  const part = `${path}.part`
  async function* bytes() {
    yield Buffer.from(`agency-backup 2 ${id}\n`)
    const age = new Encrypter()
    age.setPassphrase(passphrase)
    age.setScryptWorkFactor(WORK_FACTOR)
    yield* await age.encrypt(streamOf(parts))
  }
  try {
    await pipeline(bytes(), createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }))
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST'
    if (!exists) await rm(part, { force: true })
    throw exists
      ? new BackupFault(`${part} is there already: another backup runs, or one was cut off`)
      : error
  }
  await rename(part, path)
  await syncFolder(dirname(path))
}

/** The id of the backup in that file. */
export async function backupIdOf(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const id = headLine.exec(buffer.toString('latin1', 0, bytesRead))?.[1]
    if (id === undefined) throw new BackupFault(`${path} is no backup of this product`)
    return id
  } finally {
    await file.close()
  }
}

/** What is in a backup's file; throws `BackupFault` at the first byte that is not as it was written. */
export async function* readBackupFile(
  path: string,
  { passphrase }: BackupOpener,
): AsyncGenerator<BackupPart> {
  const age = new Decrypter()
  age.addPassphrase(passphrase)
  try {
    yield* readParts(await age.decrypt(streamOf(createReadStream(path, { start: HEAD_BYTES }))))
  } catch (error) {
    // What age says has no code, unlike what a disk says.
    if (error instanceof BackupFault || (error as NodeJS.ErrnoException).code !== undefined) throw error
    throw new BackupFault(`${path} was altered or cut off: nothing was restored from it`)
  }
}

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
const PART_HEAD_BYTES = 5

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
  const head = Buffer.alloc(PART_HEAD_BYTES)
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
export async function* readParts(source: AsyncIterable<Uint8Array>): AsyncGenerator<BackupPart> {
  const pieces = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)

  /** The next so many bytes; fewer at the end. */
  async function take(count: number): Promise<Buffer> {
    const waiting: Uint8Array[] = [held]
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
    for (let head = await take(PART_HEAD_BYTES); head.length > 0; head = await take(PART_HEAD_BYTES)) {
      const length = requireLength(head, PART_HEAD_BYTES).readUInt32BE(1)
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

/** What a backup says of itself, all of it read and counted. */
export interface CheckedBackup {
  head: BackupHead
  end: BackupEnd
  /** Whose data key its rows are encrypted with. */
  keys: KeyCheckRow[]
}

/** Passes the parts on and counts them; throws `BackupFault` at the end where the counts are not those written down. */
export async function* counting(parts: AsyncIterable<BackupPart>): AsyncGenerator<BackupPart> {
  const tables = new Map<string, ReturnType<typeof createCounter>>()
  const files = createCounter()
  let table = createCounter()
  let end: BackupEnd | undefined
  for await (const part of parts) {
    if (end) throw new BackupFault('The backup goes on after its end')
    if (part.kind === 'table') tables.set(part.begin.table, (table = createCounter()))
    else if (part.kind === 'rows') part.lines.forEach((line) => table.add(line))
    else if (part.kind === 'file') files.add(Buffer.concat([Buffer.from(part.id), part.bytes]))
    else if (part.kind === 'end') end = part.end
    yield part
  }
  const found = Object.fromEntries([...tables].map(([name, counter]) => [name, counter.counted()]))
  const counted = { tables: found, files: { ...files.counted(), gone: end?.files.gone } }
  if (JSON.stringify(counted) !== JSON.stringify(end)) {
    throw new BackupFault('The backup does not hold what its end says')
  }
}

/** Reads a backup to its end and keeps nothing of it. */
export async function checkBackup(parts: AsyncIterable<BackupPart>): Promise<CheckedBackup> {
  let head: BackupHead | undefined
  let end: BackupEnd | undefined
  let columns: string[] = []
  const keys: KeyCheckRow[] = []
  for await (const part of counting(parts)) {
    if (part.kind === 'head') head = part.head
    if (part.kind === 'end') end = part.end
    if (part.kind === 'table') columns = part.begin.table === 'key_check' ? part.begin.columns : []
    if (part.kind === 'rows' && columns.length > 0)
      keys.push(...part.lines.map((line) => keyRow(columns, line)))
  }
  if (!head || !end) throw new BackupFault('The backup has no beginning')
  return { head, end, keys }
}

function keyRow(columns: readonly string[], line: string): KeyCheckRow {
  const cells = JSON.parse(line) as unknown[]
  // A row as `lineOf` wrote it, of the table whose rows these are.
  return Object.fromEntries(columns.map((column, at) => [column, cells[at]])) as unknown as KeyCheckRow
}
