import { AsyncLocalStorage } from 'node:async_hooks'

/** What a piece of work belongs to. */
export interface RequestContext {
  /** The request that caused it, also through a job. */
  requestId?: string | undefined
  job?: string
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
