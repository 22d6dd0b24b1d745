import { setImmediate as nextIteration } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { createOverload } from './overload.ts'

async function iteration(ms: number): Promise<void> {
  for (const until = performance.now() + ms; performance.now() < until;);
  await nextIteration()
}

it('refuses once iterations of the event loop stay too long, not for one of them, and ends by itself', async () => {
  const overloaded = createOverload({ lateMs: 200, lookMs: 300 })
  await iteration(500)
  expect(overloaded()).toBe(false)
  for (let count = 0; count < 20 && !overloaded(); count += 1) await iteration(250)
  expect(overloaded()).toBe(true)
  await eventually(() => expect(overloaded()).toBe(false))
})
