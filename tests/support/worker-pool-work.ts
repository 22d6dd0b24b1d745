// Work for the tests of threads: does what it is told, including failures.
import { setTimeout as sleep } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'

export interface ThreadWork {
  does: 'echo' | 'throw' | 'exit' | 'throw later' | 'spin' | 'eat memory'
  value?: unknown
  /** Counts those that have begun. */
  begun?: Int32Array<SharedArrayBuffer>
}

export async function run({ does, value, begun }: ThreadWork): Promise<{ value: unknown; thread: number }> {
  if (begun) Atomics.add(begun, 0, 1)
  switch (does) {
    case 'throw':
      throw Object.assign(new RangeError('not this one'), { code: 'E_NOT' })
    case 'exit':
      return process.exit(3)
    case 'throw later':
      setTimeout(() => {
        throw new Error('nobody waits for this')
      }, 1)
      return sleep(60_000, { value, thread: threadId })
    case 'spin':
      for (;;);
    case 'eat memory':
      for (const all: number[][] = []; ;) all.push(new Array<number>(1e6).fill(0.5))
    case 'echo':
      return { value, thread: threadId }
  }
}
