import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  mayDo,
  needsStepUp,
  type StaffOperation,
  staffOperations,
} from '#contract/schemas/staff-permissions.ts'
import { pollHeader } from '#contract/paths.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { sendError } from '#server/platform/http/http-errors.ts'
import { isCrossSite } from '#server/platform/http/origin.ts'
import type { StaffMember } from './rules.ts'
import { findSession, type StaffSessionDeps } from './session-service.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a call of the desk does; `signed-out` for what lets somebody in, which has no session yet. */
    operation?: StaffOperation | 'signed-out'
  }
}

const members = new WeakMap<FastifyRequest, StaffMember>()

/** Who sent this request; only for routes behind the guard that need a session. */
export function staffOf(request: FastifyRequest): StaffMember {
  const member = members.get(request)
  if (!member) throw new Error('a route asked who is signed in where nobody has to be')
  return member
}

/**
 * Lets a call of this scope pass only if the session's person may do its operation. It answers before
 * the body is read and before anything is looked up. A route that names no operation makes the start fail.
 */
export function guardStaff(scope: ApiServer, deps: StaffSessionDeps): void {
  scope.addHook('onRoute', ({ method, url, config, schema }) => {
    const operation = config?.operation
    if (schema?.hide && operation !== 'openapi.read') throw new Error(`${url} is not in the desk's document`)
    if (operation === 'signed-out' || (operation && Object.hasOwn(staffOperations, operation))) return
    throw new Error(`${String(method)} ${url} names no operation of the desk`)
  })
  scope.addHook('onRequest', async (request, reply) => {
    const { operation } = request.routeOptions.config
    if (isCrossSite(request.headers, deps.config.publicUrl)) return sendError(reply, 'cross_site')
    if (operation === 'signed-out') return
    // What a screen asks again by itself says so: nobody need be there.
    const member = await findSession(deps, request, { isUse: request.headers[pollHeader] === undefined })
    if (!member) return sendError(reply, 'signed_out')
    const code = refusalFor(member, operation, deps.clock.now())
    if (code) return sendError(reply, code)
    members.set(request, member)
  })
  // A route's own header would not do: nothing that the desk answers may be kept.
  scope.addHook('onSend', async (_, reply: FastifyReply) => void reply.header('cache-control', 'no-store'))
}

function refusalFor(member: StaffMember, operation: StaffOperation | undefined, now: number) {
  if (operation === undefined || !mayDo(member.role, operation)) return 'denied'
  return needsStepUp(operation) && member.steppedUpUntil <= now ? 'step_up' : undefined
}
