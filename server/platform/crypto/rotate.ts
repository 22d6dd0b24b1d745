import { buffer } from 'node:stream/consumers'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db/client.ts'
import {
  type AnyRow,
  fileColumns,
  namedFiles,
  pagesOf,
  primaryKeys,
  type Table,
  tableNames,
} from '#server/platform/db/tables.ts'
import type { FilesPort } from '#server/providers/files/port.ts'
import { DecryptError, openOr, type FieldCipher } from './field-cipher.ts'
import { rewrapFile, wrappedKeyOf } from './file-cipher.ts'

interface Rotation {
  db: Db
  files: FilesPort
  /** Decrypts with both keys and encrypts with the current one. */
  cipher: FieldCipher
  /** The prefix of values that the previous key encrypted. */
  oldPrefix: string
  /** Only counts what is left to re-encrypt. */
  dryRun: boolean
}

/** How many rows or files were re-encrypted, or are left, and which values cannot be decrypted. */
interface Rotated {
  count: number
  unreadable: string[]
}

type Tell = (what: string, count: number) => void

interface EncryptedTable {
  table: Table
  columns: readonly string[]
}

/** Returns every table with its text columns. They come from the database itself, so none can be forgotten. */
async function encryptedTables(db: Db): Promise<EncryptedTable[]> {
  const found = await db.introspection.getTables()
  return (
    tableNames
      .map((table) => {
        const key: readonly string[] = primaryKeys[table]
        const columns = found.find(({ name }) => name === table)?.columns ?? []
        const texts = columns.filter(({ dataType }) => dataType.toLowerCase() === 'text')
        return { table, columns: texts.map(({ name }) => name).filter((name) => !key.includes(name)) }
      })
      // `key_check` changes only when a rotation begins or ends.
      .filter(({ table, columns }) => table !== 'key_check' && columns.length > 0)
  )
}

function anyOld({ columns }: EncryptedTable, prefix: string): RawBuilder<boolean> {
  const isOld = (column: string) => sql`substr(${sql.ref(column)}, 1, ${sql.lit(prefix.length)}) = ${prefix}`
  return sql<boolean>`(${sql.join(columns.map(isOld), sql` or `)})`
}

/**
 * Re-encrypts rows while servers write, one page per commit. A row that changed meanwhile is left for the next round.
 * Safe to repeat after a crash.
 */
export async function rotateRows(rotation: Rotation, tell: Tell): Promise<Rotated> {
  const { db, oldPrefix, dryRun } = rotation
  const all: Rotated = { count: 0, unreadable: [] }
  for (const table of await encryptedTables(db)) {
    let inTable = 0
    for await (const rows of pagesOf(db, table.table, anyOld(table, oldPrefix))) {
      inTable += dryRun
        ? rows.length
        : await rotatePage(rotation, table, { rows, unreadable: all.unreadable })
      tell(table.table, inTable)
    }
    all.count += inTable
  }
  return all
}

async function rotatePage(
  { db, cipher, oldPrefix }: Rotation,
  { table, columns }: EncryptedTable,
  { rows, unreadable }: { rows: readonly AnyRow[]; unreadable: string[] },
): Promise<number> {
  const changes = rows.map((row) => {
    const id = primaryKeys[table].map((part) => row[part]).join('/')
    const fresh = new Map<string, string>()
    for (const column of columns) {
      const old = String(row[column])
      if (!old.startsWith(oldPrefix)) continue
      const place = { table, column, row: id }
      const again = openOr(() => cipher.encrypt(place, cipher.decrypt(place, old)), undefined)
      if (again === undefined) unreadable.push(`${table}.${column} ${id}`)
      else fresh.set(column, again)
    }
    return { row, fresh }
  })
  return db.transaction().execute(async (trx) => {
    let changed = 0
    for (const change of changes) if (await update(trx, table, change)) changed += 1
    return changed
  })
}

/** Updates a row unless it changed since it was read. */
async function update(
  trx: Db,
  table: Table,
  { row, fresh }: { row: AnyRow; fresh: ReadonlyMap<string, string> },
): Promise<boolean> {
  if (fresh.size === 0) return false
  const set = [...fresh].map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const same = [...primaryKeys[table], ...fresh.keys()].map(
    (column) => sql`${sql.ref(column)} = ${row[column]}`,
  )
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.join(set)} where ${sql.join(same, sql` and `)}`.execute(trx)
  return numAffectedRows === 1n
}

/** Files processed in parallel, because object storage answers slowly. */
const AT_ONCE = 8

/** Re-encrypts the keys of stored files, not their contents; safe to repeat. */
export async function rotateFiles(rotation: Rotation, tell: Tell): Promise<Rotated> {
  const all: Rotated = { count: 0, unreadable: [] }
  for await (const ids of namedFiles(rotation.db)) {
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const some = ids.slice(at, at + AT_ONCE)
      const outcomes = await Promise.all(some.map((id) => rotateFile(rotation, id)))
      all.count += outcomes.filter((outcome) => outcome === 'changed').length
      all.unreadable.push(
        ...some.filter((_, each) => outcomes[each] === 'unreadable').map((id) => `file ${id}`),
      )
    }
    tell('files', all.count)
  }
  return all
}

async function rotateFile(
  { db, cipher, files, oldPrefix, dryRun }: Rotation,
  id: string,
): Promise<'changed' | 'left' | 'unreadable'> {
  if (!(await wrappedKey(files, id))?.startsWith(oldPrefix)) return 'left'
  if (dryRun) return 'changed'
  const stored = await files.get(id)
  if (!stored) return 'left'
  try {
    await files.put(id, rewrapFile(cipher, id, await buffer(stored)))
  } catch (error) {
    if (error instanceof DecryptError) return 'unreadable'
    throw error
  }
  if (await isNamed(db, id)) return 'changed'
  // The file was deleted while it was rewritten, so it must not come back.
  await files.remove(id)
  return 'left'
}

/** Reads only the beginning of a file and returns its encrypted key; undefined if there is none. */
async function wrappedKey(files: FilesPort, id: string): Promise<string | undefined> {
  let head = Buffer.alloc(0)
  for await (const piece of (await files.get(id)) ?? []) {
    head = Buffer.concat([head, piece])
    const key = wrappedKeyOf(head)
    if (key !== undefined) return key
  }
  return undefined
}

async function isNamed(db: Db, id: string): Promise<boolean> {
  for (const [table, column] of fileColumns) {
    const { rows } = await sql`
      select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit 1`.execute(db)
    if (rows.length > 0) return true
  }
  return false
}
