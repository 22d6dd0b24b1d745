import { buffer } from 'node:stream/consumers'
import { decryptFile, encryptBytes } from '#server/platform/crypto/file-cipher.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { announceFile, settleFiles } from '#server/platform/db/tables.ts'
import { newId } from '#server/platform/ids.ts'
import type { FilesPort } from '#server/providers/files/port.ts'

/** What is named is not in the storage. */
export class MissingDocument extends Error {
  override name = 'MissingDocument'
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

/** The clear bytes of what is stored under that id; throws `MissingDocument`, and `DecryptError` where it was altered. */
export async function readDocument(
  { files, cipher }: Pick<Storage, 'files' | 'cipher'>,
  id: string,
): Promise<Buffer> {
  const encrypted = await files.get(id)
  if (!encrypted)
    throw new MissingDocument(`the file storage has no document ${id}: restore it from a backup`)
  return buffer(decryptFile(cipher, id, encrypted))
}

/** Removes announced documents that nobody names; what the storage does not remove now, the sweep does later. */
export async function forgetDocuments(
  { db, files }: Pick<Storage, 'db' | 'files'>,
  ids: readonly string[],
): Promise<void> {
  const forget = async (id: string) => {
    await files.remove(id)
    await settleFiles(db, [id])
  }
  await Promise.allSettled(ids.map(forget))
}
