import { beforeEach, describe, expect, it } from 'vitest'
import { engines } from '#tests/support/place.ts'
import { sharedDatabase } from '#tests/support/shared.ts'
import { confirmClock, lastSeen, watchClock } from './clock-watch.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.parse('2026-11-20T06:30:00Z')

describe.each(engines)('the clock that destruction goes by, on %s,', (engine) => {
  const database = sharedDatabase(engine)
  beforeEach(async () => {
    for (const table of ['clock_watch', 'jobs'] as const) await database.db.deleteFrom(table).execute()
  })
  const watch = (now: number) => watchClock(database.db, now)
  const mails = () =>
    database.db.selectFrom('jobs').selectAll().where('kind', '=', 'clock.notify-staff').execute()

  it('may go on and be off for a day, and back for a day', async () => {
    expect(await lastSeen(database.db)).toBeUndefined()
    for (const at of [0, 30_000, DAY, 2 * DAY, DAY]) expect(await watch(START + at)).toBeUndefined()
    expect(await lastSeen(database.db)).toEqual({ seenAt: START + DAY, jump: undefined })
    expect(await mails()).toEqual([])
  })

  it.each([
    ['36 days on', 36 * DAY],
    ['a day and a second on', DAY + 1000],
    ['400 days back', -400 * DAY],
  ])(
    'holds what destroys after a jump of %s, also once it is right, until it is confirmed',
    async (_, ms) => {
      await watch(START)
      const jump = { from: START, to: START + ms }
      expect(await watch(START + ms)).toEqual(jump)
      expect(await watch(START + ms + HOUR)).toEqual(jump)
      expect(await watch(START + HOUR)).toEqual(jump)
      const [mail, ...others] = await mails()
      expect(others).toEqual([])
      const [from, to] = [new Date(jump.from), new Date(jump.to)]
      expect(mail?.payload).toBe(JSON.stringify({ from, to }))
      // It is sent by a clock that is right again, too.
      expect(mail?.run_at).toBe(Math.min(jump.from, jump.to))
      await confirmClock(database.db, START + HOUR)
      expect(await watch(START + 2 * HOUR)).toBeUndefined()
      expect(await watch(START + 2 * ms)).toEqual({ from: START + 2 * HOUR, to: START + 2 * ms })
      expect(await mails()).toHaveLength(2)
    },
  )

  it('holds the process whose clock jumped, though another notes its own at the same moment', async () => {
    // Of SQLite there is one.
    const other = engine === 'postgres' ? database.open() : database.db
    for (let round = 1; round <= 20; round += 1) {
      const at = START + round * HOUR
      await confirmClock(database.db, at)
      const beside = watchClock(other, at + 2 * 60_000)
      const [jumped] = await Promise.all([watch(at + 2 * DAY), beside])
      expect(jumped?.to).toBe(at + 2 * DAY)
    }
  })

  it('holds all processes where one has a clock of its own, and mails once', async () => {
    // Of SQLite there is one.
    const processes = engine === 'postgres' ? [1, 2, 3].map(() => database.open()) : [database.db]
    await watch(START)
    const answers = await Promise.all(processes.map((db) => watchClock(db, START + 2 * DAY)))
    expect(new Set(answers.map((jump) => jump?.to))).toEqual(new Set([START + 2 * DAY]))
    for (const [at, db] of processes.entries())
      expect(await watchClock(db, START + at * 40 * HOUR)).toEqual({ from: START, to: START + 2 * DAY })
    expect(await mails()).toHaveLength(1)
  })
})
