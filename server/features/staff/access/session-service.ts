import type { FastifyReply, FastifyRequest } from 'fastify'
import type {} from '@fastify/cookie'
import type { DeskDeps } from '#server/features/staff/desk-rules.ts'
import { tokenHash } from '#server/platform/crypto/tokens.ts'
import { setSession } from '#server/platform/http/request-context.ts'
import { newId } from '#server/platform/ids.ts'
import type { StaffMember } from './rules.ts'
import * as store from './session-store.ts'

type StaffSessionDeps = DeskDeps & { config: { publicUrl: string } }

/** Who signs in, and by which of their passkeys. */
export interface PasskeyOf {
  staffId: string
  passkeyId: string
}

/** Sessions at the desk, each by a cookie that is not the visitors' (staff.md part 1). */
export interface StaffSessions {
  /** Whose session it is, if it has not ended; unless `isUse` is false it goes on for the full time from now. */
  find(request: FastifyRequest, options?: { isUse: boolean }): Promise<StaffMember | undefined>
  /** Begins a session in this browser, in place of the one that it had. */
  begin(reply: FastifyReply, by: PasskeyOf): Promise<void>
  /** Notes a passkey just used and gives the session another token; false when it has ended meanwhile. */
  stepUp(reply: FastifyReply, member: StaffMember): Promise<boolean>
  /** Takes the cookie away. */
  forget(reply: FastifyReply): void
}

/** A use is noted when the last one noted is this old, so that reading often writes seldom. */
const NOTE_USE_AFTER_MS = 15_000
const tokenShape = /^[\w-]{32}$/

/** A cookie's name as browsers bind it to this host alone, which they do over https only. */
export function hostCookie(name: string, { publicUrl }: { publicUrl: string }): string {
  return publicUrl.startsWith('https:') ? `__Host-${name}` : name
}

/** The hash of the token that a request brings under that name. */
export function cookieHash(request: FastifyRequest, name: string): string | undefined {
  const token = request.cookies[name]
  return token !== undefined && tokenShape.test(token) ? tokenHash(token) : undefined
}

/** Gives the browser a fresh token under that name; answers its hash. */
export function giveCookie(reply: FastifyReply, name: string, maxAge?: number): string {
  const token = newId()
  reply.setCookie(name, token, {
    httpOnly: true,
    sameSite: 'strict',
    path: '/',
    secure: name.startsWith('__Host-'),
    ...(maxAge === undefined ? {} : { maxAge }),
  })
  return tokenHash(token)
}

export function createStaffSessions(deps: StaffSessionDeps): StaffSessions {
  const { db, clock, config } = deps
  const name = hostCookie('staff', config)

  async function find(
    request: FastifyRequest,
    { isUse } = { isUse: true },
  ): Promise<StaffMember | undefined> {
    const hash = cookieHash(request, name)
    const [now, mayBeEarlier] = [clock.now(), request.method === 'GET']
    const found = hash === undefined ? undefined : await store.findSession(deps, hash, { now, mayBeEarlier })
    if (!found) return undefined
    const { usedAt, ...member } = found
    setSession(member.sessionId)
    if (isUse && now - usedAt >= NOTE_USE_AFTER_MS) await store.touchSession(db, member.sessionId, now)
    return member
  }

  return {
    find,
    async begin(reply, by) {
      const before = await find(reply.request)
      if (before) await store.endSessions(db, before.id, before.sessionId)
      const browser = browserOf(reply.request)
      const session = { ...by, id: newId(), hash: giveCookie(reply, name), browser }
      await store.insertSession(deps, { ...session, now: clock.now(), steppedUp: true })
    },
    async stepUp(reply, { sessionId: id }) {
      const hash = giveCookie(reply, name)
      return store.rotateSession(db, { id, hash, now: clock.now() })
    },
    forget: (reply) => void reply.clearCookie(name, { path: '/', secure: name.startsWith('__Host-') }),
  }
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

/** «Chrome, Windows»: enough for somebody to tell their own sessions apart. */
export function browserOf({ headers }: FastifyRequest): string {
  const userAgent = headers['user-agent'] ?? ''
  const named = [browsers, systems].map(
    (list) => Object.entries(list).find(([mark]) => userAgent.includes(mark))?.[1],
  )
  return named.filter((part) => part !== undefined).join(', ') || 'Unknown browser'
}
