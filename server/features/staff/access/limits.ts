import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Limit, LimitRule } from '#server/platform/rate-limit/rate-limit.ts'
import { sendRetryLater } from '#server/platform/http/http-errors.ts'

/** Calls of a sign-in or an enrolment in five minutes, two of which make one, from one address and in all. */
const seconds = 300
const byAddress: LimitRule = { name: 'staff-sign-in', points: 60, seconds }
const inAll: LimitRule = { name: 'staff-sign-in-all', points: 1200, seconds }

export interface DoorLimits {
  limit(rule: LimitRule): Limit
}

/** A route's `preHandler` that counts attempts to come in. */
export function limitSignIns({ limit }: DoorLimits) {
  const [ofAddress, ofAll] = [limit(byAddress), limit(inAll)]
  return async ({ ip }: FastifyRequest, reply: FastifyReply) => {
    const one = await ofAddress(ip)
    if (!one.allowed) return sendRetryLater(reply, one.retryAfterSeconds)
    // No address: whoever it is counts as one caller.
    const all = await ofAll('')
    if (!all.allowed) return sendRetryLater(reply, all.retryAfterSeconds)
  }
}
