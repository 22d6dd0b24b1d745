import type { FastifyReply, FastifyRequest } from 'fastify'
import type {} from '@fastify/cookie'
import { tokenHash } from '#server/platform/crypto/digest.ts'
import { newId } from '#server/platform/ids.ts'

const tokenShape = /^[\w-]{32}$/

/** A cookie's name as browsers bind it to this host alone, which they do over https only. */
export function hostCookie(name: string, { publicUrl }: { publicUrl: string }): string {
  return publicUrl.startsWith('https:') ? `__Host-${name}` : name
}

/** The hash of the token that a request brings under that name; undefined when there is none that could be one of ours. */
export function cookieHash(request: FastifyRequest, name: string): string | undefined {
  const token = request.cookies[name]
  return token !== undefined && tokenShape.test(token) ? tokenHash(token) : undefined
}

/** What a cookie of ours carries, 192 random bits; the database knows only its hash. */
export function newToken(): { token: string; hash: string } {
  const token = newId()
  return { token, hash: tokenHash(token) }
}

/** Gives the browser a token under that name; without an age (seconds) it ends with the browser. */
export function giveCookie(
  reply: FastifyReply,
  name: string,
  { token, ...options }: { token: string; sameSite: 'lax' | 'strict'; maxAge?: number },
): void {
  reply.setCookie(name, token, {
    ...options,
    ...{ httpOnly: true, path: '/', secure: name.startsWith('__Host-') },
  })
}
