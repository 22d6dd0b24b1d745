import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { api } from '#contract/paths.ts'

/**
 * Whether a browser says that another site sent this request (docs/security.md, T21). Callers that are no browsers send
 * neither header and carry no cookie, so there is nothing for another site to borrow.
 */
export function isCrossSite(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin, host } = headers
  // A proxy may have put a name of its own in Host.
  if (origin === undefined || origin === publicUrl) return false
  if (!URL.canParse(origin)) return true
  const { protocol, host: from } = new URL(origin)
  return from !== host || protocol !== new URL(publicUrl).protocol
}

/**
 * Whether a browser says that something else than a script of our own pages sent this: another site, a link, a picture.
 * Old browsers and programs do not say.
 */
function isNotOurScript(headers: IncomingHttpHeaders): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-dest': kind = 'empty' } = headers
  return site !== undefined && (site !== 'same-origin' || kind !== 'empty')
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Posted from other sites too: it reads no cookie, and what it brings proves itself. */
    isOpenToOtherSites?: boolean
  }
}

/** GET requests that change something: one opens a record, one is the gateway's callback. */
const changedByGet: string[] = [`${api.fieldExecutive}:id`, api.gatewayCallback]

/**
 * Whether a browser says that the request comes from another site, or, where a GET changes something, from anything but
 * a script of our own pages.
 */
export function isForeign({ method, headers, routeOptions }: FastifyRequest, publicUrl: string): boolean {
  if (routeOptions.config.isOpenToOtherSites) return false
  if (method !== 'GET') return isCrossSite(headers, publicUrl)
  return changedByGet.includes(routeOptions.url ?? '') && isNotOurScript(headers)
}
