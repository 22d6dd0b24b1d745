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
