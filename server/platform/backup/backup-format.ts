import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ReadableStream as NodeStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import * as z from 'zod/mini'
import { syncFolder } from '#server/platform/atomic-file.ts'
import { ByteReader } from '#server/platform/byte-reader.ts'
import { sha256 } from '#server/platform/crypto/digest.ts'
import type { KeyCheckRow } from '#server/platform/db/schema.ts'

/*
 * A backup file: one plain line with the id of its key, then a file in the format of age
 * (https://age-encryption.org/v1), which detects every change.
 */
const headLine = /^agency-backup 2 ([\w-]{32})\n/
const HEAD_BYTES = 'agency-backup 2 \n'.length + 32
/** Logarithm of age's scrypt cost. It is low because the passphrase is a random key of 32 bytes. */
const WORK_FACTOR = 10

/** The key of one backup. */
export interface BackupOpener {
  id: string
  /** 32 random bytes as text. */
  passphrase: string
}

/** `age-encryption` uses the browser's type of streams. */
function streamOf(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return NodeStream.from(source) as ReadableStream<Uint8Array>
}

/** Writes a backup file (0600), which gets its name only when it is complete and synced. Never overwrites a file. */
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
      ? new BackupFault(`${part} exists already: another backup is running, or one was interrupted`)
      : error
  }
  await rename(part, path)
  await syncFolder(dirname(path))
}

export async function backupIdOf(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const id = headLine.exec(buffer.toString('latin1', 0, bytesRead))?.[1]
    if (id === undefined) throw new BackupFault(`${path} is not a backup of this product`)
    return id
  } finally {
    await file.close()
  }
}

/** Yields the parts of a backup file. Throws `BackupFault` at the first altered byte. */
export async function* readBackupFile(
  path: string,
  { passphrase }: BackupOpener,
): AsyncGenerator<BackupPart> {
  const age = new Decrypter()
  age.addPassphrase(passphrase)
  try {
    yield* readParts(await age.decrypt(streamOf(createReadStream(path, { start: HEAD_BYTES }))))
  } catch (error) {
    // Errors of age have no code, unlike those of the disk.
    if (error instanceof BackupFault || (error as NodeJS.ErrnoException).code !== undefined) throw error
    throw new BackupFault(`${path} was altered or is incomplete: nothing was restored`)
  }
}

/*
 * The decrypted content consists of parts, each a letter, its length (four bytes) and its bytes: `H`ead; for each table
 * a `T` and pages of `R`ows (one JSON array per line, in the order of the columns); each `F`ile (its id of 32 letters,
 * then its bytes, encrypted as stored); and the `E`nd with all counts.
 */

export const backupHead = z.object({
  id: z.string(),
  /** Milliseconds. */
  createdAt: z.number(),
  /** Names of the applied migrations. */
  migrations: z.array(z.string()),
})
export type BackupHead = z.infer<typeof backupHead>

const counted = z.object({ count: z.number(), digest: z.string() })

export const backupEnd = z.object({
  tables: z.record(z.string(), counted),
  files: z.extend(counted, {
    /** Files that a row names and the storage no longer had. */
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

/** The file is not a valid backup. The operator reads the message. */
export class BackupFault extends Error {
  override name = 'BackupFault'
}

const ID_LETTERS = 32
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

/** Yields the parts of a decrypted backup, with one in memory at a time. */
export async function* readParts(source: AsyncIterable<Uint8Array>): AsyncGenerator<BackupPart> {
  const reader = new ByteReader(source)
  try {
    for (let head = await reader.take(PART_HEAD_BYTES); head; head = await reader.take(PART_HEAD_BYTES)) {
      const bytes = await reader.take(head.readUInt32BE(1))
      if (!bytes) throw new BackupFault('The backup is incomplete')
      yield parsePart(head.toString('latin1', 0, 1), bytes)
    }
  } finally {
    await reader.close()
  }
}

/** The size and hash of a set. The order of its members does not matter. */
export interface Counted {
  count: number
  /** Sum of the members' SHA-256 modulo 2^256, in hexadecimal. */
  digest: string
}

/** Counts the members of a set. The engines sort text differently, so the hash ignores the order. */
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

/** A summary of a backup that was read and counted completely. */
export interface CheckedBackup {
  head: BackupHead
  end: BackupEnd
  /** Identify the data key that encrypts the rows. */
  keys: KeyCheckRow[]
}

/** Passes the parts on. Throws `BackupFault` at the end if their counts differ from those in the backup. */
export async function* counting(parts: AsyncIterable<BackupPart>): AsyncGenerator<BackupPart> {
  const tables = new Map<string, ReturnType<typeof createCounter>>()
  const files = createCounter()
  let table = createCounter()
  let end: BackupEnd | undefined
  for await (const part of parts) {
    if (end) throw new BackupFault('The backup continues after its end')
    if (part.kind === 'table') tables.set(part.begin.table, (table = createCounter()))
    else if (part.kind === 'rows') part.lines.forEach((line) => table.add(line))
    else if (part.kind === 'file') files.add(Buffer.concat([Buffer.from(part.id), part.bytes]))
    else if (part.kind === 'end') end = part.end
    yield part
  }
  const found = Object.fromEntries([...tables].map(([name, counter]) => [name, counter.counted()]))
  const counted = { tables: found, files: { ...files.counted(), gone: end?.files.gone } }
  if (JSON.stringify(counted) !== JSON.stringify(end)) {
    throw new BackupFault('The content of the backup differs from its own counts')
  }
}

/** Reads a backup to its end and returns its summary. */
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
  // `lineOf` wrote this line from a row of `key_check`.
  return Object.fromEntries(columns.map((column, at) => [column, cells[at]])) as unknown as KeyCheckRow
}
