import type { Db } from '#server/platform/db/client.ts'

/**
 * Takes one run of scheduled work, unless a process took one less than `everyMs` ago; true for one of those that ask
 * at the same moment. A run taken in what is the far future now, by a clock since set back, holds nobody up.
 */
export async function takeRun(
  db: Db,
  { name, everyMs, now }: { name: string; everyMs: number; now: number },
): Promise<boolean> {
  const taken = await db
    .insertInto('schedules')
    .values({ name, taken_at: now })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ taken_at: now })
        .where((where) =>
          where.or([
            where('schedules.taken_at', '<=', now - everyMs),
            where('schedules.taken_at', '>', now + everyMs),
          ]),
        ),
    )
    .returning('name')
    .executeTakeFirst()
  return taken !== undefined
}
