import type { Db } from './client.ts'

/** Says that a file is about to be stored, so that it is found again should nobody come to name it. */
export async function announceFile(db: Db, file: { id: string; now: number }): Promise<void> {
  await db.insertInto('pending_files').values({ id: file.id, created_at: file.now }).execute()
}

/** Takes back the announcements of files that are named now, or gone. */
export async function settleFiles(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('pending_files').where('id', 'in', ids).execute()
}

/** Files announced before `before` (milliseconds) that nobody came to name. */
export async function abandonedFiles(db: Db, before: number): Promise<string[]> {
  const rows = await db.selectFrom('pending_files').select('id').where('created_at', '<', before).execute()
  return rows.map((row) => row.id)
}
