import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { REQUEST_MAX_BYTES } from '#contract/upload-limits.ts'
import type { ApiServer } from './api-server.ts'
import { answerBrokenRequest } from './broken-requests.ts'

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
