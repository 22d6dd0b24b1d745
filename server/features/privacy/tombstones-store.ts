import type { ErasureRow } from '#server/platform/db/schema.ts'
import type { Db } from '#server/platform/db/client.ts'

/** Keeps that somebody was erased; one that is there stays as it is. */
export async function insertTombstone(trx: Db, tombstone: ErasureRow): Promise<void> {
  await trx
    .insertInto('erasures')
    .values(tombstone)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Marks files, in the commit that takes their rows, as the sweep's: a crash after it leaves none behind. */
export async function leaveFilesToSweep(trx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  // Announced long ago, so that the next sweep takes them.
  const rows = ids.map((id) => ({ id, created_at: 0 }))
  await trx
    .insertInto('pending_files')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ created_at: 0 }))
    .execute()
}
