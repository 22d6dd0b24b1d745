import type { Db } from '#server/platform/db/client.ts'
import { endsId } from './log.ts'

/** Entries that one commit takes. */
const AT_ONCE = 1000

/** The oldest entry that is to stay: the first that was made after `before`, whatever clocks have done since. */
async function firstToStay(db: Db, before: number): Promise<number> {
  const row = await db
    .selectFrom('audit_log')
    .select((of) => of.fn.min('seq').as('seq'))
    .where('at', '>', before)
    .executeTakeFirst()
  return row?.seq ?? Number.MAX_SAFE_INTEGER
}

/** How many entries stand before the first that was made after `before` (milliseconds). */
export async function countPrunable(db: Db, before: number): Promise<number> {
  const row = await db
    .selectFrom('audit_log')
    .select((of) => of.cast<number>(of.fn.countAll(), 'integer').as('count'))
    .where('seq', '<', await firstToStay(db, before))
    .executeTakeFirstOrThrow()
  return row.count
}

/**
 * Takes entries from the old end of the audit log, at most a thousand; how many. The hash of the last that went is
 * written down first, so that what is left is verified from there on, and the triggers let nothing else go.
 */
export async function pruneAudit(db: Db, before: number): Promise<number> {
  const stay = await firstToStay(db, before)
  return db.transaction().execute(async (trx) => {
    // Writing the row holds it: entries are added and taken one after the other.
    await trx
      .updateTable('audit_ends')
      .set((set) => ({ last_seq: set.ref('last_seq') }))
      .where('id', '=', endsId)
      .execute()
    const old = await trx
      .selectFrom('audit_log')
      .select(['seq', 'hash'])
      .where('seq', '<', stay)
      .orderBy('seq')
      .limit(AT_ONCE)
      .execute()
    const last = old.at(-1)
    if (!last) return 0
    await trx
      .updateTable('audit_ends')
      .set({ pruned_seq: last.seq, pruned_hash: last.hash })
      .where('id', '=', endsId)
      .execute()
    await trx.deleteFrom('audit_log').where('seq', '<=', last.seq).execute()
    return old.length
  })
}
