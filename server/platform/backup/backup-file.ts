import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { decryptFile, encryptFile } from '#server/platform/crypto/file-cipher.ts'
import { type FieldCipher, DecryptError } from '#server/platform/crypto/field-cipher.ts'
import { syncFolder } from '#server/platform/atomic-file.ts'
import { BackupFault, type BackupPart, readParts } from './parts.ts'

/*
 * A backup's file: one line in the clear that says whose key opens it, then all else encrypted in chunks as stored files
 * are (`server/platform/crypto/file-cipher.ts`), so that nothing in it can be altered, moved or cut off unseen.
 */
const headLine = /^agency-backup 1 ([\w-]{32})\n/
const HEAD_BYTES = 'agency-backup 1 \n'.length + 32

/** Writes a backup under its name once it is whole and on disk (0600); what is there already is left alone. */
export async function writeBackupFile(
  path: string,
  { id, cipher }: { id: string; cipher: FieldCipher },
  parts: AsyncIterable<Buffer>,
): Promise<void> {
  const part = `${path}.part`
  async function* bytes() {
    yield Buffer.from(`agency-backup 1 ${id}\n`)
    yield* encryptFile(cipher, id, parts)
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
  { id, cipher }: { id: string; cipher: FieldCipher },
): AsyncGenerator<BackupPart> {
  try {
    yield* readParts(decryptFile(cipher, id, createReadStream(path, { start: HEAD_BYTES })))
  } catch (error) {
    if (!(error instanceof DecryptError)) throw error
    throw new BackupFault(`${path} was altered or cut off: nothing was restored from it`)
  }
}
