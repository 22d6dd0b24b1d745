import { orRefuse } from '#server/platform/http/http-errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#server/context.ts'
import { setSession } from '#server/platform/observability/request-context.ts'
import { newId } from '#server/platform/ids.ts'
import { cookieHash, giveCookie, hostCookie, newToken } from '#server/platform/sessions/cookie.ts'
import { NOTE_USE_AFTER_MS } from '#server/platform/sessions/store.ts'
import { type StaffMember, iso, type DeskHandlers, ok } from '#server/features/staff/desk-rules.ts'
import * as store from './session-store.ts'
import { endStaffSessions } from './people-service.ts'
import { staffNames } from './people-store.ts'

export function sessionHandlers(app: App) {
  return {
    async 'me.read'({ staff: { id, name, role, steppedUpUntil: until } }) {
      return { id, name, role, steppedUpUntil: until > app.clock.now() ? iso(until) : null }
    },
    async 'me.signOut'({ reply, staff: { id: staffId, sessionId }, actor }) {
      await endStaffSessions(app, { staffId, sessionId }, actor)
      forgetSession(reply, app.config)
      return ok
    },
    async 'me.sessions'({ staff }) {
      const sessions = await store.listSessions(app, staff.id, app.clock.now())
      const names = await staffNames(app)
      return {
        sessions: sessions.map(({ id, browser, createdAt, usedAt, linkBy }) => {
          const isCurrent = id === staff.sessionId
          const linkFrom = linkBy === null ? null : (names.get(linkBy) ?? '')
          return { id, browser, isCurrent, linkFrom, createdAt: iso(createdAt), usedAt: iso(usedAt) }
        }),
      }
    },
    async 'me.endSession'({ params, staff, actor }) {
      const ended = await endStaffSessions(app, { staffId: staff.id, sessionId: params.id }, actor)
      orRefuse(ended > 0)
      return ok
    },
  } satisfies Partial<DeskHandlers>
}

/** Who signs in, and with which passkey. */
export interface PasskeyOf {
  staffId: string
  passkeyId: string
}

/** The cookie of a desk session, apart from that of visitors. */
const COOKIE = 'staff'

/** Gives the browser a new token for its session; returns the token's hash. */
function giveSession(reply: FastifyReply, config: { publicUrl: string }): string {
  const { token, hash } = newToken()
  giveCookie(reply, hostCookie(COOKIE, config), { token, sameSite: 'strict' })
  return hash
}

/** Returns the person of a session that has not ended; extends the session unless `isUse` is false. */
export async function findSession(
  app: App,
  request: FastifyRequest,
  { isUse } = { isUse: true },
): Promise<StaffMember | undefined> {
  const { db, clock, config } = app
  const hash = cookieHash(request, hostCookie(COOKIE, config))
  const [now, mayBeEarlier] = [clock.now(), request.method === 'GET']
  const found = hash === undefined ? undefined : await store.findSession(app, hash, { now, mayBeEarlier })
  if (!found) return undefined
  const { usedAt, ...member } = found
  setSession(member.sessionId)
  if (isUse && now - usedAt >= NOTE_USE_AFTER_MS) await store.touchSession(db, member.sessionId, now)
  return member
}

/** Begins a session in this browser, in place of the one that it had. */
export async function beginSession(app: App, reply: FastifyReply, by: PasskeyOf): Promise<void> {
  const { db, clock, config } = app
  const before = await findSession(app, reply.request)
  if (before) await store.endSessions(db, before.id, { id: before.sessionId })
  const hash = giveSession(reply, config)
  const session = { ...by, id: newId(), hash, browser: browserOf(reply.request) }
  await store.insertSession(app, { ...session, now: clock.now(), steppedUp: true })
}

/** Records a step-up and gives the session another token; returns false if it has ended meanwhile. */
export function stepUpSession(
  { db, clock, config }: App,
  reply: FastifyReply,
  { sessionId: id }: StaffMember,
): Promise<boolean> {
  const hash = giveSession(reply, config)
  return store.rotateSession(db, { id, hash, now: clock.now() })
}

function forgetSession(reply: FastifyReply, config: { publicUrl: string }): void {
  const name = hostCookie(COOKIE, config)
  reply.clearCookie(name, { path: '/', secure: name.startsWith('__Host-') })
}

const browsers = { Edg: 'Edge', Firefox: 'Firefox', Chrome: 'Chrome', Safari: 'Safari' }
const systems = {
  Android: 'Android',
  iPhone: 'iPhone',
  iPad: 'iPad',
  Windows: 'Windows',
  Mac: 'Mac',
  Linux: 'Linux',
}

/** Returns text such as «Chrome, Windows», by which people recognise their own sessions. */
export function browserOf({ headers }: FastifyRequest): string {
  const userAgent = headers['user-agent'] ?? ''
  const named = [browsers, systems].map(
    (list) => Object.entries(list).find(([mark]) => userAgent.includes(mark))?.[1],
  )
  return named.filter((part) => part !== undefined).join(', ') || 'Unknown browser'
}
