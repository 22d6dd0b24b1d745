import type * as z from 'zod/mini'

/** A kind of work and the ids it is given; the same object enqueues and handles, so the two cannot disagree. */
export interface JobKind<Payload extends Record<string, string> = Record<string, string>> {
  name: string
  payload: z.ZodMiniType<Payload>
  /** Attempts until it becomes dead. */
  maxAttempts: number
}

/** How an attempt ended: `failure` names its kind, never with a personal value; a permanent one is not retried. */
export type JobOutcome = { done: true } | { done: false; failure: string; permanent?: boolean }

export interface JobHandler {
  kind: JobKind
  /** Safe to run twice: a process killed between the work and its record runs it again. `jobId` stays the same. */
  run(payload: Record<string, string>, jobId: string): Promise<JobOutcome>
}

/** Ties a kind to its handler with the payload's type checked on the way in. */
export function handle<Payload extends Record<string, string>>(
  kind: JobKind<Payload>,
  run: (payload: Payload, jobId: string) => Promise<JobOutcome>,
): JobHandler {
  return { kind, run: (payload, jobId) => run(kind.payload.parse(payload), jobId) }
}
