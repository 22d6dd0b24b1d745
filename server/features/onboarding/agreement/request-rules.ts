import type { FastifyRequest } from 'fastify'
import { FilesUnavailable } from '#server/providers/files/port.ts'
import type { Caller } from './acceptance-service.ts'
import { MissingDocument } from './document-service.ts'
import { NotMade } from './form-service.ts'
import { boundedAgent } from './rules.ts'

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
