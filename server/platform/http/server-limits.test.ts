import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { REQUEST_MAX_BYTES } from '#contract/upload-limits.ts'
import { api, probes } from '#contract/paths.ts'
import { eventually } from '#tests/support/eventually.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { createOverload, listen } from './server-limits.ts'
import Fastify from 'fastify'
import type { ApiServer } from './api-server.ts'
import { startupError } from '#server/config/startup-errors.ts'

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

it('refuses after the event loop was late at two checks in a row, not at one, and recovers by itself', () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const delay = { max: 0, enable: () => true, reset: () => undefined }
  const overloaded = createOverload(delay)
  const seen = [600, 400, 600, 600, 400].map((lateMs) => {
    delay.max = lateMs * 1e6
    vi.advanceTimersByTime(1000)
    return overloaded()
  })
  expect(seen).toEqual([false, false, false, true, false])
})

async function connectTo(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

it('holds no more connections than allowed, and answers those', async () => {
  const app: ApiServer = Fastify()
  app.get(probes.health, () => 'alive')
  const listening = await listen(app, { host: '127.0.0.1', port: 0 })
  app.server.maxConnections = 20
  let accepted = 0
  app.server.on('connection', () => (accepted += 1))
  const visitors = await Promise.all(Array.from({ length: 20 }, () => connectTo(listening.port)))
  await eventually(() => expect(accepted).toBe(20))
  const oneMore = await connectTo(listening.port)
  await once(oneMore.resume(), 'close')
  for (const visitor of visitors) {
    visitor.write(`GET ${probes.health} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    const [answer] = (await once(visitor, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1.1 200/)
  }
  await listening.refuse()
  await app.close()
})

it('does not share its port with another process that is started by mistake', async () => {
  const { listening, deps } = server
  const { port } = listening
  const refused = await listen(Fastify() as ApiServer, { host: '127.0.0.1', port }).catch(Object)
  const said = String(startupError(refused, { ...deps.config, port }))
  expect(said).toContain(`PORT ${listening.port} is in use`)
})
