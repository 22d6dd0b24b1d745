import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { PublicCall } from '#contract/calls/call.ts'

/**
 * Returns whether a browser reports that another site sent this request (docs/security.md, T21). Other callers send
 * neither header and no cookie, so another site gains nothing from them.
 */
export function isCrossSite(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin, host } = headers
  // A proxy may have replaced the name in Host.
  if (origin === undefined || origin === publicUrl) return false
  if (!URL.canParse(origin)) return true
  const { protocol, host: from } = new URL(origin)
  return from !== host || protocol !== new URL(publicUrl).protocol
}

/**
 * Returns whether a browser reports that this was not sent by a script of our own pages, but by another site, a link
 * or a picture. Old browsers and programs do not report it.
 */
function isNotOurScript(headers: IncomingHttpHeaders): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-dest': kind = 'empty' } = headers
  return site !== undefined && (site !== 'same-origin' || kind !== 'empty')
}

declare module 'fastify' {
  interface FastifyContextConfig {
    from?: PublicCall['from']
  }
}

/**
 * Returns whether a browser reports that the request comes from another site or, for a GET that changes something,
 * from anything but a script of our own pages.
 */
export function isForeign({ method, headers, routeOptions }: FastifyRequest, publicUrl: string): boolean {
  const { from } = routeOptions.config
  if (from === 'anywhere') return false
  if (method !== 'GET') return isCrossSite(headers, publicUrl)
  return from === 'our scripts' && isNotOurScript(headers)
}
