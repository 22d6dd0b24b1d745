import type { FastifyReply, FastifyRequest } from 'fastify'
import type {} from '@fastify/cookie'
import { tokenHash } from '#server/platform/crypto/tokens.ts'
import { freshBytes } from '#server/platform/ids.ts'

/** What a visitor's cookie carries; the database knows only its hash. */
export interface Token {
  token: string
  hash: string
}

const TOKEN_BYTES = 24
const tokenShape = /^[\w-]{32}$/

/** 192 random bits. */
export function newToken(): Token {
  const token = freshBytes(TOKEN_BYTES).toString('base64url')
  return { token, hash: tokenHash(token) }
}

/** The prefix binds the cookie to this host alone, and browsers take it over https only. */
export function cookieName(secure: boolean): string {
  return secure ? '__Host-v' : 'v'
}

/** The hash of the token a request came with; undefined when there is none that could be one of ours. */
export function tokenHashOf(request: FastifyRequest, secure: boolean): string | undefined {
  const token = request.cookies[cookieName(secure)]
  return token !== undefined && tokenShape.test(token) ? tokenHash(token) : undefined
}

/** Lax, so that a visitor who comes back from the bank's page still has it; without an age it ends with the browser. */
export function giveToken(reply: FastifyReply, token: string, secure: boolean): void {
  reply.setCookie(cookieName(secure), token, { httpOnly: true, sameSite: 'lax', path: '/', secure })
}
