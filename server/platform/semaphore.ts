/** No turn is free and too many wait already. */
export class NoTurn extends Error {
  override name = 'NoTurn'
}

export interface TakeTurn {
  <Value>(work: () => Promise<Value>): Promise<Value>
  /** How many wait now. */
  waiting(): number
}

/** Lets at most `active` pieces of work run at once and at most `waiting` wait; more are refused with `NoTurn`. */
export function createTurns({ active, waiting }: { active: number; waiting: number }): TakeTurn {
  const queue: (() => void)[] = []
  let running = 0
  async function take<Value>(work: () => Promise<Value>): Promise<Value> {
    if (running >= active) {
      if (queue.length >= waiting) throw new NoTurn('the queue is full')
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
