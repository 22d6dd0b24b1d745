import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Counters } from '#server/platform/observability/metrics.ts'
import type { Db } from '#server/platform/db/client.ts'

/** So many uses in so many milliseconds for one key, counted in the database: it holds across processes and restarts. */
export interface UseRule {
  name: string
  points: number
  windowMs: number
}

export interface Use {
  rule: UseRule
  /** May be personal: only its keyed index is kept. */
  key: string
}

/** What is needed to give a use back, which says of nobody whose it was. */
export interface Refundable {
  rule: Pick<UseRule, 'name'>
  index: string
  /** Of the window that it was counted in. */
  endsAt: number
}

/** A use that was counted, with how many there are in its window now. */
export interface CountedUse extends Use, Refundable {
  rule: UseRule
  count: number
}

export type Counting =
  | { allowed: true; uses: CountedUse[] }
  | { allowed: false; refused: UseRule; endsAt: number }

/** A rule as RATE_LIMIT_SCALE makes it larger. */
export function scaledRule(rule: UseRule, { rateLimitScale }: { rateLimitScale: number }): UseRule {
  return { ...rule, points: Math.max(1, Math.floor(rule.points * rateLimitScale)) }
}

function indexOf(cipher: FieldCipher, { rule, key }: Use): { rule: string; key_index: string } {
  return { rule: rule.name, key_index: cipher.index(`use_counts.${rule.name}`, key) }
}

/** Leaves the transaction with nothing counted. */
class LimitReached extends Error {
  readonly refused: UseRule
  readonly endsAt: number

  constructor(refused: UseRule, endsAt: number) {
    super('a limit is reached')
    this.refused = refused
    this.endsAt = endsAt
  }
}

/**
 * Counts one use of every key, or none when any of them has no more. Whoever counts several names their rules in the
 * same order as everybody else, or two transactions might wait for each other.
 */
export async function countUses(
  { db, cipher, counters }: { db: Db; cipher: FieldCipher; counters?: Pick<Counters, 'limitRefused'> },
  uses: readonly Use[],
  now: number,
): Promise<Counting> {
  try {
    return await db.transaction().execute(async (trx) => {
      const counted: CountedUse[] = []
      for (const use of uses) counted.push(await countUse(trx, cipher, use, now))
      return { allowed: true, uses: counted }
    })
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error
    counters?.limitRefused(error.refused.name)
    return { allowed: false, refused: error.refused, endsAt: error.endsAt }
  }
}

/**
 * The same in the caller's transaction, which goes on where one has no more: whether `run` could count what it counts one by
 * one. Where it could not, what it counted before is given back.
 */
export async function tryCounting(
  trx: Db,
  { cipher, now }: { cipher: FieldCipher; now: number },
  run: (count: (use: Use) => Promise<CountedUse>) => Promise<unknown>,
): Promise<boolean> {
  const counted: CountedUse[] = []
  try {
    await run(async (use) => {
      const one = await countUse(trx, cipher, use, now)
      counted.push(one)
      return one
    })
    return true
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error
    await refundUses(trx, counted)
    return false
  }
}

/** How far apart the clocks of two processes may be, in milliseconds. */
const CLOCK_SLACK_MS = 10 * 60_000

/**
 * From when on a window would end that nobody began: the clock stood ahead as it began, and was set back since. Without
 * this bound whoever was counted then would be refused for as long as the clock was ahead.
 */
function tooLate({ windowMs }: UseRule, now: number): number {
  return now + windowMs + CLOCK_SLACK_MS
}

/** Counts one use, in the caller's transaction; throws when the rule allows no more. */
export async function countUse(db: Db, cipher: FieldCipher, use: Use, now: number): Promise<CountedUse> {
  const { points, windowMs } = use.rule
  const key = indexOf(cipher, use)
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
            set('use_counts.ends_at', '>', tooLate(use.rule, now)),
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
            where('use_counts.ends_at', '>', tooLate(use.rule, now)),
            where('use_counts.count', '<', points),
          ]),
        ),
    )
    .returning(['count', 'ends_at'])
    .executeTakeFirst()
  if (row) return { ...use, index: key.key_index, count: row.count, endsAt: row.ends_at }
  const standing = await currentUse(db, cipher, use, now)
  throw new LimitReached(use.rule, standing.endsAt)
}

/** Takes counted uses back, each unless its window has passed; in the order in which they were counted. */
export async function refundUses(db: Db, uses: readonly Refundable[]): Promise<void> {
  for (const { rule, index, endsAt } of uses) {
    await db
      .updateTable('use_counts')
      .set((set) => ({ count: set('count', '-', 1) }))
      .where('rule', '=', rule.name)
      .where('key_index', '=', index)
      .where('ends_at', '=', endsAt)
      .where('count', '>', 0)
      .execute()
  }
}

/** Forgets what was counted of these, whenever it was. */
export async function deleteUses(db: Db, cipher: FieldCipher, uses: readonly Use[]): Promise<void> {
  for (const use of uses) {
    const key = indexOf(cipher, use)
    await db
      .deleteFrom('use_counts')
      .where('rule', '=', key.rule)
      .where('key_index', '=', key.key_index)
      .execute()
  }
}

/** The current count of a key; 0 where nothing is counted. */
export async function currentUse(
  db: Db,
  cipher: FieldCipher,
  use: Use,
  now: number,
): Promise<{ count: number; endsAt: number }> {
  const key = indexOf(cipher, use)
  const row = await db
    .selectFrom('use_counts')
    .select(['count', 'ends_at'])
    .where('rule', '=', key.rule)
    .where('key_index', '=', key.key_index)
    .where('ends_at', '>', now)
    .where('ends_at', '<=', tooLate(use.rule, now))
    .executeTakeFirst()
  return { count: row?.count ?? 0, endsAt: row?.ends_at ?? now }
}

/**
 * Deletes the counts of windows that have passed. Those that somebody counts in just now are left for the next time:
 * waiting for them while holding others could make two transactions wait for each other.
 */
export async function deletePassedCounts(
  db: Db,
  { engine, now }: { engine: 'sqlite' | 'postgres'; now: number },
): Promise<void> {
  const passed = db.selectFrom('use_counts').select(['rule', 'key_index']).where('ends_at', '<=', now)
  const free = engine === 'postgres' ? passed.forUpdate().skipLocked() : passed
  await db
    .deleteFrom('use_counts')
    .where((e) => e(e.refTuple('rule', 'key_index'), 'in', free.$asTuple('rule', 'key_index')))
    .execute()
}
