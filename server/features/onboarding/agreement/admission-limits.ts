import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Limit } from '#server/platform/limits/memory-limits.ts'
import { unconfirmed } from '#server/platform/db/record-links.ts'
import { sendError, sendHttpError, sendRetryLater } from '#server/platform/http/http-errors.ts'
import { languageOf } from '#server/platform/language.ts'
import { FairQueue } from '#server/platform/fair-queue.ts'
import { clientOf } from '#server/platform/http/client-address.ts'
import type { Sessions } from '#server/platform/sessions/sessions.ts'
import type { VisitorData } from '#server/platform/sessions/visitor.ts'
import { FilesUnavailable } from '#server/providers/files/port.ts'
import type { Caller } from './acceptance-service.ts'
import { MissingDocument, NotMade } from './document-service.ts'
import { boundedAgent } from './rules.ts'

/** Bodies read at once from callers who send an id and have no session; of one address; how many of them may wait. */
const BODIES = { active: 8, each: 2, waiting: 500 }

export interface BeforeBodyDeps {
  sessions: Pick<Sessions, 'read'>
  config: { linkStepUp: boolean }
}

/**
 * The hooks that admit a caller before the body is read, which may be large. A session with a record is admitted. Where the
 * id alone is the credential, callers without one are admitted a few at a time.
 */
export function beforeBody({ sessions, config }: BeforeBodyDeps, limit: Limit) {
  const queue = new FairQueue(BODIES)
  const releases = new WeakMap<FastifyRequest, () => void>()

  async function onRequest(request: FastifyRequest, reply: FastifyReply) {
    const allowed = await limit.consume(request.ip)
    if (!allowed.allowed) return sendRetryLater(reply, allowed.retryAfterSeconds)
    const visitor = await sessions.read(request)
    if (visitor && hasRecord(visitor.data)) return
    if (config.linkStepUp) return sendHttpError(reply, unconfirmed)
    const turn = await queue.take(clientOf(request, reply)).catch(() => undefined)
    if (!turn) return sendError(reply, 'unavailable')
    releases.set(request, turn.leave)
    if (reply.raw.closed) turn.leave()
    else reply.raw.once('close', turn.leave)
  }

  /** The body has been read, and only what its schema names is kept. */
  async function preHandler(request: FastifyRequest) {
    releases.get(request)?.()
  }

  return { onRequest, preHandler }
}

function hasRecord({ registration, opened, steppedUp }: VisitorData): boolean {
  return registration !== undefined || opened.length + steppedUp.length > 0
}

export function callerOf(request: FastifyRequest): Caller {
  const agent = boundedAgent(request.headers['user-agent'])
  return { address: request.ip, agent, language: languageOf(request) }
}

// A form that was just replaced is no longer in the storage; the next attempt finds its successor.
const temporary = [NotMade, FilesUnavailable, MissingDocument]

/** Temporary faults of ours become `busy`. */
export async function unlessBusy<Value>(
  request: FastifyRequest,
  work: () => Promise<Value>,
): Promise<Value | 'busy'> {
  try {
    return await work()
  } catch (error) {
    if (!temporary.some((kind) => error instanceof kind)) throw error
    request.log.error(
      { err: error },
      'an agreement could not be made or read: the caller was asked to try again',
    )
    return 'busy'
  }
}
