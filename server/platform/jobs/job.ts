import type * as z from 'zod/mini'

/** A kind of work and the ids it is given; the same object enqueues and handles, so the two cannot disagree. */
export interface JobKind<Payload extends Record<string, string> = Record<string, string>> {
  name: string
  /** Under which name the payload has the id of the record that the job is about; null where it is about none. */
  record: string | null
  payload: z.ZodMiniType<Payload>
  /** Attempts until it becomes dead. */
  maxAttempts: number
  /** Milliseconds after each failed attempt, instead of waits that double. */
  delaysMs?: readonly number[]
  /** Attempts that one process runs at once, where a receiver that is slow must not hold up other kinds. */
  atOnce?: number
}

/** How an attempt ended: `failure` names its kind, never with a personal value; a permanent one is not retried. */
export type JobOutcome = { done: true } | { done: false; failure: string; permanent?: boolean }

/**
 * How an attempt to send a mail ended. A person's address that a mail server refused would be refused again; the agency's own
 * is tried again even then, since somebody will mend what refuses.
 */
export function mailed(
  outcome: { sent: true } | { sent: false; reason: string },
  to: 'person' | 'agency',
): JobOutcome {
  if (outcome.sent) return { done: true }
  const permanent = to === 'person' && outcome.reason === 'refused'
  return { done: false, failure: `mail: ${outcome.reason}`, permanent }
}

export interface JobHandler {
  kind: JobKind
  /** Safe to run twice: a process killed between the work and its record runs it again. `jobId` stays the same. */
  run(payload: Record<string, string>, jobId: string, attempt: Attempt): Promise<JobOutcome>
}

/** `isLast`: when it fails the job is given up. */
export interface Attempt {
  isLast: boolean
}

/** How an attempt ended, for the metrics: `again` is retried later, `dead` is given up. */
export interface RunEnded {
  kind: string
  outcome: 'done' | 'again' | 'dead'
  seconds: number
  /** Seconds since the job was enqueued. */
  sinceCreated: number
}

/** Ties a kind to its handler with the payload's type checked on the way in. */
export function handle<Payload extends Record<string, string>>(
  kind: JobKind<Payload>,
  run: (payload: Payload, jobId: string, attempt: Attempt) => Promise<JobOutcome>,
): JobHandler {
  return { kind, run: (payload, jobId, attempt) => run(kind.payload.parse(payload), jobId, attempt) }
}
