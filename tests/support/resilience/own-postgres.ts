import { makePostgresServer, type PostgresServer } from '#scripts/postgres-server.ts'

/** Starts a PostgreSQL that no other test uses, so that it may be ended and traced. */
export async function startOwnPostgres(): Promise<{ server: PostgresServer } & AsyncDisposable> {
  const server = await makePostgresServer()
  await server.start()
  return { server, [Symbol.asyncDispose]: server.remove }
}
