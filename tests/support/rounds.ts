import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** How many times what depends on chance is done, where `npm test` does it once (vitest.config.ts). */
    rounds?: number
    /** Of what is made up: the same each time, so that a finding is one everywhere; new in each long run. */
    seed?: number
  }
}

export const rounds = inject('rounds') ?? 1
export const seed = inject('seed') ?? 20261121
