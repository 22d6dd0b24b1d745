import { addCall } from '#server/platform/http/calls.ts'
import { refused } from '#server/platform/http/http-errors.ts'
import { staffOpenapi, pollHeader } from '#contract/paths.ts'
import type { App } from '#server/context.ts'
import { type ApiServer, inScope } from '#server/platform/http/api-server.ts'
import { describeDesk } from '#server/platform/http/openapi.ts'
import { hostCookie } from '#server/platform/sessions/cookie.ts'
import { passkeyHandlers, signInHandlers } from '#server/features/staff/access/ceremonies-service.ts'
import { firstOwnerHandlers } from '#server/features/staff/access/first-owner-service.ts'
import { peopleHandlers } from '#server/features/staff/access/people-service.ts'
import { sessionHandlers, findSession } from '#server/features/staff/access/session-service.ts'
import { mailHandlers } from '#server/features/staff/records/mail-service.ts'
import { privacyHandlers } from '#server/features/staff/privacy/service.ts'
import { changeHandlers, executiveHandlers } from '#server/features/staff/records/change-service.ts'
import { documentHandlers } from '#server/features/staff/records/document-service.ts'
import { recordHandlers } from '#server/features/staff/records/record-service.ts'
import { searchHandlers } from '#server/features/staff/records/search-service.ts'
import { exportHandlers } from '#server/features/staff/records/export-service.ts'
import { findHandlers } from '#server/features/staff/records/find-service.ts'
import { todayHandlers } from '#server/features/staff/records/today-service.ts'
import { vacancyHandlers } from '#server/features/staff/vacancies/service.ts'
import { describeWebhooks } from '#server/features/staff/webhooks/document-rules.ts'
import { webhookHandlers } from '#server/features/staff/webhooks/service.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import {
  hasRole,
  routeOf,
  type StaffCall,
  staffCall,
  staffCallNames,
  type StaffCallName,
} from '#contract/calls/staff-calls.ts'
import { isCrossSite } from '#server/platform/http/origin.ts'
import { staffActor, type StaffMember, type DeskHandlers } from './desk-rules.ts'

/** All calls of the desk, in one scope behind its guard. */
export function staffRoutes(server: ApiServer, app: App): Promise<void> {
  return inScope(server, async (scope) => {
    guardDesk(scope, app)
    const cookie = hostCookie('staff', app.config)
    const document = await describeDesk(scope, { ...app.config, cookie, webhooks: describeWebhooks() })
    const permission = { config: { staff: { role: 'owner' as const } } }
    scope.get(staffOpenapi, { ...permission, schema: { hide: true } }, () => document())
    addDeskRoutes(scope, app, {
      ...signInHandlers(app),
      ...firstOwnerHandlers(app),
      ...passkeyHandlers(app),
      ...sessionHandlers(app),
      ...peopleHandlers(app),
      ...todayHandlers(app),
      ...findHandlers(app),
      ...searchHandlers(app),
      ...executiveHandlers(app),
      ...recordHandlers(app),
      ...changeHandlers(app),
      ...documentHandlers(app),
      ...exportHandlers(app),
      ...mailHandlers(app),
      ...privacyHandlers(app),
      ...vacancyHandlers(app),
      ...webhookHandlers(app),
    })
  })
}

type Permission = Pick<StaffCall, 'role' | 'stepUp'>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may make a call of the desk. */
    staff?: Permission
  }
}

/** Adds every call of the contract's table to a scope that `guardDesk` guards. */
function addDeskRoutes(scope: ApiServer, app: App, handlers: DeskHandlers): void {
  const signIns = app.limit('staff-sign-in')
  const limited = { preHandler: async ({ ip }: FastifyRequest) => void (await signIns.take(ip)) }
  for (const name of staffCallNames) {
    const row = staffCall(name)
    const { method, url } = routeOf(name)
    const handle = handlers[name] as (asked: object) => Promise<unknown>
    addCall(
      scope,
      { ...row, errors: refusalsOf(row) },
      {
        ...{ url, config: { staff: row }, schema: namedAs(name) },
        ...(row.role === 'signed-out' && method === 'POST' ? limited : {}),
        handle: (asked) => handle({ ...asked, ...whoAsks(asked.request) }),
      },
    )
  }
}

/** Returns a call's name in the API's document: `recordsPreviewMail` for `records.previewMail`, under «Records». */
function namedAs(name: StaffCallName) {
  const [of = '', what = ''] = name.split('.')
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  return { operationId: of + capital(what), tags: [capital(of)] }
}

/** Returns the refusals of a call: by the guard, by its schemas, and those of its row. */
function refusalsOf({ role, params, query, body, errors = [] }: StaffCall): ErrorCode[] {
  return [
    ...(['cross_site', 'signed_out', 'denied', 'step_up'] as const),
    ...(params || query || body ? (['invalid'] as const) : []),
    ...(params ? (['not_found'] as const) : []),
    ...(role === 'signed-out' ? (['not_found', 'rate_limited'] as const) : []),
    ...errors,
  ]
}

const members = new WeakMap<FastifyRequest, StaffMember>()

function whoAsks(request: FastifyRequest) {
  const staff = members.get(request)
  return staff && { staff, actor: staffActor(staff) }
}

/**
 * Lets only people with permission make the calls of this scope. It answers before the body is read and before
 * anything is looked up. The start fails if a route does not say who may call it.
 */
export function guardDesk(scope: ApiServer, app: App): void {
  scope.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.staff) throw new Error(`${String(method)} ${url} does not say who at the desk may call it`)
  })
  scope.addHook('onRequest', async (request) => {
    const { staff: permission } = request.routeOptions.config
    if (isCrossSite(request.headers, app.config.publicUrl)) throw refused('cross_site')
    if (permission?.role === 'signed-out') return
    // A screen that polls says so: its person may be away, so this is no use of the session.
    const member = await findSession(app, request, { isUse: request.headers[pollHeader] === undefined })
    if (!member) throw refused('signed_out')
    const code = refusalFor(member, permission, app.clock.now())
    if (code) throw refused(code)
    members.set(request, member)
  })
  // Set for all answers, since nothing that the desk answers may be cached.
  scope.addHook('onSend', async (_, reply: FastifyReply) => void reply.header('cache-control', 'no-store'))
}

function refusalFor({ role, steppedUpUntil }: StaffMember, permission: Permission | undefined, now: number) {
  if (permission === undefined || !hasRole(role, permission.role)) return 'denied'
  return permission.stepUp && steppedUpUntil <= now ? 'step_up' : undefined
}
