// Work for the tests of the threads: does what it is told, at its worst too.
import { setTimeout as sleep } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'

export interface ThreadWork {
  does: 'echo' | 'wait' | 'throw' | 'exit' | 'throw later' | 'spin' | 'eat memory'
  value?: unknown
}

export async function run({ does, value }: ThreadWork): Promise<{ value: unknown; thread: number }> {
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
    case 'wait':
      await sleep(Number(value))
      return { value, thread: threadId }
    case 'echo':
      return { value, thread: threadId }
  }
}
