import { buffer } from 'node:stream/consumers'
import { decryptFile, encryptBytes } from '#server/platform/crypto/file-cipher.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { newId } from '#server/platform/ids.ts'
import { forEachItem } from '#server/platform/jobs/schedule.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { FilesPort } from '#server/providers/files/port.ts'

/** The named document is not in the storage; if another one replaced it just now, the next attempt finds that. */
export class MissingDocument extends Error {
  override name = 'MissingDocument'
  readonly statusCode = 503
}

interface Storage {
  db: Db
  cipher: FieldCipher
  files: FilesPort
  clock: { now(): number }
}

/** Stores a document encrypted and returns its id; it is swept unless a commit names it and settles its announcement. */
export async function storeDocument(
  { db, cipher, files, clock }: Storage,
  bytes: Uint8Array,
): Promise<string> {
  const id = newId()
  await announceFile(db, { id, now: clock.now() })
  const clear = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  await files.put(id, await encryptBytes(cipher, id, clear))
  return id
}

/** Returns the decrypted document of that id; throws `MissingDocument`, and `DecryptError` if it was altered. */
export async function readDocument(
  { files, cipher }: Pick<Storage, 'files' | 'cipher'>,
  id: string,
): Promise<Buffer> {
  const encrypted = await files.get(id)
  if (!encrypted)
    throw new MissingDocument(`the file storage has no document ${id}: restore it from a backup`)
  return buffer(decryptFile(cipher, id, encrypted))
}

/** Removes announced documents that no row names; what the storage does not remove now, the sweep does later. */
export async function forgetDocuments(storage: Pick<Storage, 'db' | 'files'>, ids: readonly string[]) {
  await Promise.allSettled(ids.map((id) => forget(storage, id)))
}

async function forget({ db, files }: Pick<Storage, 'db' | 'files'>, id: string): Promise<void> {
  await files.remove(id)
  await settleFiles(db, [id])
}

/** Records that a file is about to be stored, so that it is found if no row ever names it. */
export async function announceFile(db: Db, file: { id: string; now: number }): Promise<void> {
  await db.insertInto('pending_files').values({ id: file.id, created_at: file.now }).execute()
}

/** Removes the announcements of files that a row names, or that are gone. */
export async function settleFiles(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('pending_files').where('id', 'in', ids).execute()
}

/** Milliseconds after which an announced file belongs to no running upload, since those end within a quarter of an hour. */
export const ORPHAN_AGE_MS = 60 * 60 * 1000

/**
 * Removes announced files that no row names, once they are too old to belong to a running upload; returns how many. It
 * reads the announcements and not the storage, which may hold another installation's files.
 */
export async function sweepOrphans(
  storage: Pick<Storage, 'db' | 'files' | 'clock'> & { log: Log },
  signal?: AbortSignal,
): Promise<number> {
  const before = storage.clock.now() - ORPHAN_AGE_MS
  const announced = storage.db.selectFrom('pending_files').select('id').where('created_at', '<', before)
  const items = { log: storage.log, name: 'file', idOf: ({ id }: { id: string }) => id, signal }
  return forEachItem(await announced.execute(), items, ({ id }) => forget(storage, id))
}
