import type { FastifyReply, FastifyRequest } from 'fastify'
import type {} from '@fastify/cookie'
import { tokenHash } from '#server/platform/crypto/digest.ts'
import { newId } from '#server/platform/ids.ts'

const tokenShape = /^[\w-]{32}$/

/** Returns the cookie's name, with `__Host-` over https, which binds it to this host. */
export function hostCookie(name: string, { publicUrl }: { publicUrl: string }): string {
  return publicUrl.startsWith('https:') ? `__Host-${name}` : name
}

/** Returns the hash of the token in a cookie; undefined when the cookie is missing or malformed. */
export function cookieHash(request: FastifyRequest, name: string): string | undefined {
  const token = request.cookies[name]
  return token !== undefined && tokenShape.test(token) ? tokenHash(token) : undefined
}

/** Creates a token of 192 random bits. The database stores only its hash. */
export function newToken(): { token: string; hash: string } {
  const token = newId()
  return { token, hash: tokenHash(token) }
}

/** Sets a cookie. Without `maxAge` (seconds) it ends with the browser. */
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
