import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#server/db/client.ts'
import type { Database } from '#server/db/schema.ts'
import { pagesOf, primaryKeys } from '#server/db/tables.ts'
import type { AnyRow } from '#server/db/tables.ts'
import { openOr } from '#server/lib/sealing.ts'
import type { Sealer } from '#server/lib/sealing.ts'

export interface Rotation {
  db: Db
  /** Opens what the key before sealed and seals with the new one. */
  sealer: Sealer
  /** How values begin that the key before sealed. */
  oldPrefix: string
}

/** A table's name, its key and those of its columns that may hold sealed values. */
interface SealedTable {
  table: string
  key: readonly string[]
  columns: readonly string[]
}

/** Few enough that a server that writes to SQLite waits for a blink. */
const COMMIT_ROWS = 100

/** What stands for the key itself; it is changed when a rotation begins and when it ends. */
const ownTable = 'key_check'

/** Every table with its columns of text, found in the database itself: none is forgotten. */
async function sealedTables(db: Db): Promise<SealedTable[]> {
  const found = await db.introspection.getTables()
  return found
    .filter(({ name }) => name in primaryKeys && name !== ownTable)
    .map(({ name: table, columns }) => {
      const key: readonly string[] = primaryKeys[table as keyof Database]
      const texts = columns.filter(({ dataType }) => dataType.toLowerCase() === 'text')
      return { table, key, columns: texts.map(({ name }) => name).filter((name) => !key.includes(name)) }
    })
    .filter(({ columns }) => columns.length > 0)
}

function beginsWith(column: string, prefix: string): RawBuilder<boolean> {
  return sql<boolean>`substr(${sql.ref(column)}, 1, ${sql.lit(prefix.length)}) = ${prefix}`
}

function anyOld({ columns }: SealedTable, prefix: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(
    columns.map((column) => beginsWith(column, prefix)),
    sql` or `,
  )})`
}

/**
 * Seals anew whatever the key before sealed, some rows in each commit, beside servers that write: a row that was
 * written meanwhile is left to the next round. Run it again after a crash: what is done is not done twice. Answers with
 * how many rows it changed, and names those that do not open.
 */
export async function rotateRows(
  rotation: Rotation,
  tell: (table: string, rows: number) => void,
): Promise<{ changed: number; unreadable: string[] }> {
  let changed = 0
  const unreadable: string[] = []
  for (const table of await sealedTables(rotation.db)) {
    let inTable = 0
    const old = anyOld(table, rotation.oldPrefix)
    for await (const rows of pagesOf(rotation.db, table.table, table.key, old)) {
      for (let at = 0; at < rows.length; at += COMMIT_ROWS) {
        inTable += await rotatePage(rotation, table, rows.slice(at, at + COMMIT_ROWS), unreadable)
      }
      tell(table.table, inTable)
    }
    changed += inTable
  }
  return { changed, unreadable }
}

/** How many rows hold a value that the key before sealed. */
export async function countOldRows({ db, oldPrefix }: Pick<Rotation, 'db' | 'oldPrefix'>): Promise<number> {
  let count = 0
  for (const table of await sealedTables(db)) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table.table)} where ${anyOld(table, oldPrefix)}`.execute(db)
    count += Number(rows[0]?.count ?? 0)
  }
  return count
}

async function rotatePage(
  { db, sealer, oldPrefix }: Rotation,
  table: SealedTable,
  rows: readonly AnyRow[],
  unreadable: string[],
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    let changed = 0
    for (const row of rows) {
      const old = table.columns.filter((column) => String(row[column]).startsWith(oldPrefix))
      const fresh = old.map((column) => ({ column, sealed: sealAnew(sealer, table, row, column) }))
      const lost = fresh.filter(({ sealed }) => sealed === undefined)
      lost.forEach(({ column }) => unreadable.push(`${table.table}.${column} ${rowName(table, row)}`))
      const open = fresh.filter(({ sealed }) => sealed !== undefined)
      if (open.length > 0 && (await update(trx, table, row, open))) changed += 1
    }
    return changed
  })
}

function rowName({ key }: SealedTable, row: AnyRow): string {
  return key.map((column) => row[column]).join('/')
}

function sealAnew(sealer: Sealer, table: SealedTable, row: AnyRow, column: string): string | undefined {
  const place = { table: table.table, column, row: rowName(table, row) }
  return openOr(() => sealer.seal(place, sealer.open(place, String(row[column]))), undefined)
}

/** Writes over what was read, unless somebody else did so since. */
async function update(
  trx: Db,
  { table, key }: SealedTable,
  row: AnyRow,
  fresh: readonly { column: string; sealed: string | undefined }[],
): Promise<boolean> {
  const set = fresh.map(({ column, sealed }) => sql`${sql.ref(column)} = ${sealed}`)
  const same = [...key, ...fresh.map(({ column }) => column)]
  const unchanged = same.map((column) => sql`${sql.ref(column)} = ${row[column]}`)
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.join(set)} where ${sql.join(unchanged, sql` and `)}`.execute(trx)
  return numAffectedRows === 1n
}
