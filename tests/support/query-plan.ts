import type { OperationNode } from 'kysely'
import type { Db } from '#server/platform/db/client.ts'

/** Returns SQLite's plan of a query. */
export async function planOf(db: Db, query: (db: Db) => Promise<unknown>): Promise<string> {
  const nodes: OperationNode[] = []
  const noted = db.withPlugin({
    transformQuery: ({ node }) => (nodes.push(node), node),
    transformResult: async ({ result }) => result,
  })
  await query(noted)
  const plans = nodes.map(async (node) => {
    const compiled = db.getExecutor().compileQuery(node as never, { queryId: 'plan' })
    const { rows } = await db.executeQuery<{ detail: string }>({
      ...compiled,
      sql: `explain query plan ${compiled.sql}`,
    })
    return rows.map(({ detail }) => detail)
  })
  return (await Promise.all(plans)).flat().join('; ')
}
