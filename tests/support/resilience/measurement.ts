import { appendFileSync } from 'node:fs'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The file that collects the figures of a run. */
    figures: string
  }
}

/** Says in one line what was measured for a promise (docs/resilience.md), at once and in the table at the end. */
export function figure(promise: string, text: string): void {
  const line = `${promise.padEnd(4)} ${text}\n`
  process.stdout.write(line)
  appendFileSync(inject('figures'), line)
}

/** Milliseconds as seconds with one decimal. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
