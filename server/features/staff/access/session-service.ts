import type { FastifyReply, FastifyRequest } from 'fastify'
import type {} from '@fastify/cookie'
import type { DeskDeps } from '#server/features/staff/desk-rules.ts'
import { tokenHash } from '#server/platform/crypto/tokens.ts'
import { setSession } from '#server/platform/http/request-context.ts'
import { newId } from '#server/platform/ids.ts'
import type { StaffMember } from './rules.ts'
import * as store from './session-store.ts'

export type StaffSessionDeps = DeskDeps & { config: { publicUrl: string } }

/** Who signs in, and by which of their passkeys. */
export interface PasskeyOf {
  staffId: string
  passkeyId: string
}

/** The cookie of a session at the desk, apart from that of visitors. */
const COOKIE = 'staff'
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

/** Whose session it is, if it has not ended; unless `isUse` is false it goes on for the full time from now. */
export async function findSession(
  deps: StaffSessionDeps,
  request: FastifyRequest,
  { isUse } = { isUse: true },
): Promise<StaffMember | undefined> {
  const { db, clock, config } = deps
  const hash = cookieHash(request, hostCookie(COOKIE, config))
  const [now, mayBeEarlier] = [clock.now(), request.method === 'GET']
  const found = hash === undefined ? undefined : await store.findSession(deps, hash, { now, mayBeEarlier })
  if (!found) return undefined
  const { usedAt, ...member } = found
  setSession(member.sessionId)
  if (isUse && now - usedAt >= NOTE_USE_AFTER_MS) await store.touchSession(db, member.sessionId, now)
  return member
}

/** Begins a session in this browser, in place of the one that it had. */
export async function beginSession(
  deps: StaffSessionDeps,
  reply: FastifyReply,
  by: PasskeyOf,
): Promise<void> {
  const { db, clock, config } = deps
  const before = await findSession(deps, reply.request)
  if (before) await store.endSessions(db, before.id, before.sessionId)
  const hash = giveCookie(reply, hostCookie(COOKIE, config))
  const session = { ...by, id: newId(), hash, browser: browserOf(reply.request) }
  await store.insertSession(deps, { ...session, now: clock.now(), steppedUp: true })
}

/** Notes a passkey just used and gives the session another token; false when it has ended meanwhile. */
export function stepUpSession(
  { db, clock, config }: StaffSessionDeps,
  reply: FastifyReply,
  { sessionId: id }: StaffMember,
): Promise<boolean> {
  const hash = giveCookie(reply, hostCookie(COOKIE, config))
  return store.rotateSession(db, { id, hash, now: clock.now() })
}

/** Takes the cookie away. */
export function forgetSession(reply: FastifyReply, config: { publicUrl: string }): void {
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

/** «Chrome, Windows»: enough for somebody to tell their own sessions apart. */
export function browserOf({ headers }: FastifyRequest): string {
  const userAgent = headers['user-agent'] ?? ''
  const named = [browsers, systems].map(
    (list) => Object.entries(list).find(([mark]) => userAgent.includes(mark))?.[1],
  )
  return named.filter((part) => part !== undefined).join(', ') || 'Unknown browser'
}
