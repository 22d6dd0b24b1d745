import type { FastifyReply, FastifyRequest } from 'fastify'

/** Returns the path of an address, without its query. */
export function pathOf(url: string): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}

/** Redirects another spelling of a page's address to that address, with its query. */
export function leadTo(
  address: string,
  { request, reply, headers }: { request: FastifyRequest; reply: FastifyReply; headers: object },
): FastifyReply {
  const location = address + request.url.slice(pathOf(request.url).length)
  return reply
    .code(308)
    .headers({ ...headers, location })
    .send()
}
