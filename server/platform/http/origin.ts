import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { api } from '#contract/paths.ts'

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
    /** May be posted from other sites: it reads no cookie, and its contents prove themselves. */
    isOpenToOtherSites?: boolean
  }
}

/** GET requests that change something: one opens a record, one is the gateway's callback. */
const changedByGet: string[] = [`${api.fieldExecutive}:id`, api.gatewayCallback]

/**
 * Returns whether a browser reports that the request comes from another site or, for a GET that changes something,
 * from anything but a script of our own pages.
 */
export function isForeign({ method, headers, routeOptions }: FastifyRequest, publicUrl: string): boolean {
  if (routeOptions.config.isOpenToOtherSites) return false
  if (method !== 'GET') return isCrossSite(headers, publicUrl)
  return changedByGet.includes(routeOptions.url ?? '') && isNotOurScript(headers)
}
