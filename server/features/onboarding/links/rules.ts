import type { LimitRule } from '#server/platform/rate-limit/rate-limit.ts'

/** Records' ids one address may try (trust.md T7). */
export const linkLimit: LimitRule = { name: 'link-code', points: 60, seconds: 60 }
