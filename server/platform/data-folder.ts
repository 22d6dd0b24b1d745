import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DATA_KEY_BYTES } from './crypto/field-cipher.ts'

/** The start cannot continue; the message is one line for the person who started it. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Makes DATA_DIR (0700) if it is missing; throws `StartError` if it cannot be made or written. */
export function openDataFolder(folder: string): void {
  // Everything made from here on, including the database's files, is accessible only to its owner.
  process.umask(0o077)
  try {
    makeFolder(folder)
    chmodSync(folder, 0o700)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    const probe = join(folder, `.probe-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code ?? 'unknown'
    throw new StartError(
      `DATA_DIR ${folder} cannot be written (${reason}): choose another folder or correct its permissions`,
    )
  }
}

/**
 * Makes a folder (0700) and those above it. Node's recursive mkdir never ends where the parent exists and still nothing can
 * be made in it (seen under /proc, Node 26).
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

/** SQLite's result code for a lock of another process. */
const SQLITE_BUSY = 5

/**
 * Locks the folder for this process until `release`; throws `StartError` if another has locked it. The lock is an
 * SQLite file held open in an exclusive transaction: the operating system releases it when its holder ends in any
 * way, and no process id can be confused.
 */
export function lockDataFolder(folder: string): { release(): void } {
  const lock = new DatabaseSync(join(folder, 'agency.lock'))
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock.close()
    if (((error as { errcode?: number }).errcode ?? 0) % 256 !== SQLITE_BUSY) throw error
    throw new StartError(`DATA_DIR ${folder} is in use by another server: stop it or choose another folder`)
  }
  return { release: () => lock.close() }
}

/** Returns the master key in the folder; undefined if there is none. Throws `StartError` if its file holds no key. */
export function storedDataKey(folder: string): Buffer | undefined {
  const file = keyFile(folder)
  if (!existsSync(file)) return undefined
  return parseDataKey(readFileSync(file, 'utf8').trim()) ?? refuseKey(file)
}

/** Returns the master key in the folder (0600), made at the first start and complete once it has its name. */
export function localDataKey(folder: string): Buffer {
  const known = storedDataKey(folder)
  if (known) return known
  const fresh = join(folder, `.data.key-${process.pid}`)
  writeFileSync(fresh, randomBytes(DATA_KEY_BYTES).toString('base64url') + '\n', { mode: 0o600, flush: true })
  try {
    linkSync(fresh, keyFile(folder))
  } catch (error) {
    // Another process was first: its key is the folder's.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(fresh)
  }
  return storedDataKey(folder) ?? refuseKey(keyFile(folder))
}

function keyFile(folder: string): string {
  return join(folder, 'data.key')
}

function refuseKey(file: string): never {
  throw new StartError(
    `${file} does not hold a key: restore it from a backup; what it encrypted cannot be read without it`,
  )
}

/** Parses a master key: 32 bytes as base64, base64url or hexadecimal; undefined if it is none. */
export function parseDataKey(text: string): Buffer | undefined {
  const encoding = /^[0-9a-f]{64}$/i.test(text) ? 'hex' : /^[\w+/-]{43}=?$/.test(text) ? 'base64' : undefined
  return encoding && Buffer.from(text, encoding)
}
