import type { Db } from '#server/platform/db/client.ts'
import type { JobRow } from '#server/platform/db/schema.ts'

/** Jobs that stand so, the oldest first; those that are done are not told of. */
export function listJobs(
  db: Db,
  { statuses, count }: { statuses: readonly JobRow['status'][]; count: number },
): Promise<JobRow[]> {
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('status', 'in', statuses)
    .orderBy('created_at')
    .orderBy('id')
    .limit(count)
    .execute()
}

/** Makes a job that was given up one that is due now, with all its tries; false when there is none. */
export async function retryDead(db: Db, { id, now }: { id: string; now: number }): Promise<boolean> {
  const row = await db
    .updateTable('jobs')
    .set({ status: 'ready', run_at: now, attempts: 0, finished_at: null })
    .where('id', '=', id)
    .where('status', '=', 'dead')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
