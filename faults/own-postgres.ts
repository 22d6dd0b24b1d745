import { getPostgresBinaries } from '#scripts/postgres-binaries.ts'
import { makePostgresServer } from '#scripts/postgres-server.ts'
import type { PostgresServer } from '#scripts/postgres-server.ts'

/** Starts a PostgreSQL that no other test uses, so that it may be ended and traced. */
export async function startOwnPostgres(): Promise<{ server: PostgresServer } & AsyncDisposable> {
  const binaries = await getPostgresBinaries(() => undefined)
  if ('missing' in binaries) throw new Error(binaries.missing)
  const server = await makePostgresServer(binaries.path)
  await server.start()
  return { server, [Symbol.asyncDispose]: server.remove }
}
