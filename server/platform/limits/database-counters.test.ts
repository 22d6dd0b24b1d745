import { beforeEach, describe, expect, it } from 'vitest'
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { engines } from '#tests/support/place.ts'
import { sharedDatabase } from '#tests/support/shared.ts'
import type { Db } from '#server/platform/db/client.ts'
import { countUses, deletePassedCounts, refundUses, currentUse } from './database-counters.ts'

const HOUR = 3_600_000
const three = { name: 'three', points: 3, windowMs: HOUR }
const two = { name: 'two', points: 2, windowMs: 2 * HOUR }

describe.each(engines)('uses counted on %s', (engine) => {
  const cipher = createFieldCipher(Buffer.alloc(32, 7))
  const database = sharedDatabase(engine)
  let db: Db
  beforeEach(async () => {
    db = database.db
    await db.deleteFrom('use_counts').execute()
  })

  const count = (now: number, key = 'k') => countUses({ db, cipher }, [{ rule: three, key }], now)
  const stands = (now: number, rule = three) => currentUse(db, cipher, { rule, key: 'k' }, now)

  it('are refused beyond the rule’s points until the window that the first began is over', async () => {
    for (const at of [1, 2, 3])
      expect(await count(at)).toMatchObject({ allowed: true, uses: [{ count: at, endsAt: 1 + HOUR }] })
    expect(await count(HOUR)).toEqual({ allowed: false, refused: three, endsAt: 1 + HOUR })
    expect(await count(HOUR, 'another')).toMatchObject({ allowed: true })
    expect(await stands(HOUR)).toEqual({ count: 3, endsAt: 1 + HOUR })
    expect(await stands(1 + HOUR)).toEqual({ count: 0, endsAt: 1 + HOUR })
    expect(await count(1 + HOUR)).toMatchObject({ allowed: true, uses: [{ count: 1, endsAt: 1 + 2 * HOUR }] })
  })

  it('are as many as the points when many come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => count(1)))
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(3)
  })

  it('of several keys are all counted, or none', async () => {
    const keys = [three, two].map((rule) => ({ rule, key: 'k' }))
    const both = () => countUses({ db, cipher }, keys, 1)
    expect([(await both()).allowed, (await both()).allowed]).toEqual([true, true])
    expect(await both()).toEqual({ allowed: false, refused: two, endsAt: 1 + 2 * HOUR })
    expect([(await stands(1)).count, (await stands(1, two)).count]).toEqual([2, 2])
  })

  it('may be given back, unless their window is over', async () => {
    const giveBack = async (counting: Awaited<ReturnType<typeof count>>) =>
      refundUses(db, counting.allowed ? counting.uses : [])
    const counting = await count(1)
    for (let times = 0; times < 2; times += 1) await giveBack(counting)
    expect((await stands(1)).count).toBe(0)
    const earlier = await count(1)
    await count(2 + HOUR)
    await giveBack(earlier)
    expect((await stands(2 + HOUR)).count).toBe(1)
  })

  it('by a clock that stood ahead and was set back refuse nobody for that long', async () => {
    const ahead = 24 * HOUR
    for (let times = 0; times < 3; times += 1) await count(ahead)
    expect(await count(1)).toMatchObject({ allowed: true, uses: [{ count: 1, endsAt: 1 + HOUR }] })
    expect(await stands(1)).toEqual({ count: 1, endsAt: 1 + HOUR })
  })

  it('hold between processes whose clocks are minutes apart', async () => {
    const minutes = HOUR / 10
    for (let times = 0; times < 3; times += 1) await count(1 + minutes)
    expect(await count(1)).toEqual({ allowed: false, refused: three, endsAt: 1 + minutes + HOUR })
  })

  it('are kept under a mark of the key, and deleted when their window is over', async () => {
    await count(1, '9000000001')
    const rows = () => db.selectFrom('use_counts').selectAll().execute()
    expect(JSON.stringify(await rows())).not.toContain('9000000001')
    await deletePassedCounts(db, { engine, now: HOUR })
    expect(await rows()).toHaveLength(1)
    await deletePassedCounts(db, { engine, now: 1 + HOUR })
    expect(await rows()).toEqual([])
  })

  // SQLite has one writer at a time.
  if (engine === 'sqlite') return
  it('are left, not waited for, while somebody counts in them', async () => {
    for (const key of ['a', 'b', 'c']) await count(1, key)
    const counting = await db.startTransaction().execute()
    const held = counting.updateTable('use_counts').set({ count: 2 })
    await held.where('key_index', '=', cipher.index('use_counts.three', 'b')).execute()
    await deletePassedCounts(db, { engine, now: 2 + HOUR })
    await counting.rollback().execute()
    const left = () => db.selectFrom('use_counts').select('count').execute()
    expect(await left()).toEqual([{ count: 1 }])
    await deletePassedCounts(db, { engine, now: 2 + HOUR })
    expect(await left()).toEqual([])
  })
})
