import type { LimitRule } from '#server/platform/rate-limit/rate-limit.ts'

/** Faults of pages that one address may have logged. */
export const pageErrorLimit: LimitRule = { name: 'page-fault', points: 20, seconds: 3600 }

/** Bytes of a report: a name, a release and one sentence. */
export const FAULT_BODY_LIMIT = 4 * 1024
