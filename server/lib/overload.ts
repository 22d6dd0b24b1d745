import { performance } from 'node:perf_hooks'

/** Milliseconds a round of the event loop may take; what is read later in a longer one has waited for as long. */
const ROUND_MS = 50
/** Milliseconds for which rounds are longer before anything is shed: one long piece of work is no sign of load. */
const PATIENCE_MS = 250
/** Milliseconds of sleep between two rounds that make the second a new beginning. */
const SLEEP_MS = 1

/**
 * Tells of each request, as it is read, whether to shed it: when rounds of the event loop have been too long for a
 * while, those that have waited longest are (the rule of CoDel, RFC 8289, for the queue that the event loop is). So much
 * is taken on in each round as fits into it, and a refusal costs and waits little however much comes.
 */
export function createOverload({ roundMs = ROUND_MS, patienceMs = PATIENCE_MS } = {}): () => boolean {
  let begun: number | undefined
  let endOfLast = performance.now()
  let sleptAtEnd = 0
  let longSince: number | undefined

  function beginRound(now: number): number {
    const slept = performance.eventLoopUtilization().idle - sleptAtEnd >= SLEEP_MS
    if (slept) longSince = undefined
    setImmediate(endRound)
    return slept ? now : endOfLast
  }

  function endRound(): void {
    endOfLast = performance.now()
    sleptAtEnd = performance.eventLoopUtilization().idle
    const length = endOfLast - (begun ?? endOfLast)
    if (length < roundMs) longSince = undefined
    else longSince ??= begun
    begun = undefined
  }

  return () => {
    const now = performance.now()
    begun ??= beginRound(now)
    return longSince !== undefined && now - longSince >= patienceMs && now - begun >= roundMs
  }
}
