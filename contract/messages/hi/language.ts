import type { Dictionary } from '#contract/messages/sentences.ts'
import type { Language } from '#contract/messages/languages.ts'
import type { Complete, Translation } from '#contract/messages/translation.ts'
import type * as own from './index.ts'

export const language = 'hi' as Language

export type IsComplete = Complete<typeof own, Translation<typeof own, Dictionary>>
