import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '#server/platform/db/client.ts'
import { migrate, migrationNames } from '#server/platform/db/migrate.ts'
import { postEnquiry } from '#tests/support/enquiry.ts'
import { engines, makePlace, type Place } from '#tests/support/place.ts'
import { rounds } from '#tests/support/rounds.ts'
import { startServer } from '#tests/support/server.ts'

const migrator = fileURLToPath(import.meta.resolve('#tests/support/migrator.ts'))
/** Statements before which a migration is killed, of more than a hundred: in its beginning, in its middle and so on. */
const moments = Array.from({ length: 2 * rounds }, (_, at) => 8 + ((31 * at) % 100))

async function tablesOf(place: Place): Promise<string[]> {
  const { db, close } = openDatabase(place)
  const found = await db.introspection.getTables()
  await close()
  return found.map(({ name }) => name).filter((name) => !name.startsWith('kysely'))
}

describe.each(engines)('migrations on %s', (engine) => {
  it('that are killed in the middle leave nothing, and the next start continues', async () => {
    await using place = await makePlace(engine)
    for (const moment of moments) {
      const words = [place.dataDir, place.databaseUrl ?? '', String(moment)]
      const child = fork(migrator, words, { stdio: 'inherit' })
      expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
      expect(await tablesOf(place)).toEqual([])
    }
    await using server = await startServer({ place })
    expect((await postEnquiry(server.url)).status).toBe(201)
  })

  it('that fail half-way leave nothing, and succeed once the reason is gone', async () => {
    await using place = await makePlace(engine)
    const { db, close } = openDatabase(place)
    await sql`create table sandbox_entries (in_the_way integer)`.execute(db)
    await expect(migrate(db)).rejects.toThrow()
    expect(await tablesOf(place)).toEqual(['sandbox_entries'])
    await sql`drop table sandbox_entries`.execute(db)
    expect(await migrate(db)).toEqual(migrationNames)
    await close()
  })
})
