import { inject } from 'vitest'
import { type Engine, engines } from './place.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** How many rounds random tests have; `npm test` has one (vitest.config.ts). */
    rounds?: number
    /** The seed of random values: fixed, so that every run finds the same, and new in each long run. */
    seed?: number
    /** The one engine for tests that are alike on both; both engines without it. */
    engine?: Engine
  }
}

export const rounds = inject('rounds') ?? 1
export const seed = inject('seed') ?? 20261121

const only = inject('engine')
/** The engines of tests without known differences: one in `npm test`, both in the long form. */
export const enginesInTurn: Engine[] = only ? [only] : engines
