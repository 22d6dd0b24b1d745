import type { Dictionary } from '#contract/messages/sentences.ts'
import type { Language } from '#contract/messages/languages.ts'
import type { Complete, Translation } from '#contract/messages/translation.ts'
import type * as own from './index.ts'

export const language = 'en' as Language

/** So that a copy of this folder, which another language begins as, is held to every sentence. */
export type IsComplete = Complete<typeof own, Translation<typeof own, Dictionary>>
