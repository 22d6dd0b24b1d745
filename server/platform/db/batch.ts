import { AsyncLocalStorage } from 'node:async_hooks'

interface Waiting<Item> {
  item: Item
  /** Runs a function as part of what asked for this item. */
  within: ReturnType<typeof AsyncLocalStorage.snapshot>
  resolve(): void
  reject(error: unknown): void
}

/**
 * Gathers what is asked for while `run` is busy and gives it to the next `run` together, up to `max` at once: so
 * many writes share one commit, and one alone waits for nobody. The promise of each item settles as its run does. A run
 * counts as part of what its first item is part of.
 */
export function createBatcher<Item>(
  run: (items: Item[]) => Promise<void>,
  max: number,
): (item: Item) => Promise<void> {
  const waiting: Waiting<Item>[] = []
  let running = false

  async function runNext(): Promise<void> {
    const batch = waiting.splice(0, max)
    try {
      const items = batch.map(({ item }) => item)
      await (batch[0]?.within(run, items) ?? run(items))
      batch.forEach(({ resolve }) => resolve())
    } catch (error) {
      batch.forEach(({ reject }) => reject(error))
    }
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) await runNext()
    running = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, within: AsyncLocalStorage.snapshot(), resolve, reject })
      if (running) return
      running = true
      // After the requests that this turn of the event loop has read, so that they go together.
      setImmediate(() => void drain())
    })
}
