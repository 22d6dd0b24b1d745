import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { loadConfig, type Source } from '#server/config/config.ts'
import { startupError } from '#server/config/startup-errors.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { engines, makePlace } from '#tests/support/place.ts'
import { runOps } from '#tests/support/run-ops.ts'
import { ofEachTest } from '#tests/support/shared.ts'
import { openApp } from './context.ts'

/** Tables of every database of version 0.1. */
const tablesOfEarlier = [
  'create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)',
  `insert into kysely_migration values ('0001-enquiries-and-jobs', '2026-11-21T10:00:00Z'), ('0002-sandbox-messages', '2026-11-21T10:00:00Z')`,
  'create table enquiries (id text primary key, name text not null)',
  `insert into enquiries values ('a', 'Asha')`,
]

/** Returns every file under a folder with its bytes, mode and time of change. */
function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
  const told = names.map((name) => {
    const path = join(folder, name)
    const state = statSync(path)
    const bytes = state.isFile() ? readFileSync(path).toString('base64') : ''
    return [name, `${bytes} ${state.mode} ${state.mtimeMs}`] as const
  })
  return Object.fromEntries(told)
}

/** Returns the line that a start ends with. */
async function refusal(settings: Source): Promise<string> {
  const read = loadConfig({ HOST: '127.0.0.1', PORT: '0', ...settings })
  if (!read.ok) return read.faults.join()
  const failure = await openApp(read.config, createLog('silent')).catch((error: unknown) => error)
  return String(startupError(failure, read.config))
}

/** Expects commands to be refused with such a line. */
async function refusedOps(settings: Source, line: RegExp): Promise<void> {
  for (const command of ['audit list', 'rotate-key', 'backup --to /nowhere/backup']) {
    const { code, stdout, stderr } = await runOps(command.split(' '), settings)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr.trimEnd()).toMatch(line)
  }
}

describe('data of version 0.1', () => {
  const place = ofEachTest(() => makePlace('sqlite'))

  /** Fills the folder of a server of 0.1, on SQLite with the write-ahead log of one that was killed. */
  function fillFolder({ hasDatabase }: { hasDatabase: boolean }): { close(): void } {
    const at = (...names: string[]) => join(place.dataDir, ...names)
    writeFileSync(at('server.lock'), '')
    writeFileSync(at('data.key'), `${Buffer.alloc(32, 1).toString('base64url')}\n`, { mode: 0o600 })
    mkdirSync(at('files'))
    writeFileSync(at('files', 'one'), 'AFF1 and so on')
    if (!hasDatabase) return { close: () => undefined }
    const database = new DatabaseSync(at('agency.db'))
    database.exec('pragma journal_mode = wal')
    for (const statement of tablesOfEarlier) database.exec(statement)
    return database
  }

  it.each([
    ['with its embedded database', true],
    ['of a server with PostgreSQL', false],
  ])('in a folder %s is refused in a line, and stays byte for byte', async (_, hasDatabase) => {
    const database = fillFolder({ hasDatabase })
    const before = filesOf(place.dataDir)
    const line =
      /^DATA_DIR \S+ holds data of version 0\.1, which this version does not read: choose an empty folder$/
    expect(await refusal(place.settings)).toMatch(line)
    await refusedOps(place.settings, line)
    expect(filesOf(place.dataDir)).toEqual(before)
    database.close()
  })

  it.runIf(engines.includes('postgres'))(
    'in PostgreSQL is refused in a line, and is not changed',
    async () => {
      await using there = await makePlace('postgres')
      const { db, close } = openDatabase(there)
      for (const statement of tablesOfEarlier) await sql.raw(statement).execute(db)
      const held = async () => ({
        tables: await db.introspection.getTables({ withInternalKyselyTables: true }),
        rows: (await sql`select * from enquiries, kysely_migration`.execute(db)).rows,
      })
      const before = await held()
      const line =
        /^The database is of version 0\.1, or of a newer version: this version does not know its migration 0001-enquiries-and-jobs, so start that version on it$/
      expect(await refusal(there.settings)).toMatch(line)
      expect(readdirSync(there.dataDir)).not.toContain('data.key')
      await refusedOps({ ...there.settings, DATA_KEY: 'a'.repeat(64) }, line)
      expect(await held()).toEqual(before)
      await close()
    },
  )
})

describe.each(engines)('a database with tables that no version made, on %s,', (engine) => {
  it('is refused in a line that names one, and nothing is made there', async () => {
    await using place = await makePlace(engine)
    const { db, close } = openDatabase(place)
    await sql`create table jobs (in_the_way integer)`.execute(db)
    const names = async () =>
      (await db.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name)
    expect(await refusal(place.settings)).toBe(
      'The database has a table jobs that no version of this product made: give this version an empty database',
    )
    expect(await names()).toEqual(['jobs'])
    await close()
  })
})
