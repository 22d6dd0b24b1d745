import { monitorEventLoopDelay } from 'node:perf_hooks'

/** An iteration of the event loop is too long from this many milliseconds. */
const LATE_MS = 500
const LOOK_MS = 1000

/**
 * Returns whether the process is so far behind that calls are answered 503 at once: two checks in a row found too
 * long an iteration of the event loop. One long task, as at a start, refuses nobody.
 */
export function createOverload(
  delay: Pick<ReturnType<typeof monitorEventLoopDelay>, 'enable' | 'max' | 'reset'> = monitorEventLoopDelay(),
): () => boolean {
  delay.enable()
  let lateInARow = 0
  const look = () => {
    lateInARow = delay.max / 1e6 > LATE_MS ? lateInARow + 1 : 0
    delay.reset()
  }
  setInterval(look, LOOK_MS).unref()
  return () => lateInARow >= 2
}
