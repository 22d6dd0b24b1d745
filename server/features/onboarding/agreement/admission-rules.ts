import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Limit } from '#server/platform/rate-limit/rate-limit.ts'
import { unconfirmed } from '#server/platform/db/record-links.ts'
import { sendError, sendHttpError, sendRetryLater } from '#server/platform/http/http-errors.ts'
import { createSemaphore } from '#server/platform/semaphore.ts'
import type { Sessions } from '#server/platform/sessions/sessions.ts'
import type { VisitorData } from '#server/platform/sessions/visitor.ts'
import { FilesUnavailable } from '#server/providers/files/port.ts'
import type { Caller } from './acceptance-service.ts'
import { MissingDocument } from './document-service.ts'
import { NotMade } from './form-service.ts'
import { boundedAgent } from './rules.ts'

/** Signing bodies read at once from callers who show an id and no session, and those that wait. */
const BODIES = { active: 8, waiting: 500 }

export interface BeforeBodyDeps {
  sessions: Pick<Sessions, 'read'>
  config: { linkStepUp: boolean }
}

/**
 * The hooks that admit a caller before their body is read, which may be large. Without a session that has come to a record
 * nobody is admitted; only where the id alone is the credential (contract section 2), a few at once.
 */
export function beforeBody({ sessions, config }: BeforeBodyDeps, limit: Limit) {
  const acquire = createSemaphore(BODIES)
  const turns = new WeakMap<FastifyRequest, () => void>()

  async function onRequest(request: FastifyRequest, reply: FastifyReply) {
    const allowed = await limit(request.ip)
    if (!allowed.allowed) return sendRetryLater(reply, allowed.retryAfterSeconds)
    const visitor = await sessions.read(request)
    if (visitor && hasRecord(visitor.data)) return
    if (config.linkStepUp) return sendHttpError(reply, unconfirmed)
    const read = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    turns.set(request, read.resolve)
    reply.raw.once('close', read.resolve)
    const turn = acquire(() => {
      begun.resolve()
      return read.promise
    })
    turn.catch(begun.reject)
    return begun.promise.catch(() => sendError(reply, 'unavailable'))
  }

  /** The body has been read, and nothing is held of it but what its schema knows. */
  async function preHandler(request: FastifyRequest) {
    turns.get(request)?.()
  }

  return { onRequest, preHandler }
}

function hasRecord({ registration, opened, steppedUp }: VisitorData): boolean {
  return registration !== undefined || opened.length + steppedUp.length > 0
}

/** Where a request came from, as it is kept for evidence. */
export function callerOf(request: FastifyRequest): Caller {
  return { address: request.ip, agent: boundedAgent(request.headers['user-agent']) }
}

// A form that was just replaced is not in the storage any more; the next look finds the one in its place.
const passing = [NotMade, FilesUnavailable, MissingDocument]

/** Faults of ours that may be over at the next try become `busy`. */
export async function unlessBusy<Value>(
  request: FastifyRequest,
  work: () => Promise<Value>,
): Promise<Value | 'busy'> {
  try {
    return await work()
  } catch (error) {
    if (!passing.some((kind) => error instanceof kind)) throw error
    request.log.error({ err: error }, 'an agreement could not be made or read')
    return 'busy'
  }
}
