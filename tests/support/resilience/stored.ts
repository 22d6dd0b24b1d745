import { join } from 'node:path'
import { makePostgresServer, type PostgresServer } from '#scripts/postgres-server.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { openFieldCipher } from '#server/platform/crypto/key-check.ts'
import { storedDataKey } from '#server/platform/data-folder.ts'
import { createDiskFiles } from '#server/providers/files/disk.ts'
import type { Place } from '#tests/support/place.ts'

export type Kept = Awaited<ReturnType<typeof openKept>>

/** Opens a server's stored data, beside it or after its end. */
export async function openKept(place: Place) {
  const { db, close } = openDatabase({ databaseUrl: place.databaseUrl, dataDir: place.dataDir })
  const key = storedDataKey(place.dataDir)
  if (!key) throw new Error('the folder holds no key')
  const cipher = await openFieldCipher(db, { current: key })
  return {
    place,
    db,
    cipher,
    files: createDiskFiles(join(place.dataDir, 'files')),
    clock: { now: Date.now },
    [Symbol.asyncDispose]: close,
  }
}

/** Expires the claims that a killed worker left on its jobs. */
export async function passClaims({ db }: Kept): Promise<void> {
  await db.updateTable('jobs').set({ run_at: 0 }).where('status', '=', 'ready').execute()
}

export async function payloadsOf(
  { db }: Pick<Kept, 'db'>,
  ...kinds: string[]
): Promise<Record<string, string>[]> {
  const rows = await db.selectFrom('jobs').select('payload').where('kind', 'in', kinds).execute()
  return rows.map(({ payload }) => JSON.parse(payload))
}

/** Starts a separate PostgreSQL, which may be killed and traced. */
export async function startOwnPostgres(): Promise<{ server: PostgresServer } & AsyncDisposable> {
  const server = await makePostgresServer()
  await server.start()
  return { server, [Symbol.asyncDispose]: server.remove }
}
