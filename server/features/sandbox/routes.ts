import type { AddressInfo } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { api, pages } from '#contract/paths.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'

/** The address of the sandbox that the settings started. */
export interface SandboxAddress {
  url: string
  callProductAt(address: string): Promise<void>
}

const asked = ['accept', 'content-type', 'cookie']
const answered = [
  ...['content-type', 'location', 'content-security-policy'],
  ...['cross-origin-opener-policy', 'referrer-policy'],
]

/** Leads everything below /sandbox to the sandbox's own server; registered only while a provider is the sandbox's. */
export function sandboxRoutes(app: ApiServer, sandbox: SandboxAddress): void {
  app.addHook('onListen', async () => {
    await sandbox.callProductAt(originOf(app.server.address() as AddressInfo) + api.gatewayCallback)
  })
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body)
    for (const url of [pages.sandbox, `${pages.sandbox}/*`]) {
      scope.route<{ Body: Buffer | undefined }>({
        method: ['GET', 'POST'],
        url,
        schema: { hide: true },
        async handler(request, reply) {
          const answer = await forward(sandbox.url, request)
          const headers = answered.flatMap((name) => {
            const value = answer.headers.get(name)
            return value === null ? [] : [[name, value]]
          })
          return reply.code(answer.status).headers(Object.fromEntries(headers)).send(answer.body)
        },
      })
    }
  })
}

function forward(
  origin: string,
  { method, url, headers, body }: FastifyRequest<{ Body: Buffer | undefined }>,
) {
  const passed = asked.flatMap((name) =>
    headers[name] ? [[name, String(headers[name])] as [string, string]] : [],
  )
  const sent = body ? { body: new Uint8Array(body) } : {}
  return fetch(origin + url, { method, headers: passed, redirect: 'manual', ...sent })
}

/** Returns an address that reaches a listener of this machine; wildcard addresses cannot be called. */
export function originOf(listening: { address: string; port: number; family: string }): string {
  const { port } = listening
  if (listening.address === '0.0.0.0') return `http://127.0.0.1:${port}`
  if (listening.address === '::') return `http://[::1]:${port}`
  return `http://${listening.family === 'IPv6' ? `[${listening.address}]` : listening.address}:${port}`
}
