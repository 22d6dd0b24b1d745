import * as z from 'zod/mini'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Entries, entriesOf } from '#sandbox/store.ts'
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { engines } from '#tests/support/place.ts'
import { sharedDatabase } from '#tests/support/shared.ts'
import { movingClock } from '#tests/support/server.ts'
import { createSandboxStore } from './store.ts'

const counters = z.object({ count: z.number(), who: z.string() })
type Counters = z.infer<typeof counters>
const LIFE_MS = 1000

describe.each(engines)('the sandbox’s store on %s', (engine) => {
  const cipher = createFieldCipher(Buffer.alloc(32, 7))
  let clock = movingClock()
  const database = sharedDatabase(engine)
  let store: Entries<Counters>

  /** Opens the same store as another process does. */
  function open(kind = 'aadhaar', db = database.open()): Entries<Counters> {
    const store = createSandboxStore({ db, cipher, clock })
    return entriesOf({ store, clock }, kind, { schema: counters, lifeMs: LIFE_MS, about: ({ who }) => who })
  }

  beforeEach(async () => {
    clock = movingClock()
    store = open('aadhaar', database.db)
    await database.db.deleteFrom('sandbox_entries').execute()
  })

  const write = (key: string, count: number, who = 'Namuna') =>
    store.change(key, () => ({ keep: { count, who }, result: 'kept' }))
  const countOne = (from: Entries<Counters>) => () =>
    from.change('k', (value) => {
      const count = (value?.count ?? 0) + 1
      return { keep: { count, who: 'Namuna' }, result: count }
    })

  it('loses no change if two processes change a value at the same moment', async () => {
    const changes = [countOne(store), countOne(open())]
    const counts = await Promise.all(changes.flatMap((change) => Array.from({ length: 15 }, change)))
    expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
    expect(await store.read('k')).toMatchObject({ count: 30 })
  })

  it('forgets a value some time after its last change, and starts a new one in its place', async () => {
    await write('k', 1)
    clock.advance(LIFE_MS - 1)
    await write('k', 2)
    clock.advance(LIFE_MS - 1)
    expect(await store.read('k')).toMatchObject({ count: 2 })
    clock.advance(1)
    expect(await store.read('k')).toBeUndefined()
    expect(await store.list()).toEqual([])
    expect(await countOne(store)()).toBe(1)
    expect(await store.read('k')).toMatchObject({ count: 1 })
  })

  it('stores a value under its key and kind, and ignores one of another shape', async () => {
    await write('k', 1)
    expect(await open('mandate').read('k')).toBeUndefined()
    const own = { store: createSandboxStore({ db: database.db, cipher, clock }), clock }
    const other = entriesOf(own, 'aadhaar', { schema: z.object({ x: z.string() }), lifeMs: LIFE_MS })
    expect(await other.read('k')).toBeUndefined()
    expect(await other.change('k', () => ({ keep: { x: 'y' }, result: 'mended' }))).toBe('mended')
  })

  it('stores neither a key nor a value in clear text', async () => {
    await write('555555555505', 1)
    const rows = JSON.stringify(await database.db.selectFrom('sandbox_entries').selectAll().execute())
    expect(rows).not.toContain('5555')
    expect(rows).not.toContain('Namuna')
  })
})
