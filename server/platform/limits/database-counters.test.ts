import { beforeEach, describe, expect, it } from 'vitest'
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { engines } from '#tests/support/place.ts'
import { sharedDatabase } from '#tests/support/shared.ts'
import { currentUse, deletePassedCounts, giveBack, take, type Use } from './database-counters.ts'
import { ifLeft, LimitReached } from './limit-reached.ts'
import { type Rule, sizeOf, type UseName, uses } from './rules.ts'

const HOUR = 3_600_000
const budgets = { smsDailyBudget: 40, aadhaarDailyBudget: 40, inboxDailyBudget: 40 }

describe.each(engines)('uses counted on %s', (engine) => {
  const cipher = createFieldCipher(Buffer.alloc(32, 7))
  const database = sharedDatabase(engine)
  let db: Db
  beforeEach(async () => {
    db = database.db
    await db.deleteFrom('use_counts').execute()
  })

  const at = (now: number, rateLimitScale = 1) => ({
    ...{ db, cipher, clock: { now: () => now } },
    config: { ...budgets, rateLimitScale },
  })

  const rows = Object.entries<Rule>(uses).filter(([name]) => name !== 'inbox_rest')
  it.each(rows)('allow in %s what its row says, and more when its window is over', async (name, rule) => {
    const { points, windowMs } = sizeOf(rule, at(1).config)
    const wanted = { rule: name as UseName, key: 'k' }
    await take(at(1), Array<Use>(points - 1).fill(wanted))
    expect(await take(at(1), [wanted])).toMatchObject([{ count: points }])
    await expect(take(at(windowMs), [wanted])).rejects.toMatchObject({ rule: name, waitMs: 1 })
    await take(at(windowMs), [{ ...wanted, key: 'another' }])
    await take(at(1 + windowMs), [wanted])
  })

  // Three in an hour.
  const three = 'registration_pauses'
  const count = (now: number, key = 'k') => take(at(now, 0.6), [{ rule: three, key }])
  const counted = async (now: number, rule: UseName = three) =>
    (await currentUse(at(now, 0.6), { rule, key: 'k' })).count

  it('are as many as the points when many arrive at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => ifLeft(count(1))))
    expect(answers.filter(Boolean)).toHaveLength(3)
  })

  it('of several keys are all counted, or none', async () => {
    const both = () =>
      take(
        at(1),
        [three, 'staff_mails'].map((rule) => ({ rule: rule as UseName, key: 'k' })),
      )
    const few = () =>
      take(at(1), [
        { rule: 'asked_record', key: 'k' },
        { rule: 'first_try', key: 'k' },
      ])
    await both()
    await few()
    await expect(few()).rejects.toMatchObject({ rule: 'first_try' })
    expect([await counted(1), await counted(1, 'asked_record')]).toEqual([1, 1])
  })

  it('are counted by the alternative rule if the first one has no points left', async () => {
    const wanted: Use = { rule: 'first_try', key: 'k', orElse: { rule: 'budget_told', key: 'k' } }
    const taken = [...(await take(at(1), [wanted])), ...(await take(at(1), [wanted]))]
    expect(taken.map(({ rule }) => rule)).toEqual(['first_try', 'budget_told'])
    await expect(take(at(1), [wanted])).rejects.toMatchObject({ rule: 'first_try' })
  })

  it('may be given back, unless their window is over', async () => {
    const taken = await count(1)
    for (let times = 0; times < 2; times += 1) await giveBack(db, taken)
    expect(await counted(1)).toBe(0)
    const earlier = await count(1)
    await count(2 + HOUR)
    await giveBack(db, earlier)
    expect(await counted(2 + HOUR)).toBe(1)
  })

  it('by a clock that was ahead and was corrected refuse nobody for that long', async () => {
    const ahead = 24 * HOUR
    for (let times = 0; times < 3; times += 1) await count(ahead)
    expect(await count(1)).toMatchObject([{ count: 1, endsAt: 1 + HOUR }])
    expect(await counted(1)).toBe(1)
  })

  it('count correctly between processes whose clocks differ by minutes', async () => {
    const minutes = HOUR / 10
    for (let times = 0; times < 3; times += 1) await count(1 + minutes)
    await expect(count(1)).rejects.toThrow(LimitReached)
  })

  it('are stored with an index of the key, and deleted when their window is over', async () => {
    await count(1, '9000000001')
    const stored = () => db.selectFrom('use_counts').selectAll().execute()
    expect(JSON.stringify(await stored())).not.toContain('9000000001')
    await deletePassedCounts(db, HOUR)
    expect(await stored()).toHaveLength(1)
    await deletePassedCounts(db, 1 + HOUR)
    expect(await stored()).toEqual([])
  })

  // SQLite has one writer at a time.
  if (engine === 'sqlite') return
  it('are skipped without waiting while somebody counts in them', async () => {
    for (const key of ['a', 'b', 'c']) await count(1, key)
    const counting = await db.startTransaction().execute()
    const held = counting.updateTable('use_counts').set({ count: 2 })
    await held.where('key_index', '=', cipher.index(`use_counts.${three}`, 'b')).execute()
    await deletePassedCounts(db, 2 + HOUR)
    await counting.rollback().execute()
    const left = () => db.selectFrom('use_counts').select('count').execute()
    expect(await left()).toEqual([{ count: 1 }])
    await deletePassedCounts(db, 2 + HOUR)
    expect(await left()).toEqual([])
  })
})
