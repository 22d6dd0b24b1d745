import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { fileColumns, namedFiles } from '#server/platform/db/tables.ts'
import { rewrapFile, wrappedKeyOf } from './file-cipher.ts'
import { DecryptError } from './field-cipher.ts'
import type { FilesPort } from '#server/providers/files/port.ts'
import type { Rotation } from './rotate-rows.ts'

export interface FileRotation extends Rotation {
  files: FilesPort
}

/** Files that are changed at once: object storage answers slowly and many at a time. */
const AT_ONCE = 8

type Outcome = 'changed' | 'current' | 'gone' | 'unreadable'

/** Re-encrypts the keys of stored files, not their contents; safe to repeat. Answers how many, and which do not open. */
export async function rotateFiles(
  rotation: FileRotation,
  onProgress: (what: string, files: number) => void,
): Promise<{ changed: number; unreadable: string[] }> {
  let changed = 0
  const unreadable: string[] = []
  for await (const ids of namedFiles(rotation.db)) {
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const some = ids.slice(at, at + AT_ONCE)
      const outcomes = await Promise.all(some.map((id) => rotateFile(rotation, id)))
      changed += outcomes.filter((outcome) => outcome === 'changed').length
      unreadable.push(
        ...some.filter((_, index) => outcomes[index] === 'unreadable').map((id) => `file ${id}`),
      )
    }
    onProgress('files', changed)
  }
  return { changed, unreadable }
}

/** How many files that rows name have a key that the key before encrypted. */
export async function countOldFiles({ db, files, oldPrefix }: Omit<FileRotation, 'cipher'>): Promise<number> {
  let count = 0
  for await (const ids of namedFiles(db)) {
    const keys = await Promise.all(ids.map((id) => wrappedKey(files, id)))
    count += keys.filter((key) => key?.startsWith(oldPrefix)).length
  }
  return count
}

/** A file's encrypted key, of which only the beginning is read; undefined where there is no file, or not one that we wrote. */
async function wrappedKey(files: FilesPort, id: string): Promise<string | undefined> {
  let head = Buffer.alloc(0)
  for await (const piece of (await files.get(id)) ?? []) {
    head = Buffer.concat([head, piece])
    const key = wrappedKeyOf(head)
    if (key !== undefined) return key
  }
  return undefined
}

async function rotateFile({ db, cipher, files, oldPrefix }: FileRotation, id: string): Promise<Outcome> {
  if (!(await wrappedKey(files, id))?.startsWith(oldPrefix)) return 'current'
  const stored = await files.get(id)
  if (!stored) return 'gone'
  try {
    await files.put(id, rewrapFile(cipher, id, await buffer(stored)))
  } catch (error) {
    if (error instanceof DecryptError) return 'unreadable'
    throw error
  }
  if (await isNamed(db, id)) return 'changed'
  // Deleted while it was written: it must not be there again.
  await files.remove(id)
  return 'gone'
}

async function isNamed(db: FileRotation['db'], id: string): Promise<boolean> {
  for (const [table, column] of fileColumns) {
    const { rows } = await sql`
      select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit 1`.execute(db)
    if (rows.length > 0) return true
  }
  return false
}
