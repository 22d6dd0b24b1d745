import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { REQUEST_MAX_BYTES } from '#contract/schemas/documents.ts'

/** Bytes of a body that are read past once its answer is given; whoever sends more is cut off. */
const READ_PAST_BYTES = REQUEST_MAX_BYTES

/**
 * Lets an answer arrive that is given before its request's body has come. A connection that is closed with something on it
 * unread is reset, and what was said on it is lost: so the rest is read past first, within a bound, and within the time
 * that any body has (`limitBodyTime`).
 */
export function readPastBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  const { complete, headers } = raw
  const length =
    headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity
  if (complete || length === 0) return
  if (length > READ_PAST_BYTES) reply.header('connection', 'close')
  raw.socket.destroySoon = () => closeAfter(raw)
}

/** What Node does when the last answer of a connection has been written; on one that goes on it reads past by itself. */
function closeAfter(request: IncomingMessage): void {
  const { socket } = request
  const close = () => Socket.prototype.destroySoon.call(socket)
  if (request.complete) return close()
  socket.end()
  const most = socket.bytesRead + READ_PAST_BYTES
  request.on('data', () => {
    if (socket.bytesRead > most) socket.destroy()
  })
  request.once('end', close).resume()
}
