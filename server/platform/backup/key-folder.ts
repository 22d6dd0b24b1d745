import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { ErasureRow } from '#server/platform/db/schema.ts'
import { freshBytes, newId } from '#server/platform/ids.ts'
import { type FieldCipher, DecryptError } from '#server/platform/crypto/field-cipher.ts'
import { writeWhole } from '#server/platform/atomic-file.ts'
import { BackupFault, type BackupOpener } from './backup-format.ts'

/*
 * The folder of backup keys: one file per backup with its own key, and one file with recent erasures, all encrypted
 * with BACKUP_KEY. Deleting a key makes every copy of its backup unreadable.
 */

/** Milliseconds for which a backup can be restored: 35 days, after which erased people are gone from backups too. */
export const BACKUP_LIFE_MS = 35 * 86_400_000

const KEY_BYTES = 32
const ENDING = '.key'
const ERASURES = 'erasures.sealed'
const keyName = /^[\w-]{32}\.key$/

const keyFile = z.object({ created_at: z.number(), sealed: z.string() })
const wrappedKey = z.object({ created_at: z.number(), key: z.string() })

export interface KeyFolder {
  path: string
  /** The cipher of BACKUP_KEY. */
  cipher: FieldCipher
}

export interface BackupKey {
  id: string
  /** Milliseconds. */
  createdAt: number
}

function placeOf(id: string) {
  return { table: 'backup_keys', column: 'key', row: id }
}

/** Creates the key of a new backup. The key is on disk when this resolves. */
export async function newBackupKey(folder: KeyFolder, now: number): Promise<BackupKey & BackupOpener> {
  const id = newId()
  const passphrase = freshBytes(KEY_BYTES).toString('base64url')
  const text = JSON.stringify({ created_at: now, key: passphrase })
  const content = { created_at: now, sealed: folder.cipher.encrypt(placeOf(id), text) }
  await write(folder.path, id + ENDING, JSON.stringify(content))
  return { id, createdAt: now, passphrase }
}

/** Returns the key of a backup. Throws `BackupFault` if it is missing, too old or of another BACKUP_KEY. */
export async function backupOpener(folder: KeyFolder, id: string, now: number): Promise<BackupOpener> {
  const kept = await readKey(folder.path, id + ENDING)
  if (!kept || kept === wiped) {
    throw new BackupFault(
      `The key of this backup is not in ${folder.path}: it was destroyed after 35 days, or BACKUP_KEYS_DIR is wrong`,
    )
  }
  const { created_at: createdAt, key } = wrappedKey.parse(
    JSON.parse(openText(folder, placeOf(id), kept.sealed)),
  )
  if (isPast(createdAt, now)) {
    throw new BackupFault('This backup is older than 35 days and must not be restored')
  }
  return { id, passphrase: key }
}

function openText({ cipher, path }: KeyFolder, place: ReturnType<typeof placeOf>, sealed: string): string {
  try {
    return cipher.decrypt(place, sealed)
  } catch (error) {
    if (!(error instanceof DecryptError)) throw error
    throw new BackupFault(
      `BACKUP_KEY is not the one that encrypted the keys in ${path}, or they were altered`,
    )
  }
}

/** Returns every backup that can still be restored, newest first. Does not need BACKUP_KEY. */
export async function listBackupKeys(path: string): Promise<BackupKey[]> {
  const kept = await Promise.all(
    (await keyNames(path)).map(async (name) => {
      const key = await readKey(path, name)
      return key ? [{ id: name.slice(0, -ENDING.length), createdAt: key.created_at }] : []
    }),
  )
  return kept.flat().toSorted((one, other) => other.createdAt - one.createdAt)
}

/** Destroys the keys past their time at `dueAt` (milliseconds), all even if one fails. Does not need BACKUP_KEY. */
export async function destroyPassedKeys(path: string, dueAt: number): Promise<void> {
  const passed = (await listBackupKeys(path)).filter(({ createdAt }) => isPast(createdAt, dueAt))
  const results = await Promise.allSettled(passed.map(({ id }) => destroyKey(path, id)))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

/** Destroys one key. Overwrites the file before deleting it, because deleting alone leaves the bytes on many disks. */
export async function destroyKey(path: string, id: string): Promise<void> {
  const name = join(path, id + ENDING)
  const file = await open(name, 'r+').catch(ignoreMissing)
  if (!file) return
  try {
    const { size } = await file.stat()
    await file.write(Buffer.alloc(size), 0, size, 0)
    await file.sync()
  } finally {
    await file.close()
  }
  await rm(name, { force: true })
}

/** The content after a crash between overwriting and deleting. */
const wiped = { created_at: 0, sealed: '' }

/** Stores who was erased, so that a restored backup does not bring them back, until no older backup can be restored. */
export async function storeErasures(
  folder: KeyFolder,
  erasures: readonly ErasureRow[],
  dueAt: number,
): Promise<void> {
  const all = new Map([...(await readErasures(folder)), ...erasures].map((erasure) => [erasure.id, erasure]))
  const kept = [...all.values()].filter(({ at }) => !isPast(at, dueAt))
  await write(folder.path, ERASURES, folder.cipher.encrypt(placeOf(ERASURES), JSON.stringify(kept)))
}

/** Returns the stored erasures; none before the first. */
export async function readErasures(folder: KeyFolder): Promise<ErasureRow[]> {
  const sealed = await readFile(join(folder.path, ERASURES), 'utf8').catch(ignoreMissing)
  // Only `storeErasures` writes this file.
  return sealed === undefined ? [] : (JSON.parse(openText(folder, placeOf(ERASURES), sealed)) as ErasureRow[])
}

function isPast(createdAt: number, now: number): boolean {
  return now - createdAt > BACKUP_LIFE_MS
}

async function keyNames(path: string): Promise<string[]> {
  const names = (await readdir(path).catch(ignoreMissing)) ?? []
  return names.filter((name) => keyName.test(name))
}

async function readKey(path: string, name: string): Promise<z.infer<typeof keyFile> | undefined> {
  const text = await readFile(join(path, name), 'utf8').catch(ignoreMissing)
  if (text === undefined) return undefined
  return /^\0*$/.test(text) ? wiped : keyFile.parse(JSON.parse(text))
}

async function write(folder: string, name: string, text: string): Promise<void> {
  if (!existsSync(folder)) await mkdir(folder, { mode: 0o700 })
  await writeWhole(join(folder, name), text, join(folder, `${name}.${newId()}.part`))
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}
