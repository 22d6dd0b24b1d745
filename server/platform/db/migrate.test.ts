import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { engines, makePlace, type Place } from '#tests/support/place.ts'
import { type DatabaseHandle, openDatabase } from './client.ts'
import { migrate } from './migrate.ts'
import { tableNames } from './tables.ts'

/** As databases name those that they have: a name stays as it is. */
const names = ['0001-initial']
const migrator = fileURLToPath(import.meta.resolve('#tests/support/migrator.ts'))

describe.each(engines)('migrations on %s', (engine) => {
  let place: Place
  const open: DatabaseHandle[] = []
  beforeEach(async () => {
    place = await makePlace(engine)
  })
  afterEach(async () => {
    await Promise.all(open.splice(0).map((database) => database.close()))
    await place.remove()
  })

  function connect(): DatabaseHandle {
    const database = openDatabase({ databaseUrl: place.databaseUrl, dataDir: place.dataDir })
    open.push(database)
    return database
  }

  async function tables({ db }: DatabaseHandle): Promise<string[]> {
    const found = await db.introspection.getTables()
    return found.map(({ name }) => name).filter((name) => !name.startsWith('kysely'))
  }

  it('bring an empty database forward, once', async () => {
    const database = connect()
    expect(await migrate(database.db)).toEqual(names)
    expect(await migrate(database.db)).toEqual([])
    expect((await tables(database)).sort()).toEqual(tableNames.toSorted())
  })

  it('run once when several processes start at the same moment', async () => {
    const applied = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const child = fork(migrator, [place.dataDir, place.databaseUrl ?? ''], { stdio: 'inherit' })
        const [message] = (await once(child, 'message')) as [{ applied?: string[]; failed?: string }]
        return message
      }),
    )
    expect(applied.filter(({ failed }) => failed)).toEqual([])
    expect(applied.flatMap((answer) => answer.applied ?? [])).toEqual(names)
    expect(await migrate(connect().db)).toEqual([])
  })

  it('give the same values on both engines', async () => {
    const { db } = connect()
    await migrate(db)
    const job = {
      id: 'a',
      kind: 'k',
      payload: '{"a":"ક"}',
      created_at: 1_790_000_000_123,
      run_at: 0,
      attempts: 3,
      status: 'ready' as const,
      last_failure: null,
      finished_at: null,
      request_id: null,
      traceparent: null,
      record_id: null,
    }
    await db.insertInto('jobs').values(job).execute()
    expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([job])
  })
})

describe('the embedded database', () => {
  it('writes every commit through to the disk before it answers', async () => {
    await using place = await makePlace('sqlite')
    const { db, close } = openDatabase({ dataDir: place.dataDir })
    const pragma = async (name: string) => (await sql.raw(`pragma ${name}`).execute(db)).rows[0]
    expect(await pragma('journal_mode')).toEqual({ journal_mode: 'wal' })
    expect(await pragma('synchronous')).toEqual({ synchronous: 2 })
    expect(await pragma('foreign_keys')).toEqual({ foreign_keys: 1 })
    await close()
  })
})
