import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '#server/platform/db/client.ts'
import { migrate, migrationNames } from '#server/platform/db/migrate.ts'
import { postEnquiry } from '#tests/support/enquiry.ts'
import { engines, makePlace, type Place } from '#tests/support/place.ts'
import { startServer } from '#tests/support/server.ts'
import { print } from '#tests/support/print.ts'
import { rounds } from '#tests/support/rounds.ts'

const migrator = fileURLToPath(import.meta.resolve('#tests/support/migrator.ts'))
/** Milliseconds after which a migration is killed, counted from where it begins. */
const moments = Array.from({ length: 2 * rounds }, (_, at) => (12 * at) % 50)

async function tablesOf(place: Place): Promise<string[]> {
  const { db, close } = openDatabase({ databaseUrl: place.databaseUrl, dataDir: place.dataDir })
  const found = await db.introspection.getTables()
  await close()
  return found.map(({ name }) => name).filter((name) => !name.startsWith('kysely'))
}

describe.each(engines)('migrations on %s', (engine) => {
  it('that are killed at any moment leave nothing or all, and the next start goes on', async () => {
    await using place = await makePlace(engine)
    const left = { nothing: 0, all: 0 }
    const whole = await tablesOfWhole(engine)
    for (const afterMs of moments) {
      const child = fork(migrator, [place.dataDir, place.databaseUrl ?? '', 'announce'], { stdio: 'inherit' })
      const ended = once(child, 'exit')
      await once(child, 'message')
      await new Promise((resolve) => setTimeout(resolve, afterMs))
      child.kill('SIGKILL')
      await ended
      const tables = await tablesOf(place)
      if (tables.length > 0) expect(tables.sort()).toEqual(whole)
      left[tables.length > 0 ? 'all' : 'nothing'] += 1
    }
    const server = await startServer({ place })
    expect((await postEnquiry(server.url)).status).toBe(201)
    await server.stop()
    print(`migrations on ${engine} killed: ${left.nothing} left nothing, ${left.all} left all`)
  })

  it('that fail half-way leave nothing, and pass once the reason is gone', async () => {
    await using place = await makePlace(engine)
    const { db, close } = openDatabase({ databaseUrl: place.databaseUrl, dataDir: place.dataDir })
    await sql`create table sandbox_entries (in_the_way integer)`.execute(db)
    await expect(migrate(db)).rejects.toThrow()
    expect(await tablesOf(place)).toEqual(['sandbox_entries'])
    await sql`drop table sandbox_entries`.execute(db)
    expect(await migrate(db)).toEqual(migrationNames)
    await close()
  })
})

/** The tables of the newest schema. */
async function tablesOfWhole(engine: Place['engine']): Promise<string[]> {
  await using place = await makePlace(engine)
  const { db, close } = openDatabase({ databaseUrl: place.databaseUrl, dataDir: place.dataDir })
  await migrate(db)
  await close()
  const tables = await tablesOf(place)
  return tables.sort()
}
