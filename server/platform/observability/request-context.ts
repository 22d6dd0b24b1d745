import { AsyncLocalStorage } from 'node:async_hooks'

/** The request, job and session that work belongs to. */
export interface RequestContext {
  /** The request that caused the work, directly or through a job. */
  requestId?: string | undefined
  job?: string
  /** The first letters of the id of the visitor's session. */
  session?: string
}

const SESSION_LETTERS = 12

const storage = new AsyncLocalStorage<RequestContext>()
const nothing: RequestContext = {}

/** Returns the context of the caller; empty for scheduled tasks. */
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
