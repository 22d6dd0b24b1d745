import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '#server/platform/observability/tracing.ts'

/** What a piece of work belongs to, wherever in the code it has come. */
export interface RequestContext {
  /** The request that asked for it, be it through a job. */
  requestId?: string | undefined
  /** The job that does it. */
  job?: string
  span?: Span | undefined
  /** The visitor's session, by the beginning of its id, which opens nothing. */
  session?: string
}

/** Letters of a session's id that the log takes: enough to tell any two apart. */
const SESSION_LETTERS = 12

const storage = new AsyncLocalStorage<RequestContext>()
const nothing: RequestContext = {}

/** What the caller's work belongs to; empty for what the server does of its own accord. */
export function requestContext(): RequestContext {
  return storage.getStore() ?? nothing
}

/** Runs `work`, and all that it leads to, as part of something. */
export function during<T>(whole: RequestContext, work: () => T): T {
  return storage.run(whole, work)
}

/** Notes whose session the work under way has turned out to belong to. */
export function belongsTo(sessionId: string): void {
  const whole = storage.getStore()
  if (whole) whole.session = sessionId.slice(0, SESSION_LETTERS)
}

/** The request and the span that a new job belongs to; null where there is none. */
export function origin(): { requestId: string | null; traceparent: string | null } {
  const { requestId, span } = requestContext()
  return { requestId: requestId ?? null, traceparent: span?.traceparent ?? null }
}
