import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as nextIteration } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { REQUEST_MAX_BYTES } from '#contract/upload-limits.ts'
import { api } from '#contract/paths.ts'
import { eventually } from '#tests/support/eventually.ts'
import { sharedSite } from '#tests/support/shared-parts.ts'
import { sharedServer } from '#tests/support/shared.ts'
import { createOverload } from './server-limits.ts'

const server = sharedServer()

function open(...headers: string[]): Socket {
  const { hostname, port } = new URL(server.url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true }).pause()
  socket.write([`POST ${api.sendEnquiry} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n'))
  return socket
}

/** Sends a whole body before anything of the answer is read, as many programs do. */
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
  it.each([
    ['with a length', [json, `Content-Length: ${size}`]],
    [
      'with a length, when the connection is to be closed',
      [json, `Content-Length: ${size}`, 'Connection: close'],
    ],
    ['in chunks', [json, 'Transfer-Encoding: chunked']],
    ['of a type that is not read', ['Content-Type: text/plain', `Content-Length: ${size}`]],
  ])('%s is read past, and the answer arrives each time', async (_, headers) => {
    const isChunked = headers.includes('Transfer-Encoding: chunked')
    const body = isChunked ? Buffer.concat([Buffer.from(`${size.toString(16)}\r\n`), large]) : large
    for (let attempts = 0; attempts < 20; attempts += 1)
      expect(await sendAll(open(...headers), body)).toMatch(/^HTTP\/1\.1 41[35]$/)
  })

  it('is not read past for ever', async () => {
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

async function iteration(ms: number): Promise<void> {
  for (const until = performance.now() + ms; performance.now() < until;);
  await nextIteration()
}

it('measures how far behind a process is only from when it listens', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const app = await buildApp(server.deps, { createSite: sharedSite })
  await app.ready()
  const before = vi.getTimerCount()
  await app.listen({ host: '127.0.0.1', port: 0 })
  expect([before, vi.getTimerCount()]).toEqual([0, 1])
  vi.useRealTimers()
  await app.close()
})

it('refuses once iterations of the event loop stay too long, not for one of them, and ends by itself', async () => {
  const overloaded = createOverload({ lateMs: 200, lookMs: 300 })
  await iteration(500)
  expect(overloaded()).toBe(false)
  for (let count = 0; count < 20 && !overloaded(); count += 1) await iteration(250)
  expect(overloaded()).toBe(true)
  await eventually(() => expect(overloaded()).toBe(false))
})
