import type { Db } from '#server/platform/db/client.ts'
import { announceFile, settleFiles } from '#server/platform/db/pending-files.ts'
import type { Clock } from '#server/platform/clock.ts'
import { decryptFile, encryptBytes } from '#server/platform/crypto/file-cipher.ts'
import { newId } from '#server/platform/ids.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { FilesPort } from '#server/providers/files/port.ts'

export interface DocumentDeps {
  db: Db
  cipher: FieldCipher
  clock: Clock
  files: FilesPort
}

/** What is named is not in the storage. */
export class MissingDocument extends Error {
  override name = 'MissingDocument'
}

/** Stores a document and returns its id; it is swept unless a commit names it and settles its announcement. */
export async function storeDocument(deps: DocumentDeps, bytes: Uint8Array): Promise<string> {
  const id = newId()
  await announceFile(deps.db, { id, now: deps.clock.now() })
  const clear = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  await deps.files.put(id, await encryptBytes(deps.cipher, id, clear))
  return id
}

/** The clear bytes of what is stored under that id; throws `MissingDocument`, and `DecryptError` where it was altered. */
export async function readDocument(
  { files, cipher }: Pick<DocumentDeps, 'files' | 'cipher'>,
  id: string,
): Promise<Buffer> {
  const encrypted = await files.get(id)
  if (!encrypted) throw new MissingDocument('a document is not in the storage')
  const pieces: Buffer[] = []
  for await (const piece of decryptFile(cipher, id, encrypted)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Removes an announced document that nobody names; what the storage does not remove now, the sweep does later. */
export async function forgetDocument({ db, files }: DocumentDeps, id: string): Promise<void> {
  const forget = async () => {
    await files.remove(id)
    await settleFiles(db, [id])
  }
  await Promise.allSettled([forget()])
}
