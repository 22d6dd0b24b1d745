import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import { REQUEST_MAX_BYTES } from '#contract/upload-limits.ts'
import { sharedServer } from '#tests/support/shared.ts'

const server = sharedServer()

function open(...headers: string[]): Socket {
  const { hostname, port } = new URL(server.url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true }).pause()
  socket.write([`POST ${api.sendEnquiry} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n'))
  return socket
}

/** Sends a whole body before it reads the answer, as many programs do. */
async function sendAll(socket: Socket, body: Buffer): Promise<string> {
  const sent = Promise.withResolvers<void>()
  socket.once('error', sent.reject)
  socket.write(body, () => sent.resolve())
  await sent.promise
  const [answer] = await once(socket.resume(), 'data')
  socket.destroy()
  return String(answer).slice(0, 12)
}

const json = 'Content-Type: application/json'
const size = 5_000_000
const large = Buffer.alloc(size, 'x')

describe('a body over its limit, on a connection of its own', () => {
  const length = `Content-Length: ${size}`
  it.each([
    ['with a length', [json, length]],
    ['with a length, when the connection is to be closed', [json, length, 'Connection: close']],
    ['in chunks', [json, 'Transfer-Encoding: chunked']],
    ['of a type that is not read', ['Content-Type: text/plain', length]],
  ])('%s is read to its end, and the answer arrives each time', async (_, headers) => {
    const isChunked = headers.includes('Transfer-Encoding: chunked')
    const body = isChunked ? Buffer.concat([Buffer.from(`${size.toString(16)}\r\n`), large]) : large
    for (let attempts = 0; attempts < 3; attempts += 1)
      expect(await sendAll(open(...headers), body)).toMatch(/^HTTP\/1\.1 41[35]$/)
  })

  it('is not read for ever', async () => {
    const socket = open(json, 'Transfer-Encoding: chunked').resume()
    const cut = new Promise((resolve) => socket.once('close', resolve))
    let sent = 0
    socket.on('error', () => undefined)
    while (!socket.destroyed && sent < REQUEST_MAX_BYTES * 4) {
      sent += size
      const piece = Buffer.concat([Buffer.from(`${size.toString(16)}\r\n`), large, Buffer.from('\r\n')])
      await new Promise((resolve) => socket.write(piece, resolve))
    }
    await cut
    expect(sent).toBeLessThan(REQUEST_MAX_BYTES * 2)
  })
})
