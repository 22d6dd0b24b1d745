import type { Db } from '#server/platform/db/client.ts'
import { allSessions, type SessionStore } from './store.ts'
import type { VisitorData } from './visitor.ts'

function holds({ registration, opened, steppedUp }: VisitorData, records: readonly string[]): boolean {
  return [registration?.id, ...opened, ...steppedUp].some((id) => id !== undefined && records.includes(id))
}

/** Ends every session in which one of these records was made, opened or confirmed, and `others` besides; answers how many. */
export async function endSessionsWith(
  deps: SessionStore,
  records: readonly string[],
  others: readonly string[] = [],
): Promise<number> {
  const ids = new Set(others)
  for await (const { id, data } of allSessions(deps)) if (holds(data, records)) ids.add(id)
  if (ids.size === 0) return 0
  const gone = await deps.db
    .deleteFrom('sessions')
    .where('id', 'in', [...ids])
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}

/** Ends every session; answers how many. */
export async function endAllSessions(db: Db): Promise<number> {
  return Number((await db.deleteFrom('sessions').executeTakeFirst()).numDeletedRows)
}
