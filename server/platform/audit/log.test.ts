import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { engines } from '#tests/support/place.ts'
import { sharedDatabase, startDatabase } from '#tests/support/shared.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { createWorkerPool } from '#server/platform/worker-pool/worker-pool.ts'
import { createAuditVerifier, entriesAfter, noteVerified, verifyAudit } from './verify.ts'
import { appendAudit, countPrunable, operatorActor, pruneAudit } from './log.ts'

describe.each(engines)('the audit log on %s', (engine) => {
  const one = sharedDatabase(engine)

  const add = (at: number, db = one.db) =>
    appendAudit(db, { action: 'sign', actor: 'visitor', reference: `entry at ${at}` }, at)
  const entries = () => one.db.selectFrom('audit_log').selectAll().orderBy('seq').execute()
  const lastSeq = async () => {
    const verdict = await verifyAudit(one.db)
    return verdict.whole ? verdict.lastSeq : NaN
  }
  const putIn = (last: number) =>
    `insert into audit_log select ${last + 1}, at, action, actor, reference, detail, hash, 'x' from audit_log where seq = ${last}`
  /** What `verify` finds after somebody who owns the database took the triggers away and did that; then it is undone. */
  const tamper = async (statement: string, scope?: { all: boolean }) => {
    const off =
      engine === 'postgres'
        ? ['alter table audit_log disable trigger user']
        : ['drop trigger audit_log_no_update', 'drop trigger audit_log_no_delete']
    const looked = await one.db.startTransaction().execute()
    for (const each of [...off, statement]) await sql.raw(each).execute(looked)
    const verdict = await verifyAudit(looked, scope)
    await looked.rollback().execute()
    return verdict
  }

  it('is whole while it is empty, and then one chain, however many add to it at once', async () => {
    await using empty = await startDatabase(engine)
    const none = { whole: true, entries: 0, checked: 0, from: 1, lastSeq: 0, lastHash: '' }
    expect(await verifyAudit(empty.db)).toEqual(none)
    const other = empty.open()
    // Two connections to SQLite in one thread would wait for each other for ever.
    const beside = engine === 'postgres' ? other : empty.db
    await Promise.all(Array.from({ length: 20 }, (_, at) => add(at, at % 2 ? empty.db : beside)))
    const rows = await empty.db.selectFrom('audit_log').selectAll().orderBy('seq').execute()
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    expect(rows.map((row) => row.previous_hash)).toEqual(['', ...rows.map((row) => row.hash).slice(0, -1)])
    expect(await verifyAudit(other)).toMatchObject({ whole: true, entries: 20, lastHash: rows[19]?.hash })
  })

  it('contains the entry, and its details in one order', async () => {
    const detail = { rows: 3, by: 'email' } as const
    const at = 1_790_000_000_000
    const before = await lastSeq()
    await appendAudit(one.db, { action: 'erase', actor: 'system', detail }, at)
    expect(await Array.fromAsync(entriesAfter(one.db, before, at))).toEqual([
      expect.objectContaining({
        ...{ seq: before + 1, at, action: 'erase', actor: 'system', reference: null },
        detail: '{"by":"email","rows":3}',
      }),
    ])
    expect(await Array.fromAsync(entriesAfter(one.db, before, at + 1))).toEqual([])
  })

  it('forgets an entry of a transaction that came to nothing, and leaves no gap', async () => {
    const before = await lastSeq()
    const trx = await one.db.startTransaction().execute()
    await add(1, trx)
    await trx.rollback().execute()
    await add(2)
    expect(await verifyAudit(one.db)).toMatchObject({ whole: true, lastSeq: before + 1 })
  })

  it('is neither altered nor emptied by a statement that slipped in', async () => {
    await add(1)
    const before = await verifyAudit(one.db)
    const refused = 'audit_log is append-only'
    await expect(one.db.updateTable('audit_log').set({ at: 3 }).execute()).rejects.toThrow(refused)
    await expect(one.db.deleteFrom('audit_log').execute()).rejects.toThrow(refused)
    if (engine === 'postgres') await expect(sql`truncate audit_log`.execute(one.db)).rejects.toThrow(refused)
    expect(await verifyAudit(one.db)).toEqual(before)
  })

  const reveal = `update audit_log set action = 'reveal' where seq =`
  it.each<[string, (last: number) => string, number, RegExp]>([
    ['altered', (last) => `${reveal} ${last - 1}`, -1, /was altered/],
    ['dropped in the middle', (last) => `delete from audit_log where seq = ${last - 1}`, -1, /is missing/],
    ['dropped at the end', (last) => `delete from audit_log where seq = ${last}`, 0, /is missing/],
    ['moved', (last) => `update audit_log set seq = ${last + 9} where seq = ${last}`, 0, /is missing/],
    ['put in', (last) => putIn(last), 1, /was altered/],
  ])('shows which entry was %s', async (_, statement, fromLast, words) => {
    for (const at of [1, 2]) await add(at)
    const last = await lastSeq()
    expect(await tamper(statement(last))).toEqual({
      whole: false,
      brokenAt: last + fromLast,
      words: expect.stringMatching(words),
    })
    expect(await verifyAudit(one.db)).toMatchObject({ whole: true, lastSeq: last })
  })

  it('is verified from where it was verified last, or all of it', async () => {
    const further = () => verifyAudit(one.db, { all: false })
    const verify = async () => {
      const found = await further()
      if (found.whole) await noteVerified(one.db, found)
      return found
    }
    await verify()
    for (const at of [1, 2, 3]) await add(at)
    const last = await lastSeq()
    expect(await verify()).toMatchObject({ whole: true, checked: 3, lastSeq: last })
    await add(4)
    expect(await further()).toMatchObject({ whole: true, checked: 1, lastSeq: last + 1 })
    const early = `${reveal} ${last - 1}`
    expect(await tamper(early, { all: false })).toMatchObject({ whole: true, checked: 1 })
    expect(await tamper(early, { all: true })).toMatchObject({ whole: false, brokenAt: last - 1 })
    for (const late of [`${reveal} ${last}`, `update audit_ends set verified_hash = 'x'`])
      expect(await tamper(late, { all: false }), late).toMatchObject({ whole: false, brokenAt: last })
    const newest = `delete from audit_log where seq = ${last + 1}`
    expect(await tamper(newest, { all: false })).toMatchObject({ whole: false, brokenAt: last + 1 })
    await pruneAudit(one.db, Number.MAX_SAFE_INTEGER)
    await add(5)
    expect(await verify()).toMatchObject({ whole: true, entries: 1, checked: 1 })
  })

  it('is read once for all who ask at the same time, beside the server’s own connection', async () => {
    const threads = createWorkerPool({ log: createLog('silent'), active: 1, limitMs: 60_000 })
    const run = vi.spyOn(threads, 'run')
    const verifier = createAuditVerifier({ ...one.place, db: one.db, threads })
    await add(6)
    const answers = await Promise.all(Array.from({ length: 5 }, () => verifier.verify(true)))
    expect([run.mock.calls.length, new Set(answers).size]).toEqual([1, 1])
    expect(answers[0]).toMatchObject({ whole: true, lastSeq: await lastSeq() })
    expect(await verifier.verify(false)).toMatchObject({ whole: true, checked: 0 })
    await verifier.close()
    expect(await verifier.verify(false)).toBeUndefined()
  })

  it('is pruned from its old end and stays whole from there on', async () => {
    await pruneAudit(one.db, Number.MAX_SAFE_INTEGER)
    const before = await verifyAudit(one.db)
    expect(before).toMatchObject({ whole: true, entries: 0 })
    for (const at of [10, 20, 30]) await add(at)
    expect(await countPrunable(one.db, 20)).toBe(2)
    expect(await pruneAudit(one.db, 20)).toBe(2)
    expect(await pruneAudit(one.db, 20)).toBe(0)
    await add(40)
    const first = (await entries())[0]?.seq ?? 0
    const kept = { whole: true, entries: 2, from: first, lastSeq: first + 1 }
    expect(await verifyAudit(one.db)).toMatchObject(kept)
    const gone = `delete from audit_log where seq = ${first}`
    expect(await tamper(gone)).toMatchObject({ whole: false, brokenAt: first })
  })

  it('keeps what came after an entry that must stay, though a clock was set back meanwhile', async () => {
    await pruneAudit(one.db, Number.MAX_SAFE_INTEGER)
    for (const at of [10, 50, 20]) await add(at)
    expect(await pruneAudit(one.db, 30)).toBe(1)
    expect((await entries()).map(({ at }) => at)).toEqual([50, 20])
    expect(await pruneAudit(one.db, 60)).toBe(2)
    await add(70)
    expect(await verifyAudit(one.db)).toMatchObject({ whole: true, entries: 1 })
  })
})

it('names an operator by a hash that only the key gives', () => {
  const [cipher, another] = [createFieldCipher(Buffer.alloc(32, 1)), createFieldCipher(Buffer.alloc(32, 2))]
  expect(operatorActor(cipher, 'asha')).toMatch(/^operator:[\w-]{22}$/)
  expect(operatorActor(cipher, 'asha')).toBe(operatorActor(cipher, 'asha'))
  expect(operatorActor(cipher, 'asha')).not.toBe(operatorActor(another, 'asha'))
  expect(operatorActor(cipher)).toMatch(/^operator:/)
})
