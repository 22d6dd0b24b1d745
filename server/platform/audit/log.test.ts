import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { engines } from '#tests/support/place.ts'
import { sharedDatabase } from '#tests/support/shared.ts'
import {
  appendAudit,
  auditReachesBackTo,
  countPrunable,
  entriesBefore,
  entriesSince,
  operatorActor,
  pruneAudit,
} from './log.ts'

describe.each(engines)('the audit log on %s', (engine) => {
  const one = sharedDatabase(engine)

  const add = (at: number, db = one.db) =>
    appendAudit(db, { action: 'sign', actor: 'visitor', reference: `entry at ${at}` }, at)
  const times = async () => (await Array.fromAsync(entriesSince(one.db, 0))).map(({ at }) => at)
  const lastSeq = async () => (await entriesBefore(one.db, undefined, 1))[0]?.seq ?? 0

  it('contains the entry with sorted details', async () => {
    const detail = { rows: 3, by: 'email' } as const
    const at = 1_790_000_000_000
    await appendAudit(one.db, { action: 'erase', actor: 'system', detail }, at)
    expect(await Array.fromAsync(entriesSince(one.db, at))).toEqual([
      {
        ...{ seq: expect.any(Number), at, action: 'erase', actor: 'system', reference: null },
        detail: '{"by":"email","rows":3}',
      },
    ])
    expect(await Array.fromAsync(entriesSince(one.db, at + 1))).toEqual([])
  })

  it('numbers entries in order, and drops those of a rolled-back transaction', async () => {
    const before = await lastSeq()
    const trx = await one.db.startTransaction().execute()
    await add(1, trx)
    await trx.rollback().execute()
    await add(2)
    await add(3)
    const [newest, earlier] = await entriesBefore(one.db, undefined, 2)
    expect([earlier?.at, newest?.at]).toEqual([2, 3])
    expect(earlier?.seq).toBeGreaterThan(before)
    expect(newest?.seq).toBeGreaterThan(earlier?.seq ?? Infinity)
    expect(await entriesBefore(one.db, newest?.seq, 1)).toEqual([earlier])
  })

  it('cannot be altered or emptied by a statement', async () => {
    await add(1)
    const before = await Array.fromAsync(entriesSince(one.db, 0))
    const refused = 'audit_log is append-only'
    await expect(one.db.updateTable('audit_log').set({ at: 3 }).execute()).rejects.toThrow(refused)
    await expect(one.db.deleteFrom('audit_log').execute()).rejects.toThrow(refused)
    if (engine === 'postgres') await expect(sql`truncate audit_log`.execute(one.db)).rejects.toThrow(refused)
    expect(await Array.fromAsync(entriesSince(one.db, 0))).toEqual(before)
  })

  it('is pruned from its old end, knows how far back it goes, and reuses no number', async () => {
    expect(await auditReachesBackTo(one.db)).toBe(0)
    await pruneAudit(one.db, Number.MAX_SAFE_INTEGER)
    const last = await lastSeq()
    for (const at of [10, 20, 30]) await add(at)
    expect(await countPrunable(one.db, 20)).toBe(2)
    expect(await pruneAudit(one.db, 20)).toBe(2)
    expect(await pruneAudit(one.db, 20)).toBe(0)
    expect([await times(), await auditReachesBackTo(one.db)]).toEqual([[30], 30])
    await expect(one.db.deleteFrom('audit_log').execute()).rejects.toThrow('append-only')
    await pruneAudit(one.db, 30)
    expect([await times(), await auditReachesBackTo(one.db)]).toEqual([[], Number.MAX_SAFE_INTEGER])
    await add(40)
    expect(await lastSeq()).toBeGreaterThan(last + 3)
  })

  it('keeps what came after an entry that must stay, though a clock was set back meanwhile', async () => {
    await pruneAudit(one.db, Number.MAX_SAFE_INTEGER)
    for (const at of [10, 50, 20]) await add(at)
    expect(await pruneAudit(one.db, 30)).toBe(1)
    expect(await times()).toEqual([50, 20])
    expect(await pruneAudit(one.db, 60)).toBe(2)
  })
})

it('identifies an operator by a keyed hash', () => {
  const [cipher, another] = [createFieldCipher(Buffer.alloc(32, 1)), createFieldCipher(Buffer.alloc(32, 2))]
  expect(operatorActor(cipher, 'asha')).toMatch(/^operator:[\w-]{22}$/)
  expect(operatorActor(cipher, 'asha')).toBe(operatorActor(cipher, 'asha'))
  expect(operatorActor(cipher, 'asha')).not.toBe(operatorActor(another, 'asha'))
  expect(operatorActor(cipher)).toMatch(/^operator:/)
})
