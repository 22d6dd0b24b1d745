// Migrates one database in its own process and prints what it applied, for tests of concurrent processes. With a
// third argument it is killed before the statement of that number.
import { openDatabase } from '#server/platform/db/client.ts'
import { migrate } from '#server/platform/db/migrate.ts'

const [dataDir = '', databaseUrl = '', dieAt] = process.argv.slice(2)
const { db, close } = openDatabase({ dataDir, databaseUrl: databaseUrl || undefined })
let statements = 0
const mortal = db.withPlugin({
  transformQuery({ node }) {
    statements += 1
    if (statements === Number(dieAt)) process.kill(process.pid, 'SIGKILL')
    return node
  },
  transformResult: async ({ result }) => result,
})
try {
  process.send?.({ applied: await migrate(mortal) })
} catch (error) {
  process.send?.({ failed: String(error) })
}
await close()
process.disconnect?.()
