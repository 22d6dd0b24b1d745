import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a browser says that another site sent this request (trust.md T21). Callers that are no browsers send
 * neither header and carry no cookie, so there is nothing for another site to borrow.
 */
export function isCrossSite(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin, host } = headers
  // A proxy may have put a name of its own in Host.
  if (origin === undefined || origin === publicUrl) return false
  return !URL.canParse(origin) || new URL(origin).host !== host
}

/**
 * Whether a browser says that something else than a script of our own pages asks: another site, a link, a picture. For
 * what a GET changes; old browsers say nothing, and programs neither.
 */
export function isNotOurScript(headers: IncomingHttpHeaders): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-dest': kind = 'empty' } = headers
  return site !== undefined && (site !== 'same-origin' || kind !== 'empty')
}
