import { beforeEach, describe, expect, it } from 'vitest'
import { ClientGone, FairQueue, QueueFull, type Turn } from './fair-queue.ts'

const never = new AbortController().signal

/** Asks for a turn; what becomes of it is noted under that name. */
function ask(queue: FairQueue, address: string, { as = address, gone = never } = {}) {
  const turn = queue.take({ address, gone })
  turn.then(
    () => begun.push(as),
    (error: Error) => begun.push(`${as}: ${error.name}`),
  )
  return turn
}

let begun: string[] = []
beforeEach(() => void (begun = []))

/** Ends turn after turn, each as it begins, until the queue is empty; answers the order in which they began. */
async function order(turns: readonly Promise<Turn>[]): Promise<string[]> {
  for (const turn of turns) turn.then((one) => setImmediate(one.leave)).catch(() => undefined)
  await Promise.allSettled(turns)
  return begun.splice(0)
}

describe('a queue', () => {
  it('hands out as many turns at once as it may, and refuses whoever comes when as many wait as may', async () => {
    const queue = new FairQueue({ active: 1, waiting: 1 })
    const first = await queue.take()
    const second = queue.take()
    await expect(queue.take()).rejects.toThrow(QueueFull)
    first.leave()
    first.leave()
    const third = queue.take()
    ;(await second).leave()
    ;(await third).leave()
    expect(await order([queue.take()])).toEqual([])
  })

  it('hands out turns to addresses in turn, whichever asked for how many', async () => {
    const queue = new FairQueue({ active: 1, waiting: 20 })
    const many = ['1', '1', '1', '1', '2', '2', '3'].map((last) =>
      ask(queue, `203.0.113.${last}`, { as: last }),
    )
    const found = await order(many)
    expect([found.slice(0, 3), found.length]).toEqual([['1', '2', '3'], 7])
  })

  it('takes a newcomer before those who have taken time already', async () => {
    const queue = new FairQueue({ active: 1, waiting: 20 })
    await order([ask(queue, '203.0.113.1')])
    const held = await queue.take()
    const turns = [ask(queue, '203.0.113.1', { as: 'again' }), ask(queue, '203.0.113.2', { as: 'newcomer' })]
    held.leave()
    expect(await order(turns)).toEqual(['newcomer', 'again'])
  })

  it('hands out no more turns at once to one address than it may have, and keeps the others free', async () => {
    const queue = new FairQueue({ active: 4, each: 2, waiting: 20 })
    const own = [1, 2, 3].map((at) => ask(queue, '203.0.113.1', { as: `own ${at}` }))
    const other = await ask(queue, '203.0.113.2', { as: 'other' })
    expect(begun.splice(0)).toEqual(['own 1', 'own 2', 'other'])
    other.leave()
    expect(await order(own)).toEqual(['own 3'])
  })

  it('counts the addresses of a /48 together', async () => {
    const queue = new FairQueue({ active: 40, each: 2, waiting: 40 })
    const turns = Array.from({ length: 30 }, (_, at) => ask(queue, `2001:db8:0:${at}00::1`))
    await ask(queue, '203.0.113.2', { as: 'other' })
    expect(begun.splice(0)).toHaveLength(21)
    await order(turns)
  })

  it('lets nobody wait whose connection is closed', async () => {
    const queue = new FairQueue({ active: 1, waiting: 1 })
    const held = await queue.take()
    const gone = new AbortController()
    const waiting = ask(queue, '203.0.113.1', { as: 'gone', gone: gone.signal })
    gone.abort()
    await expect(waiting).rejects.toThrow(ClientGone)
    await expect(ask(queue, '203.0.113.1', { gone: AbortSignal.abort() })).rejects.toThrow(ClientGone)
    begun = []
    const next = ask(queue, '203.0.113.2', { as: 'next' })
    held.leave()
    expect(await order([next])).toEqual(['next'])
  })

  it('has whoever waits most give way when it is full, to whoever waits less', async () => {
    const queue = new FairQueue({ active: 1, waiting: 3 })
    const held = await queue.take()
    const many = [1, 2, 3].map((at) => ask(queue, '203.0.113.1', { as: `many ${at}` }))
    const newcomer = ask(queue, '203.0.113.2', { as: 'newcomer' })
    await expect(many[2]).rejects.toThrow(QueueFull)
    await expect(ask(queue, '203.0.113.1', { as: 'many 4' })).rejects.toThrow(QueueFull)
    begun = []
    held.leave()
    expect((await order([...many, newcomer])).toSorted()).toEqual(['many 1', 'many 2', 'newcomer'])
  })

  it('says how many have their turn before: each other address once, and all of the same address', async () => {
    const queue = new FairQueue({ active: 1, waiting: 20 })
    const held = await queue.take()
    const turns = ['1', '1', '1', '2', '3'].map((last) => ask(queue, `203.0.113.${last}`))
    expect(queue.ahead('203.0.113.9')).toBe(3)
    expect(queue.ahead('203.0.113.1')).toBe(5)
    held.leave()
    await order(turns)
    expect(queue.ahead('203.0.113.9')).toBe(0)
  })

  it('has so many in their first part at once, and hands out the next when that ends', async () => {
    const queue = new FairQueue({ active: 3, first: 1, waiting: 20 })
    const turns = ['1', '2', '3', '4'].map((last) => ask(queue, `203.0.113.${last}`, { as: last }))
    const first = await turns[0]
    expect(begun).toEqual(['1'])
    first?.endFirstPart()
    ;(await turns[1])?.endFirstPart()
    ;(await turns[2])?.endFirstPart()
    expect(begun).toEqual(['1', '2', '3'])
    first?.leave()
    await turns[3]
    expect(begun).toEqual(['1', '2', '3', '4'])
  })
})
