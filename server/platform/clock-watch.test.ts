import { beforeEach, describe, expect, it } from 'vitest'
import { engines } from '#tests/support/place.ts'
import { sharedDatabase } from '#tests/support/shared.ts'
import { clockJump, confirmClock, PAUSE_MS, watchClock } from './clock-watch.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.parse('2026-11-20T06:30:00Z')

describe.each(engines)('the clock that deletion follows, on %s,', (engine) => {
  const database = sharedDatabase(engine)
  beforeEach(async () => {
    for (const table of ['clock_watch', 'jobs'] as const) await database.db.deleteFrom(table).execute()
  })
  const watch = (now: number) => watchClock(database.db, now)
  const mails = () =>
    database.db.selectFrom('jobs').selectAll().where('kind', '=', 'clock.notify-staff').execute()

  it('may go on and be off for a day, and back for a day', async () => {
    expect(await clockJump(database.db, START)).toBeUndefined()
    for (const at of [0, 30_000, DAY, 2 * DAY, DAY]) expect(await watch(START + at)).toBeUndefined()
    expect(await clockJump(database.db, START + DAY)).toBeUndefined()
    expect(await mails()).toEqual([])
  })

  it.each([
    ['36 days on', 36 * DAY],
    ['a day and a second on', DAY + 1000],
    ['400 days back', -400 * DAY],
  ])('pauses deletion after a jump of %s until 48 hours have passed, or it is confirmed', async (_, ms) => {
    await watch(START)
    const jumped = START + ms
    const jump = { from: START, to: jumped }
    expect(await watch(jumped)).toEqual(jump)
    for (const hours of [1, 24, 47]) expect(await watch(jumped + hours * HOUR)).toEqual(jump)
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    const [from, to] = [new Date(jump.from), new Date(jump.to)]
    expect(mail?.payload).toBe(JSON.stringify({ from, to }))
    // A clock that is corrected sends it too.
    expect(mail?.run_at).toBe(Math.min(jump.from, jump.to))
    expect(await clockJump(database.db, jumped + PAUSE_MS - 1)).toEqual(jump)
    expect(await watch(jumped + PAUSE_MS)).toBeUndefined()
    // The next jump is another one, with another mail.
    const next = { from: jumped + PAUSE_MS, to: jumped + PAUSE_MS + 3 * DAY }
    expect(await watch(next.to)).toEqual(next)
    expect(await mails()).toHaveLength(2)
    await confirmClock(database.db, next.to)
    expect(await watch(next.to + HOUR)).toBeUndefined()
  })

  it('pauses deletion for 48 hours more if the clock is corrected meanwhile, with one mail', async () => {
    await watch(START)
    await watch(START + 36 * DAY)
    const back = { from: START + 36 * DAY, to: START + HOUR }
    expect(await watch(back.to)).toEqual(back)
    for (const hours of [20, 40]) expect(await watch(back.to + hours * HOUR)).toEqual(back)
    expect(await watch(back.to + 48 * HOUR)).toBeUndefined()
    expect(await mails()).toHaveLength(1)
  })

  it('pauses the process whose clock jumped, even if another stores its own at the same moment', async () => {
    // SQLite has one process only.
    const other = engine === 'postgres' ? database.open() : database.db
    for (let round = 1; round <= 20; round += 1) {
      const at = START + round * HOUR
      await confirmClock(database.db, at)
      const beside = watchClock(other, at + 2 * 60_000)
      const [jumped] = await Promise.all([watch(at + 2 * DAY), beside])
      expect(jumped?.to).toBe(at + 2 * DAY)
    }
  })

  it('pauses all processes if one has a different clock, and mails once', async () => {
    // SQLite has one process only.
    const processes = engine === 'postgres' ? [1, 2, 3].map(() => database.open()) : [database.db]
    await watch(START)
    const answers = await Promise.all(processes.map((db) => watchClock(db, START + 2 * DAY)))
    expect(new Set(answers.map((jump) => jump?.to))).toEqual(new Set([START + 2 * DAY]))
    for (const [round, db] of [...processes, ...processes].entries()) {
      const away = round % 2 === 0 ? 0 : 2 * DAY
      expect(await watchClock(db, START + round * 10 * HOUR + away)).toBeDefined()
    }
    expect(await mails()).toHaveLength(1)
  })
})
