import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { TestServer } from './server.ts'

/** Every byte a thief of the folder and of a dump of the database would have. */
export async function everythingKept({ place, deps }: TestServer): Promise<Buffer> {
  const entries = await readdir(place.dataDir, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const folder = await Promise.all(files.map((file) => readFile(file)))
  const names = Buffer.from(files.join('\n'))
  if (place.engine === 'sqlite') return Buffer.concat([...folder, names])
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(deps.db)
  const rows = await Promise.all(
    tables.rows.map(({ name }) => sql`select t::text from ${sql.table(name)} t`.execute(deps.db)),
  )
  const dump = await promisify(execFile)('pg_dump', [place.databaseUrl ?? ''], { maxBuffer: 1e8 }).catch(
    () => ({ stdout: '' }),
  )
  return Buffer.concat([...folder, names, Buffer.from(JSON.stringify(rows)), Buffer.from(dump.stdout)])
}

/** A value as it stands, and in the forms in which it would be as good as that. */
export function formsOf(value: string): string[] {
  const bytes = Buffer.from(value)
  return [value, value.toUpperCase(), bytes.toString('base64url'), bytes.toString('hex')]
}
