import { beforeEach, describe, expect, it } from 'vitest'
import { enter, freshPhone, othersThan, sendTo } from '#tests/support/codes.ts'
import { enginesInTurn } from '#tests/support/rounds.ts'
import { movingClock } from '#tests/support/server.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { codeFor, newVisitor, provePhone } from '#tests/support/visitor.ts'
import { forgetPassedCodes, watchProofs } from './mobile-service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe.each(enginesInTurn)('what is looked after of codes on %s', (engine) => {
  const clock = movingClock()
  const server = sharedServer({ engine, clock })

  const send = () => sendTo(newVisitor(server.url), freshPhone())
  const prove = () => provePhone(newVisitor(server.url), freshPhone())
  const times = async (count: number, act: () => Promise<unknown>) => {
    for (let done = 0; done < count; done += 1) await act()
  }
  /** Whether the log is told, once codes sent now can no longer be entered. */
  const warns = async () => {
    const before = server.log().length
    await watchProofs(server.deps)
    return server.log().slice(before).includes('few of the codes sent by SMS are entered')
  }

  // Nothing that the test before had sent is of the last hour.
  beforeEach(() => clock.advance(2 * HOUR))

  it('is that few of an hour’s codes lead to a proof: the log is told', async () => {
    await times(7, prove)
    await times(12, send)
    clock.advance(10 * MINUTE)
    // Nineteen say little.
    expect(await warns()).toBe(false)
    clock.advance(HOUR)
    await times(7, prove)
    await times(13, send)
    // They may still be entered.
    expect(await warns()).toBe(false)
    clock.advance(10 * MINUTE)
    expect(await warns()).toBe(true)
    expect(server.log()).toContain('"sent":20,"verified":7')
    clock.advance(HOUR)
    expect(await warns()).toBe(false)
  })

  it('is not that as many as usual do', async () => {
    await times(8, prove)
    await times(12, send)
    clock.advance(10 * MINUTE)
    expect(await warns()).toBe(false)
  })

  it('is that nothing of them stays when no rule looks at it any more', async () => {
    const { db } = server.deps
    const [visitor, phone] = [newVisitor(server.url), freshPhone()]
    await sendTo(visitor, phone)
    await enter(visitor, phone, othersThan(await codeFor(visitor, phone), 1)[0] ?? '')
    const tables = ['one_time_codes', 'use_counts', 'code_sends'] as const
    const count = () =>
      Promise.all(tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length))
    await forgetPassedCodes(server.deps)
    expect(Math.min(...(await count()))).toBeGreaterThan(0)
    clock.advance(25 * HOUR)
    await forgetPassedCodes(server.deps)
    await forgetPassedCodes(server.deps)
    expect(await count()).toEqual([0, 0, 0])
  })
})
