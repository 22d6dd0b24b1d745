import * as z from 'zod/mini'
import { staffApi } from '#contract/paths.ts'
import {
  ceremonyOptions,
  done,
  noBody,
  sessionList,
  signInAnswer,
  staffMe,
} from '#contract/schemas/staff-access.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { sendError, sendHttpError } from '#server/platform/http/http-errors.ts'
import { staffErrors, staffOf } from './guard.ts'
import { passkeyRoutes } from './passkey-routes.ts'
import { endStaffSessions } from './people-service.ts'
import { staffActor } from './rules.ts'
import { listSessions } from './session-store.ts'
import { askForPasskey, type CeremonyDeps, usePasskey } from './sign-in-service.ts'

const tags = ['Account']
const errors = staffErrors('unverified', 'not_found', 'invalid')
const params = z.object({ id: z.string().check(z.maxLength(64)) })
const read = { operation: 'me.read' } as const
const ok = { ok: true } as const

/** Who one is, one's own sessions and passkeys. */
export function accountRoutes(app: ApiServer, deps: CeremonyDeps): void {
  app.route({
    method: 'GET',
    url: `${staffApi}/me`,
    config: read,
    schema: { summary: 'Who is signed in', tags, response: { 200: staffMe, ...errors } },
    async handler(request, reply) {
      const { id, name, role, steppedUpUntil: until } = staffOf(request)
      const steppedUpUntil = until > deps.clock.now() ? new Date(until).toISOString() : null
      return reply.send({ id, name, role, steppedUpUntil })
    },
  })
  stepUpRoutes(app, deps)
  signOutRoute(app, deps)
  sessionRoutes(app, deps)
  passkeyRoutes(app, deps)
}

function stepUpRoutes(app: ApiServer, deps: CeremonyDeps): void {
  app.route({
    method: 'POST',
    url: `${staffApi}/step-up/options`,
    config: read,
    schema: {
      summary: 'Begin to confirm with a passkey',
      tags,
      body: noBody,
      response: { 200: ceremonyOptions, ...errors },
    },
    handler: async (request, reply) =>
      reply.send({ options: { ...(await askForPasskey(deps, reply, staffOf(request))) } }),
  })
  app.route({
    method: 'POST',
    url: `${staffApi}/step-up`,
    config: read,
    schema: {
      summary: 'Confirm with a passkey',
      tags,
      body: signInAnswer,
      response: { 200: done, ...errors },
    },
    async handler(request, reply) {
      const refused = await usePasskey(deps, reply, { ...request.body, member: staffOf(request) })
      return refused ? sendHttpError(reply, refused) : reply.send(ok)
    },
  })
}

function signOutRoute(app: ApiServer, deps: CeremonyDeps): void {
  app.route({
    method: 'POST',
    url: `${staffApi}/sign-out`,
    config: read,
    schema: { summary: 'Sign out', tags, body: noBody, response: { 200: done, ...errors } },
    async handler(request, reply) {
      const { id: staffId, sessionId } = staffOf(request)
      await endStaffSessions(deps, { staffId, sessionId }, staffActor({ id: staffId }))
      deps.sessions.forget(reply)
      return reply.send(ok)
    },
  })
}

function sessionRoutes(app: ApiServer, deps: CeremonyDeps): void {
  app.route({
    method: 'GET',
    url: `${staffApi}/me/sessions`,
    config: { operation: 'me.sessions' },
    schema: { summary: 'One’s own sessions', tags, response: { 200: sessionList, ...errors } },
    async handler(request, reply) {
      const { id, sessionId } = staffOf(request)
      const sessions = await listSessions(deps, id, deps.clock.now())
      return reply.send({
        sessions: sessions.map((session) => ({
          ...{ id: session.id, browser: session.browser, isCurrent: session.id === sessionId },
          createdAt: new Date(session.createdAt).toISOString(),
          usedAt: new Date(session.usedAt).toISOString(),
        })),
      })
    },
  })
  app.route({
    method: 'POST',
    url: `${staffApi}/me/sessions/:id/end`,
    config: { operation: 'me.sessions' },
    schema: {
      summary: 'End one of one’s own sessions',
      tags,
      params,
      body: noBody,
      response: { 200: done, ...errors },
    },
    async handler(request, reply) {
      const { id: staffId } = staffOf(request)
      const ended = await endStaffSessions(
        deps,
        { staffId, sessionId: request.params.id },
        staffActor({ id: staffId }),
      )
      return ended > 0 ? reply.send(ok) : sendError(reply, 'not_found')
    },
  })
}
