import type { Log } from '#server/platform/observability/log.ts'
import type { Db } from '#server/platform/db/client.ts'

/** Work that is repeated. */
export interface Repeated {
  /** Begins it no more and aborts the signal of what was begun; resolves when that has ended. */
  stop(): Promise<void>
}

/**
 * Does `work` now and then every `everyMs`, one at a time; what it throws is logged and tried again at its next time.
 * Every process does so: work that only one of them is to do calls `takeRun` first. Work of many steps begins none once
 * its signal is aborted, since a process has some seconds to end.
 */
export function repeat(everyMs: number, work: (signal: AbortSignal) => Promise<void>, log: Log): Repeated {
  const stopped = new AbortController()
  let running: Promise<void> | undefined
  const run = () => {
    running ??= work(stopped.signal)
      .catch((error: unknown) => log.error({ err: error }, 'scheduled work failed'))
      .finally(() => (running = undefined))
  }
  const timer = setInterval(run, everyMs).unref()
  run()
  return {
    async stop() {
      clearInterval(timer)
      stopped.abort()
      await running
    },
  }
}

/**
 * Does `work` for one item after the other until the signal is aborted, and returns how many were done. An item that fails
 * is logged, by `name` and its id, and keeps no other from its turn.
 */
export async function forEachItem<Item>(
  items: readonly Item[],
  { log, name, idOf, signal }: ItemsOf<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<number> {
  let done = 0
  for (const item of items) {
    if (signal?.aborted) break
    try {
      await work(item)
      done += 1
    } catch (err) {
      log.error({ err, [name]: idOf(item) }, `scheduled work on one ${name} failed: the others go on`)
    }
  }
  return done
}

interface ItemsOf<Item> {
  log: Log
  /** What an item is called in the log. */
  name: string
  idOf(item: Item): string
  signal?: AbortSignal | undefined
}

/** Gives a run back that was not ended, so that it is due at once. */
export async function giveBackRun(db: Db, name: string): Promise<void> {
  await db
    .updateTable('schedules')
    .set((row) => ({ taken_at: row.ref('previous_at') }))
    .where('name', '=', name)
    .execute()
}

/** When the run before the latest one was taken, in milliseconds; 0 where there is none. */
export async function previousRun(db: Db, name: string): Promise<number> {
  const row = db.selectFrom('schedules').select('previous_at').where('name', '=', name)
  return (await row.executeTakeFirst())?.previous_at ?? 0
}

/**
 * Takes one run of scheduled work, unless a process took one less than `everyMs` ago; true for one of those that ask
 * at the same moment. A run taken in what is the far future now, by a clock since set back, holds nobody up, and is no
 * previous run of the next.
 */
export async function takeRun(
  db: Db,
  { name, everyMs, now }: { name: string; everyMs: number; now: number },
): Promise<boolean> {
  const taken = await db
    .insertInto('schedules')
    .values({ name, taken_at: now, previous_at: 0 })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((row) => ({
          taken_at: now,
          previous_at: row
            .case()
            .when('schedules.taken_at', '<=', now)
            .then(row.ref('schedules.taken_at'))
            .else(0)
            .end(),
        }))
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
