import { performance } from 'node:perf_hooks'

/** Milliseconds of work that a round of the event loop may hold; what is read later in a larger one is too much. */
const ROUND_MS = 50
/** Milliseconds for which one larger round follows another before anything is shed. */
const PATIENCE_MS = 500
/** Milliseconds of sleep between two rounds that make the second a new beginning. */
const SLEEP_MS = 1

/**
 * Tells of each request, as it is read, whether to shed it: when rounds of the event loop have held too much for a
 * while, what is read behind too much of it is (the rule of CoDel, RFC 8289, for the queue that the event loop is). So
 * much is taken on in each round as fits into it, and a refusal costs and waits little however much comes. Work is
 * counted in processor time: that a machine is busy with something else is no reason to turn visitors away.
 */
export function createOverload({ roundMs = ROUND_MS, patienceMs = PATIENCE_MS } = {}): () => boolean {
  let begun: number | undefined
  let endOfLast = workedMs()
  let sleptAtEnd = 0
  let largeSince: number | undefined

  function beginRound(): number {
    const slept = performance.eventLoopUtilization().idle - sleptAtEnd >= SLEEP_MS
    if (slept) largeSince = undefined
    setImmediate(endRound)
    return slept ? workedMs() : endOfLast
  }

  function endRound(): void {
    endOfLast = workedMs()
    sleptAtEnd = performance.eventLoopUtilization().idle
    const held = endOfLast - (begun ?? endOfLast)
    if (held < roundMs) largeSince = undefined
    // From its end on: one alone, however large, is not yet a row of them.
    else largeSince ??= endOfLast
    begun = undefined
  }

  return () => {
    begun ??= beginRound()
    const now = workedMs()
    return largeSince !== undefined && now - largeSince >= patienceMs && now - begun >= roundMs
  }
}

/** Milliseconds that this thread has worked. */
function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
