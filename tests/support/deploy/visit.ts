import { once } from 'node:events'
import http2 from 'node:http2'
import { buffer } from 'node:stream/consumers'
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls'
import type { Source } from '#server/config/config.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'
import { shared } from '#tests/support/shared.ts'
import { sayOver } from '#tests/support/tcp.ts'
import { type Nginx, siteName, startNginx } from './nginx-server.ts'

export interface Visit {
  status: number
  /** Without the headers of HTTP/2 itself. */
  headers: Record<string, string>
  body: Buffer
}

export interface Request {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** Whether the sender announces more of the body, and sends none. */
  more?: boolean
}

export type Browser = Awaited<ReturnType<typeof openBrowser>>

/** A browser's connection to the site through nginx: HTTP/2 over TLS, with the name and the certificate checked. */
export async function openBrowser({ ports, ca }: Nginx) {
  const session = http2.connect(`https://127.0.0.1:${ports.https}`, { ca, servername: siteName })
  await once(session, 'connect')
  // The affected requests report errors.
  session.on('error', () => undefined)
  return {
    visit: (path: string, request?: Request) => visit(session, path, request),
    close: () => session.close(),
  }
}

async function visit(
  session: http2.ClientHttp2Session,
  path: string,
  { method = 'GET', headers = {}, body, more = false }: Request = {},
): Promise<Visit> {
  const stream = session.request(
    { ':method': method, ':path': path, ':authority': siteName, ':scheme': 'https', ...headers },
    { endStream: body === undefined },
  )
  const whole = buffer(stream)
  // An error before the head has arrived is reported there.
  whole.catch(() => undefined)
  const answered = once(stream, 'response') as Promise<[http2.IncomingHttpHeaders]>
  if (more) stream.write(body)
  else if (body !== undefined) stream.end(body)
  const [given] = await answered
  const plain = Object.entries(given).filter(([name]) => !name.startsWith(':'))
  return {
    status: Number(given[':status']),
    headers: Object.fromEntries(plain.map(([name, value]) => [name, String(value)])),
    body: await whole,
  }
}

/** A TLS connection for HTTP/1.1, with a choice of `servername` and TLS versions. */
export async function openLine({ ports, ca }: Nginx, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = connectTls({ host: '127.0.0.1', port: ports.https, ca, servername: siteName, ...options })
  await once(socket, 'secureConnect')
  return socket
}

/** Sends bytes unchanged and returns everything that comes back until the other side closes. */
export async function sayRaw(nginx: Nginx, bytes: string): Promise<string> {
  return sayOver(await openLine(nginx), bytes)
}

/** Starts nginx and a browser, in front of a server or of a port where nothing listens. */
async function startSite(settings?: Source) {
  await using begun = new AsyncDisposableStack()
  const proxied = { PUBLIC_URL: `https://${siteName}`, TRUST_PROXY: '127.0.0.1', ...settings }
  const server = settings && begun.use(await startServer({ settings: proxied }))
  const nginx = begun.adopt(await startNginx([server?.listening.port ?? 1]), ({ stop }) => stop())
  const browser = begun.adopt(await openBrowser(nginx), ({ close }) => close())
  const all = begun.move()
  return { nginx, browser, server, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

/** nginx with nothing behind it. */
export function sharedNginx() {
  return shared(() => startSite())
}

/** A server behind nginx, and a browser there, for all tests of a `describe`. */
export function sharedSite(settings: Source = {}) {
  return shared(async () => {
    const site = await startSite(settings)
    return { ...site, server: site.server as TestServer }
  })
}
