import * as z from 'zod/mini'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DatabaseHandle, openDatabase } from '#server/platform/db/client.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import type { KeyValueStore } from '#server/platform/key-value-store.ts'
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { engines, makePlace, type Place } from '#tests/support/place.ts'
import { movingClock } from '#tests/support/server.ts'
import { createKeyValueStore } from './service.ts'

const counters = z.object({ count: z.number(), who: z.string() })
type Counters = z.infer<typeof counters>

describe.each(engines)('a simulator’s books on %s', (engine) => {
  const cipher = createFieldCipher(Buffer.alloc(32, 7))
  let clock = movingClock()
  let place: Place
  const opened: DatabaseHandle[] = []
  let books: KeyValueStore<Counters>

  /** Another process's view of the same books. */
  function open(kind = 'aadhaar'): KeyValueStore<Counters> {
    const database = openDatabase({ databaseUrl: place.databaseUrl, dataDir: place.dataDir })
    opened.push(database)
    return createKeyValueStore({ db: database.db, cipher, clock }, kind, counters)
  }

  beforeEach(async () => {
    clock = movingClock()
    place = await makePlace(engine)
    books = open()
    await migrate(opened[0]!.db)
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()))
    await place.remove()
  })

  const write = (key: string, count: number, expiresAt?: number) =>
    books.change(key, () => ({
      keep: { count, who: 'Namuna' },
      ...(expiresAt ? { expiresAt } : {}),
      result: 'kept',
    }))
  const countOne = (from: KeyValueStore<Counters>) => () =>
    from.change('k', (page) => {
      const count = (page?.count ?? 0) + 1
      return { keep: { count, who: 'Namuna' }, result: count }
    })

  it('hold a page by its key, beside other kinds with the same key', async () => {
    expect(await write('k', 1)).toBe('kept')
    expect(await books.read('k')).toEqual({ count: 1, who: 'Namuna' })
    expect(await books.read('other')).toBeUndefined()
    expect(await open('mandate').read('k')).toBeUndefined()
  })

  it('leave a page as it is when nothing is to be kept', async () => {
    await write('k', 1)
    expect(await books.change('k', (page) => ({ result: page?.count }))).toBe(1)
    expect(await books.change('none', (page) => ({ result: page }))).toBeUndefined()
    expect(await books.list()).toHaveLength(1)
  })

  it('lose no change when two processes change a page at the same moment', async () => {
    const turns = [countOne(books), countOne(open())]
    const counts = await Promise.all(turns.flatMap((turn) => Array.from({ length: 15 }, turn)))
    expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
    expect(await books.read('k')).toMatchObject({ count: 30 })
  })

  it('forget a page once it has expired, and begin a new one in its place', async () => {
    await write('k', 1, clock.now() + 1000)
    await write('k', 2)
    clock.advance(999)
    expect(await books.read('k')).toMatchObject({ count: 2 })
    clock.advance(1)
    expect(await books.read('k')).toBeUndefined()
    expect(await books.list()).toEqual([])
    expect(await countOne(books)()).toBe(1)
    clock.advance(1e9)
    expect(await books.read('k')).toMatchObject({ count: 1 })
  })

  it('list the newest page first', async () => {
    for (const [index, key] of ['a', 'b', 'c'].entries()) {
      await write(key, index)
      clock.advance(1)
    }
    expect((await books.list()).map(({ count }) => count)).toEqual([2, 1, 0])
  })

  it('keep neither a key nor a page in clear', async () => {
    await write('555555555505', 1)
    const rows = JSON.stringify(await opened[0]!.db.selectFrom('sandbox_books').selectAll().execute())
    expect(rows).not.toContain('5555')
    expect(rows).not.toContain('Namuna')
  })

  it('count a page of another shape as none', async () => {
    await write('k', 1)
    const other = createKeyValueStore(
      { db: opened[0]!.db, cipher, clock },
      'aadhaar',
      z.object({ x: z.string() }),
    )
    expect(await other.read('k')).toBeUndefined()
    expect(await other.change('k', () => ({ keep: { x: 'y' }, result: 'mended' }))).toBe('mended')
  })
})
