/** No turn is free and too many wait already. */
export class SemaphoreFull extends Error {
  override name = 'NoTurn'
}

export interface Acquire {
  <Value>(work: () => Promise<Value>): Promise<Value>
  /** How many wait now. */
  waiting(): number
}

/** Lets at most `active` pieces of work run at once and at most `waiting` wait; more are refused with `SemaphoreFull`. */
export function createSemaphore({ active, waiting }: { active: number; waiting: number }): Acquire {
  const queue: (() => void)[] = []
  let running = 0
  async function take<Value>(work: () => Promise<Value>): Promise<Value> {
    if (running >= active) {
      if (queue.length >= waiting) throw new SemaphoreFull('the queue is full')
      await new Promise<void>((resolve) => queue.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // The turn passes on without being counted down, or a newcomer could slip in between.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
  return Object.assign(take, { waiting: () => queue.length })
}
