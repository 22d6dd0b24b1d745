import { setImmediate as nextRound, setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createOverload } from './overload.ts'

function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Works for so many milliseconds of this thread, however little of the machine it gets. */
function work(ms: number): void {
  for (const until = workedMs() + ms; workedMs() < until;);
}

/** So much comes that a round of the event loop takes `roundMs`; what became of its first request and of its last. */
async function longRound(
  overloaded: () => boolean,
  roundMs: number,
): Promise<{ first: boolean; last: boolean }> {
  const first = overloaded()
  work(roundMs)
  const last = overloaded()
  await nextRound()
  return { first, last }
}

it('one long piece of work, as at a start, sheds nothing', async () => {
  const overloaded = createOverload({ roundMs: 20, patienceMs: 100 })
  expect(await longRound(overloaded, 300)).toEqual({ first: false, last: false })
  expect(await longRound(overloaded, 50)).toEqual({ first: false, last: false })
})

it('when rounds are too long for a while, what waited longest in each is shed, and the rest is taken on', async () => {
  const overloaded = createOverload({ roundMs: 20, patienceMs: 100 })
  for (let round = 0; round < 6; round += 1) await longRound(overloaded, 30)
  expect(await longRound(overloaded, 30)).toEqual({ first: false, last: true })
})

it('work that is done between two looks for requests counts as their waiting', async () => {
  const overloaded = createOverload({ roundMs: 20, patienceMs: 100 })
  for (let round = 0; round < 6; round += 1) {
    overloaded()
    await nextRound()
    work(30)
  }
  expect(overloaded()).toBe(true)
})

it('a short round ends it', async () => {
  const overloaded = createOverload({ roundMs: 20, patienceMs: 100 })
  for (let round = 0; round < 6; round += 1) await longRound(overloaded, 30)
  for (let round = 0; round < 20; round += 1) {
    overloaded()
    await nextRound()
  }
  expect(await longRound(overloaded, 30)).toEqual({ first: false, last: false })
})

it('an event loop that slept was not behind, however long it worked before', async () => {
  const overloaded = createOverload({ roundMs: 20, patienceMs: 100 })
  for (let round = 0; round < 6; round += 1) await longRound(overloaded, 30)
  await sleep(20)
  expect(await longRound(overloaded, 30)).toEqual({ first: false, last: false })
})
