import { AsyncLocalStorage } from 'node:async_hooks'

/** What is said of a span; never a personal value: patterns, statuses, outcomes and counts. */
export type Attributes = Record<string, string | number>

export interface SpanStart {
  name: string
  /** `server`: a request, `client`: a call to somebody else, `consumer`: a job, `internal`: work of our own. */
  kind: 'server' | 'client' | 'consumer' | 'internal'
  /** The `traceparent` of the span it is part of; without one it begins a trace. */
  parent?: string | undefined
  /** Milliseconds ago that it began, where that is not now. */
  agoMs?: number
}

/** A running piece of work in a trace. */
export interface Span {
  /** As W3C Trace Context writes it: by it a later span, also in another process, becomes part of this one. */
  readonly traceparent: string
  end(result: { failed: boolean; attributes: Attributes }): void
}

/** Where spans go; there is none unless a setting names an address. Nothing here throws. */
export interface Tracing {
  begin(start: SpanStart): Span
  /** Hands over what was not handed over yet, for two seconds at most. */
  close(): Promise<void>
}

/** What a piece of work belongs to. */
export interface RequestContext {
  /** The request that caused it, also through a job. */
  requestId?: string | undefined
  job?: string
  span?: Span | undefined
  /** The beginning of the id of the visitor's session. */
  session?: string
}

/** Letters of a session's id in the log: enough to distinguish any two. */
const SESSION_LETTERS = 12

const storage = new AsyncLocalStorage<RequestContext>()
const nothing: RequestContext = {}

/** What the caller's work belongs to; empty for scheduled tasks. */
export function requestContext(): RequestContext {
  return storage.getStore() ?? nothing
}

export function runInContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work)
}

/** Adds the visitor's session to the current context. */
export function setSession(sessionId: string): void {
  const context = storage.getStore()
  if (context) context.session = sessionId.slice(0, SESSION_LETTERS)
}

/** The request and the span that a new job belongs to; null where there is none. */
export function jobOrigin(): { requestId: string | null; traceparent: string | null } {
  const { requestId, span } = requestContext()
  return { requestId: requestId ?? null, traceparent: span?.traceparent ?? null }
}
