import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db/client.ts'
import { type AnyRow, pagesOf, primaryKeys, type Table, tableNames } from '#server/platform/db/tables.ts'
import { openOr, type FieldCipher } from './field-cipher.ts'

export interface Rotation {
  db: Db
  /** Opens what the key before encrypted and encrypts with the new one. */
  cipher: FieldCipher
  /** How values begin that the key before encrypted. */
  oldPrefix: string
}

/** A table with those of its columns that may hold encrypted values. */
interface EncryptedTable {
  table: Table
  columns: readonly string[]
}

/** Few enough that a server that writes to SQLite waits for a blink. */
const COMMIT_ROWS = 100

/** Holds the key's own marker, which changes when a rotation begins and when it ends. */
const ownTable = 'key_check'

/** Every table with its columns of text, found in the database itself: none is forgotten. */
async function encryptedTables(db: Db): Promise<EncryptedTable[]> {
  const found = await db.introspection.getTables()
  return tableNames
    .filter((table) => table !== ownTable)
    .map((table) => {
      const key: readonly string[] = primaryKeys[table]
      const columns = found.find(({ name }) => name === table)?.columns ?? []
      const texts = columns.filter(({ dataType }) => dataType.toLowerCase() === 'text')
      return { table, columns: texts.map(({ name }) => name).filter((name) => !key.includes(name)) }
    })
    .filter(({ columns }) => columns.length > 0)
}

function beginsWith(column: string, prefix: string): RawBuilder<boolean> {
  return sql<boolean>`substr(${sql.ref(column)}, 1, ${sql.lit(prefix.length)}) = ${prefix}`
}

function anyOld({ columns }: EncryptedTable, prefix: string): RawBuilder<boolean> {
  const each = columns.map((column) => beginsWith(column, prefix))
  return sql<boolean>`(${sql.join(each, sql` or `)})`
}

/** How many rows were re-encrypted, and the values that do not decrypt. */
export interface Rotated {
  changed: number
  unreadable: string[]
}

/**
 * Re-encrypts whatever the previous key encrypted, some rows in each commit, beside servers that write: a row that was
 * written meanwhile is left to the next round. Run it again after a crash: what is done is not done twice. Answers with
 * how many rows it changed, and names those that do not open.
 */
export async function rotateRows(
  rotation: Rotation,
  onProgress: (table: string, rows: number) => void,
): Promise<Rotated> {
  const all: Rotated = { changed: 0, unreadable: [] }
  for (const table of await encryptedTables(rotation.db)) {
    let inTable = 0
    const old = anyOld(table, rotation.oldPrefix)
    for await (const rows of pagesOf(rotation.db, table.table, old)) {
      const { changed, unreadable } = await rotatePage(rotation, table, rows)
      all.unreadable.push(...unreadable)
      inTable += changed
      onProgress(table.table, inTable)
    }
    all.changed += inTable
  }
  return all
}

/** How many rows hold a value that the key before encrypted. */
export async function countOldRows({ db, oldPrefix }: Pick<Rotation, 'db' | 'oldPrefix'>): Promise<number> {
  let count = 0
  for (const table of await encryptedTables(db)) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table.table)} where ${anyOld(table, oldPrefix)}`.execute(db)
    count += Number(rows[0]?.count ?? 0)
  }
  return count
}

async function rotatePage(
  { db, cipher, oldPrefix }: Rotation,
  { table, columns }: EncryptedTable,
  rows: readonly AnyRow[],
): Promise<Rotated> {
  const all: Rotated = { changed: 0, unreadable: [] }
  for (let at = 0; at < rows.length; at += COMMIT_ROWS) {
    const some = rows.slice(at, at + COMMIT_ROWS)
    const encrypted = some.map((row) => {
      const old = columns.filter((column) => String(row[column]).startsWith(oldPrefix))
      return { row, cells: old.map((column) => encryptAgain(cipher, { table, column, row })) }
    })
    all.unreadable.push(...encrypted.flatMap(({ cells }) => cells.flatMap(({ lost }) => lost ?? [])))
    all.changed += await db.transaction().execute(async (trx) => {
      let changed = 0
      for (const each of encrypted) if (await update(trx, { table, ...each })) changed += 1
      return changed
    })
  }
  return all
}

interface Cell {
  column: string
  /** What takes the place of the value; absent where that does not open. */
  fresh?: string
  /** The place of a value that does not decrypt. */
  lost?: string
}

function encryptAgain(
  cipher: FieldCipher,
  { table, column, row }: { table: Table; column: string; row: AnyRow },
): Cell {
  const place = { table, column, row: primaryKeys[table].map((part) => row[part]).join('/') }
  const fresh = openOr(() => cipher.encrypt(place, cipher.decrypt(place, String(row[column]))), undefined)
  return fresh === undefined ? { column, lost: `${table}.${column} ${place.row}` } : { column, fresh }
}

/** Writes over what was read, unless somebody else did so since. */
async function update(
  trx: Db,
  { table, row, cells }: { table: Table; row: AnyRow; cells: readonly Cell[] },
): Promise<boolean> {
  const open = cells.filter(({ fresh }) => fresh !== undefined)
  if (open.length === 0) return false
  const set = open.map(({ column, fresh }) => sql`${sql.ref(column)} = ${fresh}`)
  const same: string[] = [...primaryKeys[table], ...open.map(({ column }) => column)]
  const unchanged = same.map((column) => sql`${sql.ref(column)} = ${row[column]}`)
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.join(set)} where ${sql.join(unchanged, sql` and `)}`.execute(trx)
  return numAffectedRows === 1n
}
