import { inject } from 'vitest'
import { type Engine, engines } from './place.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** How many times what depends on chance is done, where `npm test` does it once (vitest.config.ts). */
    rounds?: number
    /** Of what is made up: the same each time, so that a finding is one everywhere; new in each long run. */
    seed?: number
    /** The engine on which alone is done what both do alike; both without it. */
    engine?: Engine
  }
}

export const rounds = inject('rounds') ?? 1
export const seed = inject('seed') ?? 20261121

const only = inject('engine')
/** The engines of what no engine is known to do otherwise: one in `npm test`, both in the long form. */
export const enginesInTurn: Engine[] = only ? [only] : engines
