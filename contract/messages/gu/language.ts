import type { Language } from '#contract/messages/languages.ts'

export const language = 'gu' as Language
