import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Milliseconds of an event-loop iteration that is too long. */
const LATE_MS = 500
const LOOK_MS = 1000

/**
 * Tells whether the process is so far behind that calls are answered 503 at once: two looks in a row found an iteration
 * of the event loop that was too long. One long piece of work, as at a start, refuses nobody.
 */
export function createOverload({ lateMs = LATE_MS, lookMs = LOOK_MS } = {}): () => boolean {
  const delay = monitorEventLoopDelay()
  delay.enable()
  let lateInARow = 0
  const look = () => {
    lateInARow = delay.max / 1e6 > lateMs ? lateInARow + 1 : 0
    delay.reset()
  }
  setInterval(look, lookMs).unref()
  return () => lateInARow >= 2
}
