import type { Log } from '#server/platform/observability/log.ts'

/**
 * Does `work` now and then every `everyMs`, one at a time; what it throws is logged and tried again at its next time.
 * Every process does so: work that one of them is to do takes its turn by `takeRun`.
 */
export function repeat(everyMs: number, work: () => Promise<void>, log: Log): { close(): void } {
  let busy = false
  const run = async () => {
    if (busy) return
    busy = true
    await work().catch((error: unknown) => log.error({ err: error }, 'scheduled work failed'))
    busy = false
  }
  const timer = setInterval(() => void run(), everyMs)
  timer.unref()
  void run()
  return { close: () => clearInterval(timer) }
}
