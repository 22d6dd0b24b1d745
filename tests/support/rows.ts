import { sql } from 'kysely'
import type { Db } from '#server/platform/db/client.ts'

/** Everything that stands in the database, for a test that nothing changed in it. */
export async function allRows(db: Db): Promise<Record<string, string[]>> {
  const tables = await db.introspection.getTables()
  const read = async ({ name }: { name: string }) => {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
    return [name, rows.map((row) => JSON.stringify(row)).toSorted()] as const
  }
  return Object.fromEntries(await Promise.all(tables.map(read)))
}
