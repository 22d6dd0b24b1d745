import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

/** Megabytes that one thread's objects may take. */
const MEMORY_MB = 256

/** The threads there are: started when none is free, ended when none was needed for a while. */
export interface ThreadList {
  /** A thread that nobody else has until it is given back. */
  take(): Worker
  giveBack(worker: Worker): void
  close(): Promise<void>
}

export function createThreadList(idleMs: number): ThreadList {
  const all = new Set<Worker>()
  const free = new Set<Worker>()
  let idle: NodeJS.Timeout | undefined

  function start(): Worker {
    const worker = startThread()
    all.add(worker)
    worker.once('exit', () => {
      all.delete(worker)
      free.delete(worker)
    })
    return worker
  }

  return {
    take() {
      clearTimeout(idle)
      const [worker = start()] = free
      free.delete(worker)
      worker.ref()
      return worker
    },
    giveBack(worker) {
      // Waiting threads keep no process alive.
      worker.unref()
      free.add(worker)
      clearTimeout(idle)
      idle = setTimeout(() => free.forEach((one) => void one.terminate()), idleMs).unref()
    },
    async close() {
      clearTimeout(idle)
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}

/** Threads get no setting: what they need is in what they are asked. */
function startThread(): Worker {
  const worker = new Worker(join(import.meta.dirname, 'worker-thread.ts'), {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  // One that breaks while nobody waits for it is only gone.
  return worker.on('error', () => undefined)
}
