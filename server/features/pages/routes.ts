import type { App } from '#server/context.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { leadTo, pathOf } from '#server/platform/http/page-address.ts'
import { sendFile, variantFor } from '#server/platform/http/content-encoding.ts'
import { properSpelling } from './document-rules.ts'
import type { Site } from './service.ts'
import { securityText } from '#contract/paths.ts'

/** Returns the canonical address for one with a slash at its end or with capitals. */
function properAddress(site: Site, path: string): string | undefined {
  const proper = properSpelling(path)
  return proper !== path && site.find(proper) ? proper : undefined
}

/** Serves every document and file of the built site from memory; answers that are no document get `headers`. */
export function pageRoutes(
  server: ApiServer,
  app: App,
  { site, headers }: { site: Site; headers: Record<string, string> },
): void {
  securityTextRoute(server, app, headers)
  server.get('/*', { schema: { hide: true }, config: { servedFromMemory: true } }, (request, reply) => {
    const path = pathOf(request.url)
    const file = site.find(path)
    if (file) return sendFile(request, reply, file)
    const proper = properAddress(site, path)
    if (proper) return leadTo(proper, { request, reply, headers })
    return sendNotFound(site, request, reply)
  })
}

/** Sends the document for an address that has no page, or none any more. */
export async function sendNotFound(site: Site, request: FastifyRequest, reply: FastifyReply, status = 404) {
  const variant = await variantFor(site.notFound(pathOf(request.url)), request)
  return reply.code(status).headers(variant.headers).send(variant.body)
}

const DAY_MS = 86_400_000
/** Days for which a reader may rely on the text; RFC 9116 recommends less than a year. */
const HOLDS_DAYS = 90

/** Serves the security contact (RFC 9116), if one is set. */
function securityTextRoute(server: ApiServer, { clock, config }: App, headers: Record<string, string>): void {
  const { publicUrl, securityContact, languages } = config
  if (securityContact === undefined) return
  server.get(securityText, { schema: { hide: true } }, (_, reply) => {
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(clock.now() + HOLDS_DAYS * DAY_MS).toISOString()}`,
      `Preferred-Languages: ${languages.join(', ')}`,
      `Canonical: ${publicUrl}${securityText}`,
    ]
    return reply
      .headers(headers)
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`)
  })
}
