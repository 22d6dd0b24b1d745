import { beforeEach, describe, expect, it } from 'vitest'
import { ClientGone, FairQueue, QueueFull } from './fair-queue.ts'

const never = new AbortController().signal

/** Asks for a turn; its outcome is recorded under that name. */
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

/** Ends each turn as it begins until the queue is empty; returns the order of the turns. */
async function order(turns: readonly Promise<() => void>[]): Promise<string[]> {
  for (const turn of turns) turn.then((one) => setImmediate(one)).catch(() => undefined)
  await Promise.allSettled(turns)
  return begun.splice(0)
}

describe('a queue', () => {
  it('gives as many turns at once as allowed, and refuses the next one when the waiting places are full', async () => {
    const queue = new FairQueue({ active: 1, waiting: 1 })
    const first = await queue.take()
    const second = queue.take()
    await expect(queue.take()).rejects.toThrow(QueueFull)
    first()
    first()
    const third = queue.take()
    ;(await second)()
    ;(await third)()
    expect(await order([queue.take()])).toEqual([])
  })

  it('gives turns to addresses in turn, however many each asked for', async () => {
    const queue = new FairQueue({ active: 1, waiting: 20 })
    const many = ['1', '1', '1', '1', '2', '2', '3'].map((last) =>
      ask(queue, `203.0.113.${last}`, { as: last }),
    )
    const found = await order(many)
    expect(found.join('')).toBe('1123121')
  })

  it('gives turns to a household as to one address, however many IPv6 networks it has', async () => {
    const queue = new FairQueue({ active: 1, waiting: 20 })
    const home = ['1', '2', '3', '4'].map((net) => ask(queue, `2001:db8:1:${net}::1`, { as: net }))
    const found = await order([...home, ask(queue, '203.0.113.1', { as: 'other' })])
    expect(found).toEqual(['1', '2', 'other', '3', '4'])
    expect(queue.ahead('203.0.113.2')).toBe(0)
  })

  it('refuses the next one when twice as many addresses wait as there are places', async () => {
    const queue = new FairQueue({ active: 1, waiting: 2 })
    const held = await queue.take()
    const crowd = ['1', '2', '3', '4'].map((last) => ask(queue, `203.0.113.${last}`))
    await expect(ask(queue, '203.0.113.5')).rejects.toThrow(QueueFull)
    held()
    await order(crowd)
  })

  it('removes a client whose connection is closed', async () => {
    const queue = new FairQueue({ active: 1, waiting: 1 })
    const held = await queue.take()
    const gone = new AbortController()
    const waiting = ask(queue, '203.0.113.1', { as: 'gone', gone: gone.signal })
    gone.abort()
    await expect(waiting).rejects.toThrow(ClientGone)
    await expect(ask(queue, '203.0.113.1', { gone: AbortSignal.abort() })).rejects.toThrow(ClientGone)
    begun = []
    const next = ask(queue, '203.0.113.2', { as: 'next' })
    held()
    expect(await order([next])).toEqual(['next'])
  })

  it('keeps places for addresses that have none, and refuses an address that has its part of them', async () => {
    const queue = new FairQueue({ active: 1, waiting: 3 })
    const held = await queue.take()
    const many = [1, 2, 3].map((at) => ask(queue, '203.0.113.1', { as: `many ${at}` }))
    await expect(ask(queue, '203.0.113.1', { as: 'many 4' })).rejects.toThrow(QueueFull)
    const newcomers = [1, 2].map((at) => ask(queue, '203.0.113.2', { as: `newcomer ${at}` }))
    await expect(ask(queue, '203.0.113.2', { as: 'newcomer 3' })).rejects.toThrow(QueueFull)
    begun = []
    held()
    expect(await order([...many, ...newcomers])).toEqual([
      'many 1',
      'newcomer 1',
      'many 2',
      'newcomer 2',
      'many 3',
    ])
  })

  it('says how many turns come before: one of each other address, and all of the same address', async () => {
    const queue = new FairQueue({ active: 1, waiting: 20 })
    const held = await queue.take()
    const turns = ['1', '1', '1', '2', '3'].map((last) => ask(queue, `203.0.113.${last}`))
    expect(queue.ahead('203.0.113.9')).toBe(3)
    expect(queue.ahead('203.0.113.1')).toBe(5)
    held()
    await order(turns)
    expect(queue.ahead('203.0.113.9')).toBe(0)
  })
})
