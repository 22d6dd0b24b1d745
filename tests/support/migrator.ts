// A process of its own that migrates one database and tells what it applied, for tests of processes that meet.
import { openDatabase } from '#server/platform/db/client.ts'
import { migrate } from '#server/platform/db/migrate.ts'

const [dataDir = '', databaseUrl = '', announce] = process.argv.slice(2)
const database = openDatabase({ dataDir, databaseUrl: databaseUrl || undefined })
if (announce) process.send?.('begun')
try {
  process.send?.({ applied: await migrate(database.db) })
} catch (error) {
  process.send?.({ failed: String(error) })
}
await database.close()
process.disconnect?.()
