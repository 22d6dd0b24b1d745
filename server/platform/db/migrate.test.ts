import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { engines, makePlace } from '#tests/support/place.ts'
import { openDatabase } from './client.ts'
import { migrate } from './migrate.ts'
import { tableNames } from './tables.ts'

/** Databases store these names, so they must not change. */
const names = ['0001-initial']

describe.each(engines)('migrations on %s', (engine) => {
  it('migrate an empty database, once', async () => {
    await using place = await makePlace(engine)
    const { db, close } = openDatabase(place)
    expect(await migrate(db)).toEqual(names)
    expect(await migrate(db)).toEqual([])
    const tables = (await db.introspection.getTables()).map(({ name }) => name)
    expect(tables.filter((name) => !name.startsWith('kysely')).sort()).toEqual(tableNames.toSorted())
    await close()
  })
})

describe('every commit', () => {
  it('is synced to disk before the embedded database answers', async () => {
    await using place = await makePlace('sqlite')
    const { db, close } = openDatabase({ dataDir: place.dataDir })
    const pragma = async (name: string) => (await sql.raw(`pragma ${name}`).execute(db)).rows[0]
    expect(await pragma('journal_mode')).toEqual({ journal_mode: 'wal' })
    expect(await pragma('synchronous')).toEqual({ synchronous: 2 })
    expect(await pragma('foreign_keys')).toEqual({ foreign_keys: 1 })
    await close()
  })

  it.runIf(engines.includes('postgres'))('is synced before PostgreSQL answers', async () => {
    await using place = await makePlace('postgres')
    const { db, close } = openDatabase(place)
    const { rows } = await sql`show synchronous_commit`.execute(db)
    expect(rows).toEqual([{ synchronous_commit: 'on' }])
    await close()
  })
})
