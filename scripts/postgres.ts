import { getPostgresBinaries } from './postgres-binaries.ts'
import { makePostgresServer } from './postgres-server.ts'
import type { TestService } from './server-process.ts'

/** A started PostgreSQL, Debian's package installed first if need be; or a line that says what brings it. */
export async function getPostgres(
  announce: (line: string) => void,
): Promise<TestService | { missing: string }> {
  const binaries = await getPostgresBinaries(announce)
  if ('missing' in binaries) return binaries
  try {
    const server = await makePostgresServer(binaries.path, { synced: false })
    await server.start().catch((error: unknown) => server.remove().then(() => Promise.reject(error)))
    // A superuser's; the tests make databases of their own with it.
    return { env: { TEST_DATABASE_URL: server.url }, stop: server.remove }
  } catch (error) {
    return { missing: `PostgreSQL in ${binaries.path} does not start: ${String(error)}` }
  }
}
