import type { IncomingMessage } from 'node:http'
import { Socket, type AddressInfo, Server } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { ErrorCode } from '#contract/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { REQUEST_MAX_BYTES } from '#contract/upload-limits.ts'
import type { ApiServer } from './api-server.ts'
import { defaultLanguage } from '#contract/messages/languages.ts'
import { say } from '#server/platform/requested-language.ts'
import { once } from 'node:events'
import { setImmediate as nextRound } from 'node:timers/promises'

export const BODY_LIMIT = 64 * 1024

/** Milliseconds within which a body that is no upload has to arrive. */
const BODY_TIME_MS = 30_000
/**
 * The least speed of an upload, which phones on 2G reach (EDGE sends 5 kB/s and more), and the milliseconds that it
 * may be behind, for a slow start or a tunnel. A phone with only GPRS (20 kbit/s) sends 400 kB before it is refused.
 */
const UPLOAD_FLOOR = { bytesASecond: 4096, behindMs: 60_000 }
const UPLOAD_LOOK_MS = 5000

/** Ends a request whose body is late, and makes sure that an early answer arrives. */
export function limitBodies(app: ApiServer): void {
  app.addHook('onRequest', (request, _, done) => {
    limitBodyTime(request.raw)
    done()
  })
  app.addHook('onSend', async (request, reply) => discardBody(request, reply))
}

/** Ends a request with 408 if its body does not arrive in time. */
export function limitBodyTime(request: IncomingMessage): void {
  const { headers, socket } = request
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  // An injected request has no connection, and nothing reports its end.
  if (!('destroySoon' in socket)) return
  const upload = headers['content-type']?.startsWith('multipart/form-data') ?? false
  const isLate = upload ? fallsBehind(socket) : () => true
  const timer = setInterval(
    () => {
      if (!isLate()) return
      answerBrokenRequest({ name: '', message: '', code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket)
      socket.destroySoon()
    },
    upload ? UPLOAD_LOOK_MS : BODY_TIME_MS,
  )
  const stop = () => clearInterval(timer)
  request.once('end', stop).once('close', stop)
}

/** Returns a function that checks whether an upload is too far behind; earlier speed does not count. */
function fallsBehind(socket: Socket): () => boolean {
  let seen = socket.bytesRead
  let behindMs = 0
  return () => {
    const broughtMs = ((socket.bytesRead - seen) / UPLOAD_FLOOR.bytesASecond) * 1000
    seen = socket.bytesRead
    behindMs = Math.max(0, behindMs + UPLOAD_LOOK_MS - broughtMs)
    return behindMs >= UPLOAD_FLOOR.behindMs
  }
}

/** Limits of a request's duration and size; times in milliseconds. */
export const serverLimits = {
  requestTimeout: 15 * 60_000,
  maxRequestsPerSocket: 1000,
  http: {
    headersTimeout: 10_000,
    connectionsCheckingInterval: 5000,
    maxHeaderSize: 8192,
  },
}

/** Milliseconds that an idle connection is kept; behind a proxy longer than the proxy keeps its own. */
export const KEEP_ALIVE_MS = { open: 5000, behindProxy: 65_000 }

/** Connections that one process holds at once. */
const MAX_CONNECTIONS = 2000

const brokenRequests: Record<string, { status: string; code: ErrorCode; message: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'too_large',
    message: say('errorMessages.tooLarge', defaultLanguage),
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'timeout',
    message: say('errorMessages.timeout', defaultLanguage),
  },
}
const unreadable = {
  status: '400 Bad Request',
  code: 'unreadable',
  message: say('errorMessages.unreadable', defaultLanguage),
}

/** Answers what is not valid HTTP, in the same form as every other refusal. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, code, message } = brokenRequests[error.code ?? ''] ?? unreadable
  const body = JSON.stringify({ message, code })
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-Content-Type-Options: nosniff',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

/** Bytes of a body that are still read after its answer; then the connection is closed. */
const DISCARD_BYTES = REQUEST_MAX_BYTES

/**
 * Makes sure that an answer arrives which is given before the request's body. Closing a connection with unread data
 * resets it and loses the answer, so the rest is read first, up to a size and within the time of any body
 * (`limitBodyTime`).
 */
function discardBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  const { complete, headers } = raw
  const length =
    headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity
  if (complete || length === 0) return
  if (length > DISCARD_BYTES) reply.header('connection', 'close')
  raw.socket.destroySoon = () => closeAfter(raw)
}

/** Closes a connection after its last answer, as Node does; on other connections Node itself reads the rest. */
function closeAfter(request: IncomingMessage): void {
  const { socket } = request
  const close = () => Socket.prototype.destroySoon.call(socket)
  if (request.complete) return close()
  socket.end()
  const most = socket.bytesRead + DISCARD_BYTES
  request.on('data', () => {
    if (socket.bytesRead > most) socket.destroy()
  })
  request.once('end', close).resume()
}

/** An iteration of the event loop is too long from this many milliseconds. */
const LATE_MS = 500
const LOOK_MS = 1000

/**
 * Returns whether the process is so far behind that calls are answered 503 at once: two checks in a row found too
 * long an iteration of the event loop. One long task, as at a start, refuses nobody.
 */
export function createOverload(
  delay: Pick<ReturnType<typeof monitorEventLoopDelay>, 'enable' | 'max' | 'reset'> = monitorEventLoopDelay(),
): () => boolean {
  delay.enable()
  let lateInARow = 0
  const look = () => {
    lateInARow = delay.max / 1e6 > LATE_MS ? lateInARow + 1 : 0
    delay.reset()
  }
  setInterval(look, LOOK_MS).unref()
  return () => lateInARow >= 2
}

/** Milliseconds during which connections waiting in the kernel are accepted before the socket is closed. */
const ACCEPT_MS = 200

export interface Listening {
  port: number
  /** Accepts no more connections; resolves when all existing ones are closed. */
  refuse(): Promise<void>
  /** Ends connections on which nothing was ever sent, such as those that browsers open ahead. */
  endUnused(): void
}

/** Listens at `host` and `port`; rejects like `listen` if another process has the port. */
export async function listen(
  app: ApiServer,
  { host, port }: { host: string; port: number },
): Promise<Listening> {
  const { server } = app
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  server.maxConnections = MAX_CONNECTIONS
  await app.listen({ host, port, backlog: MAX_CONNECTIONS })
  return {
    port: (server.address() as AddressInfo).port,
    async refuse() {
      await acceptWaiting(server)
      const closed = once(server, 'close')
      // The HTTP server's own close would end idle connections as well.
      Server.prototype.close.call(server)
      await closed
    },
    endUnused() {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    },
  }
}

/** Accepts the connections that wait in the kernel, since closing the socket would reset them. */
async function acceptWaiting(server: Server): Promise<void> {
  let accepted = true
  const note = () => (accepted = true)
  server.on('connection', note)
  for (const until = performance.now() + ACCEPT_MS; accepted && performance.now() < until;) {
    accepted = false
    await nextRound()
    await nextRound()
  }
  server.off('connection', note)
}
