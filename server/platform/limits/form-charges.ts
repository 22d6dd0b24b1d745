import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FloodLimit } from './flood-limits.ts'
import type { FloodName, FormRule } from './rules.ts'

/** Least bytes of any refused request, for its headers and for reading them. */
const LEAST_BYTES = 1024
/** Bytes of a body that may arrive with the headers, before the connection's count is first read. */
const WITH_HEADERS = 64 * 1024
/**
 * Bytes charged for the answer that somebody has applied, which the specification requires: about a thousand such
 * answers in ten minutes for one address (docs/security.md, T29).
 */
const TOLD_BYTES = 180 * 1024

/** Bytes that the connection had brought before a request that is not charged yet. */
const readBefore = new WeakMap<FastifyRequest, number>()

/**
 * Charges an address for what a form that anybody may send costs, not for attempts: what was stored, and apart from it what
 * was refused, so that nobody behind the same address waits for another's mistakes (docs/security.md, T35, T47).
 *
 * The hooks of the route refuse before the body is read where the address has spent what it may, and charge a request that
 * ends in a 4xx or was cut off. The handler calls `checkBytes` before it stores, and `stored` once that is committed and
 * before it answers. Faults of ours (5xx) cost nothing. Everything is counted in this process's memory.
 */
export function createFormCharges(limit: (name: FloodName) => FloodLimit, name: FormRule) {
  const records = limit(`${name}-records`)
  const bytesStored = limit(`${name}-bytes`)
  const refused = limit(`${name}-refused`)

  /** Charges a request without a 4xx answer, such as a repeat, like a refused one. */
  async function refuse(request: FastifyRequest, bytes = 0): Promise<void> {
    if (!readBefore.has(request)) return
    const before = readBefore.get(request) ?? 0
    readBefore.delete(request)
    await refused.charge(request.ip, LEAST_BYTES + Math.max(bytes, receivedSince(request, before)))
  }

  return {
    hooks: {
      async onRequest(request: FastifyRequest) {
        await records.check(request.ip)
        await refused.check(request.ip)
        readBefore.set(request, request.raw.socket.bytesRead)
      },
      async onResponse(request: FastifyRequest, { statusCode }: FastifyReply) {
        if (statusCode >= 400 && statusCode < 500) await refuse(request, statusCode === 409 ? TOLD_BYTES : 0)
      },
      onRequestAbort: async (request: FastifyRequest) => refuse(request),
    },
    refuse: async (request: FastifyRequest) => refuse(request),
    /** Throws if so many bytes more may not be stored for this address; counts nothing. */
    checkBytes: async (request: FastifyRequest, bytes: number) => bytesStored.check(request.ip, bytes),
    /** Counts one stored record and its bytes for the address. */
    async stored(request: FastifyRequest, bytes: number) {
      readBefore.delete(request)
      await Promise.all([records.charge(request.ip, 1), bytesStored.charge(request.ip, bytes)])
    },
  }
}

/** Returns the bytes of the body that arrived, whatever its length header says. */
function receivedSince({ headers, raw }: FastifyRequest, readBefore: number): number {
  const { bytesRead } = raw.socket
  // A request without a connection has no count.
  const read = Number.isFinite(bytesRead) ? bytesRead - readBefore : 0
  const declared = headers['content-length']
  return declared === undefined ? read : Math.min(Number(declared), read + WITH_HEADERS)
}
