import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/client.ts'
import type { DatabaseHandle } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { createSealer } from '#server/lib/sealing.ts'
import { engines, makePlace } from '#server/testing/place.ts'
import type { Place } from '#server/testing/place.ts'
import { collect } from '#server/testing/collect.ts'
import { listAudit } from './list.ts'
import { appendAudit, operatorActor } from './log.ts'
import { countPrunable, pruneAudit } from './prune.ts'
import { verifyAudit } from './verify.ts'

describe.each(engines)('the audit log on %s', (engine) => {
  let place: Place
  let one: DatabaseHandle
  let other: DatabaseHandle
  beforeEach(async () => {
    place = await makePlace(engine)
    one = openDatabase(place)
    await migrate(one.db)
    other = openDatabase(place)
  })
  afterEach(async () => {
    await Promise.all([one.close(), other.close()])
    await place.remove()
  })

  const add = (at: number, { db } = one) =>
    appendAudit(db, { action: 'sign', actor: 'visitor', reference: `entry at ${at}` }, at)
  const addAll = async (...times: number[]) => {
    for (const at of times) await add(at)
  }
  const entries = () => one.db.selectFrom('audit_log').selectAll().orderBy('seq').execute()
  /** What somebody does who owns the database, and so can take the triggers away. */
  const tamper = async (statement: string) => {
    const off =
      engine === 'postgres'
        ? ['alter table audit_log disable trigger user']
        : ['drop trigger audit_log_no_update', 'drop trigger audit_log_no_delete']
    for (const each of [...off, statement]) await sql.raw(each).execute(one.db)
    return verifyAudit(one.db)
  }

  it('is whole while it is empty', async () => {
    expect(await verifyAudit(one.db)).toEqual({ whole: true, entries: 0, from: 1, lastSeq: 0, lastHash: '' })
  })

  it('is one chain, however many add to it at once', async () => {
    // Two connections to SQLite in one thread would wait for each other for ever.
    const beside = engine === 'postgres' ? other : one
    await Promise.all(Array.from({ length: 20 }, (_, at) => add(at, at % 2 ? one : beside)))
    const rows = await entries()
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    expect(rows.map((row) => row.previous_hash)).toEqual(['', ...rows.map((row) => row.hash).slice(0, -1)])
    expect(await verifyAudit(other.db)).toMatchObject({ whole: true, entries: 20, lastHash: rows[19]?.hash })
  })

  it('tells what is told of, and of details in one order', async () => {
    const detail = { rows: 3, by: 'email' }
    await appendAudit(one.db, { action: 'erase', actor: 'system', detail }, 1_790_000_000_000)
    expect(await collect(listAudit(one.db, 0))).toEqual([
      expect.objectContaining({
        ...{ seq: 1, at: 1_790_000_000_000, action: 'erase', actor: 'system', reference: null },
        detail: '{"by":"email","rows":3}',
      }),
    ])
    expect(await collect(listAudit(one.db, 1_790_000_000_001))).toEqual([])
  })

  it('forgets an entry of a transaction that came to nothing, and leaves no gap', async () => {
    const failing = one.db.transaction().execute(async (trx) => {
      await appendAudit(trx, { action: 'settle', actor: 'system' }, 1)
      throw new Error('came to nothing')
    })
    await expect(failing).rejects.toThrow('came to nothing')
    await add(2)
    expect(await verifyAudit(one.db)).toMatchObject({ whole: true, entries: 1, lastSeq: 1 })
  })

  it('is neither altered nor emptied by a statement that slipped in', async () => {
    await addAll(1, 2)
    const refused = 'audit_log is append-only'
    await expect(one.db.updateTable('audit_log').set({ at: 3 }).execute()).rejects.toThrow(refused)
    await expect(one.db.deleteFrom('audit_log').execute()).rejects.toThrow(refused)
    if (engine === 'postgres') await expect(sql`truncate audit_log`.execute(one.db)).rejects.toThrow(refused)
    expect(await verifyAudit(one.db)).toMatchObject({ whole: true, entries: 2 })
  })

  it.each([
    ['altered', "update audit_log set action = 'reveal' where seq = 2", 2, /was altered/],
    ['dropped in the middle', 'delete from audit_log where seq = 2', 2, /is missing/],
    ['dropped at the end', 'delete from audit_log where seq = 3', 3, /is missing/],
    ['dropped at the beginning', 'delete from audit_log where seq = 1', 1, /is missing/],
    ['moved', 'update audit_log set seq = 9 where seq = 3', 3, /is missing/],
    [
      'put in',
      `insert into audit_log select 4, at, action, actor, reference, detail, hash, 'x' from audit_log where seq = 3`,
      4,
      /was altered/,
    ],
  ])('shows which entry was %s', async (_, statement, brokenAt, words) => {
    await addAll(1, 2, 3)
    expect(await tamper(statement)).toEqual({
      whole: false,
      brokenAt,
      words: expect.stringMatching(words),
    })
  })

  it('is pruned from its old end and stays whole from there on', async () => {
    await addAll(10, 20, 30)
    expect(await countPrunable(one.db, 20)).toBe(2)
    expect(await pruneAudit(one.db, 20)).toBe(2)
    expect(await pruneAudit(one.db, 20)).toBe(0)
    await add(40)
    expect(await verifyAudit(one.db)).toMatchObject({ whole: true, entries: 2, from: 3, lastSeq: 4 })
    expect(await tamper('delete from audit_log where seq = 3')).toMatchObject({ whole: false, brokenAt: 3 })
  })

  it('keeps what came after an entry that must stay, though a clock was set back meanwhile', async () => {
    await addAll(10, 50, 20)
    expect(await pruneAudit(one.db, 30)).toBe(1)
    expect((await entries()).map(({ at }) => at)).toEqual([50, 20])
    expect(await pruneAudit(one.db, 60)).toBe(2)
    await add(70)
    expect(await verifyAudit(one.db)).toMatchObject({ whole: true, entries: 1, from: 4 })
  })
})

it('names an operator by a hash that only the key gives', () => {
  const [sealer, another] = [createSealer(Buffer.alloc(32, 1)), createSealer(Buffer.alloc(32, 2))]
  expect(operatorActor(sealer, 'asha')).toMatch(/^operator:[\w-]{22}$/)
  expect(operatorActor(sealer, 'asha')).toBe(operatorActor(sealer, 'asha'))
  expect(operatorActor(sealer, 'asha')).not.toBe(operatorActor(another, 'asha'))
  expect(operatorActor(sealer)).toMatch(/^operator:/)
})
