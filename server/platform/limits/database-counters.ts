import type { Clock } from '#server/platform/clock.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { skipLocked } from '#server/platform/db/locks.ts'
import type { Counters } from '#server/platform/observability/metrics.ts'
import { ifLeft, LimitReached } from './limit-reached.ts'
import { type LimitSettings, type Rule, sizeOf, type UseName, uses } from './rules.ts'

/** A use to be counted. */
export interface Use {
  rule: UseName
  /** May be personal; only its keyed index is stored. */
  key: string
  /** Counted instead if the rule allows no more. */
  orElse?: Use
}

/** What is needed to give a use back, without its owner. */
export interface Refundable {
  rule: string
  index: string
  /** The end of its window. */
  endsAt: number
}

/** A counted use, with the number of uses in its window. */
export interface Taken extends Refundable {
  rule: UseName
  count: number
}

export interface Counting {
  cipher: FieldCipher
  clock: Clock
  config: LimitSettings
}

interface Counter extends Counting {
  db: Db
  counters?: Pick<Counters, 'limitRefused'>
}

/**
 * Counts all of these uses, or none and throws `LimitReached` if a rule allows no more. All callers must name rules
 * in the same order, or two transactions might wait for each other.
 */
export async function take(app: Counter, wanted: readonly Use[]): Promise<Taken[]> {
  try {
    return await app.db.transaction().execute(async (trx) => {
      const taken: Taken[] = []
      for (const use of wanted) taken.push(await takeIn(trx, app, use))
      return taken
    })
  } catch (error) {
    if (error instanceof LimitReached) app.counters?.limitRefused(error.rule)
    throw error
  }
}

/** Counts one use in the caller's transaction, which may continue after `LimitReached`. */
export async function takeIn(trx: Db, counting: Counting, use: Use): Promise<Taken> {
  try {
    return await countUse(trx, counting, use)
  } catch (error) {
    if (!(error instanceof LimitReached) || !use.orElse) throw error
    const instead = await ifLeft(takeIn(trx, counting, use.orElse))
    if (!instead) throw error
    return instead
  }
}

function indexOf(cipher: FieldCipher, { rule, key }: Use): { rule: UseName; key_index: string } {
  return { rule, key_index: cipher.index(`use_counts.${rule}`, key) }
}

/** Longer than `CLOCK_SLACK_MS` of the platform: a process whose clock is minutes behind must not reset the counts. */
const SLACK_MS = 10 * 60_000

/**
 * Returns the latest time at which a window that began by now can end. One that ends later began while the clock was
 * ahead, and does not count: the caller would otherwise be refused for as long as the clock was ahead.
 */
function tooLate(windowMs: number, now: number): number {
  return now + windowMs + SLACK_MS
}

async function countUse(db: Db, counting: Counting, use: Use): Promise<Taken> {
  const rule: Rule = uses[use.rule]
  const { points, windowMs } = sizeOf(rule, counting.config)
  const key = indexOf(counting.cipher, use)
  const now = counting.clock.now()
  const endsAt = now + windowMs
  const row = await db
    .insertInto('use_counts')
    .values({ ...key, count: 1, ends_at: endsAt })
    .onConflict((conflict) =>
      conflict
        .columns(['rule', 'key_index'])
        .doUpdateSet((set) => {
          const isOver = set.or([
            set('use_counts.ends_at', '<=', now),
            set('use_counts.ends_at', '>', tooLate(windowMs, now)),
          ])
          const next = set('use_counts.count', '+', 1)
          return {
            count: set.case().when(isOver).then(1).else(next).end(),
            ends_at: set.case().when(isOver).then(endsAt).else(set.ref('use_counts.ends_at')).end(),
          }
        })
        .where((where) =>
          where.or([
            where('use_counts.ends_at', '<=', now),
            where('use_counts.ends_at', '>', tooLate(windowMs, now)),
            where('use_counts.count', '<', points),
          ]),
        ),
    )
    .returning(['count', 'ends_at'])
    .executeTakeFirst()
  if (row) return { rule: use.rule, index: key.key_index, count: row.count, endsAt: row.ends_at }
  const current = await currentUse({ ...counting, db }, use)
  throw new LimitReached(use.rule, rule, current.endsAt - now)
}

/** Gives counted uses back, in the order of counting, unless their windows have passed. */
export async function giveBack(db: Db, taken: readonly Refundable[]): Promise<void> {
  for (const { rule, index, endsAt } of taken) {
    await db
      .updateTable('use_counts')
      .set((set) => ({ count: set('count', '-', 1) }))
      .where('rule', '=', rule)
      .where('key_index', '=', index)
      .where('ends_at', '=', endsAt)
      .where('count', '>', 0)
      .execute()
  }
}

/** Deletes all counts of these uses. */
export async function deleteUses(db: Db, cipher: FieldCipher, wanted: readonly Use[]): Promise<void> {
  for (const use of wanted) {
    const key = indexOf(cipher, use)
    await db
      .deleteFrom('use_counts')
      .where('rule', '=', key.rule)
      .where('key_index', '=', key.key_index)
      .execute()
  }
}

/** Returns the counted and the remaining uses, and the end of the window, which is now if none is counted. */
export async function currentUse(
  { db, cipher, clock, config }: Counting & { db: Db },
  use: Use,
): Promise<{ count: number; left: number; endsAt: number; windowMs: number }> {
  const now = clock.now()
  const { points, windowMs } = sizeOf(uses[use.rule], config)
  const key = indexOf(cipher, use)
  const row = await db
    .selectFrom('use_counts')
    .select(['count', 'ends_at'])
    .where('rule', '=', key.rule)
    .where('key_index', '=', key.key_index)
    .where('ends_at', '>', now)
    .where('ends_at', '<=', tooLate(windowMs, now))
    .executeTakeFirst()
  const count = row?.count ?? 0
  return { count, left: Math.max(0, points - count), endsAt: row?.ends_at ?? now, windowMs }
}

/**
 * Deletes the counts of windows that have passed. Rows that another transaction changes are left for the next time: two
 * transactions could otherwise wait for each other.
 */
export async function deletePassedCounts(db: Db, now: number): Promise<void> {
  const passed = db.selectFrom('use_counts').select(['rule', 'key_index']).where('ends_at', '<=', now)
  const free = passed.modifyEnd(skipLocked(db))
  await db
    .deleteFrom('use_counts')
    .where((e) => e(e.refTuple('rule', 'key_index'), 'in', free.$asTuple('rule', 'key_index')))
    .execute()
}
