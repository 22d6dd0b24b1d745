import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startFaultProxy } from '#tests/support/fault-proxy.ts'
import { engines, makePlace } from '#tests/support/place.ts'
import { isDatabaseAway, openDatabase } from './client.ts'

test.each([
  ['a connection that failed', { code: '08006' }, true],
  ['a statement that took longer than it may', { code: '57014' }, true],
  ['a server that is full', { code: '53300' }, true],
  ['SQLite held by another', { errcode: 5 }, true],
  ['a disk that is full', { errcode: 13 }, true],
  ['a unique value that is there', { code: '23505' }, false],
  ['a fault of ours', {}, false],
])('%s: whether a retry later helps', (_, told, isAway) => {
  expect(isDatabaseAway(Object.assign(new Error('words'), told))).toBe(isAway)
})

test.runIf(engines.includes('postgres'))(
  'PostgreSQL that says nothing more counts as away, and holds no place in the pool',
  async () => {
    await using place = await makePlace('postgres')
    const url = new URL(place.databaseUrl ?? '')
    await using proxy = await startFaultProxy({ host: url.hostname, port: Number(url.port) })
    url.port = String(proxy.port)
    const limits = { statementMs: 500, silenceMs: 600 }
    const { db, pool, close } = openDatabase({ ...place, databaseUrl: url.href, limits })
    const long = sql`select repeat('x', 10000)`
    await long.execute(db)
    await proxy.break({ kind: 'stall', way: 'got', after: 5000 })
    const tries = [() => long.execute(db), () => db.transaction().execute((trx) => long.execute(trx))]
    for (const attempt of tries) expect(await attempt().catch(isDatabaseAway)).toBe(true)
    expect(pool?.()).toEqual({ used: 0, idle: 0, waiting: 0 })
    await proxy.mend()
    await long.execute(db)
    await close()
  },
)
