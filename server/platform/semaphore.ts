import pLimit from 'p-limit'

/** Too much work waits already. */
export class SemaphoreFull extends Error {
  override name = 'SemaphoreFull'
}

export interface Acquire {
  <Value>(work: () => Promise<Value>): Promise<Value>
  /** How many wait now. */
  waiting(): number
}

/** Lets at most `active` pieces of work run at once and at most `waiting` wait; more are refused with `SemaphoreFull`. */
export function createSemaphore({ active, waiting }: { active: number; waiting: number }): Acquire {
  const limit = pLimit(active)
  const acquire = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (limit.activeCount + limit.pendingCount >= active + waiting)
      throw new SemaphoreFull('the queue is full')
    return limit(work)
  }
  return Object.assign(acquire, { waiting: () => limit.pendingCount })
}
