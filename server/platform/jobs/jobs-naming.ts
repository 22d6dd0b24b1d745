import type { Db } from '#server/platform/db/client.ts'
import type { JobRow } from '#server/platform/db/schema.ts'

/** Jobs of any state whose payload holds one of these ids. */
export async function jobsNaming(
  db: Db,
  ids: readonly string[],
): Promise<Pick<JobRow, 'id' | 'kind' | 'created_at' | 'status'>[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'kind', 'created_at', 'status', 'payload'])
    .where((e) => e.or(ids.map((id) => e('payload', 'like', `%${id}%`))))
    .execute()
  // An underscore in an id stands for any letter there.
  return rows.flatMap(({ payload, ...job }) => {
    const values: unknown[] = Object.values(JSON.parse(payload))
    return values.some((value) => ids.some((id) => id === value)) ? [job] : []
  })
}
