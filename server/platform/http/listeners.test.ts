import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { probes } from '#contract/paths.ts'
import { openListeners } from './listeners.ts'
import type { ApiServer } from './api-server.ts'
import { startProcess } from '#tests/support/child.ts'
import { eventually } from '#tests/support/eventually.ts'
import { makePlace } from '#tests/support/place.ts'
import { startServer } from '#tests/support/server.ts'

async function knock(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

it('lets many in within one round of the event loop, not one after the other', async () => {
  await using server = await startServer()
  let inside = 0
  server.app.server.on('connection', () => (inside += 1))
  const visitors = Array.from({ length: 64 }, () => connect(server.listeners.port, '127.0.0.1'))
  // They knock while this round lasts, and no listener looks meanwhile.
  for (const until = performance.now() + 50; performance.now() < until;);
  const seen: number[] = []
  while (inside < visitors.length) {
    await new Promise((resolve) => setImmediate(resolve))
    seen.push(inside)
  }
  expect(seen.length).toBeLessThan(visitors.length)
  visitors.forEach((visitor) => visitor.destroy())
})

it('holds no more connections than it may, through all listeners together, and goes on with those', async () => {
  const app: ApiServer = Fastify()
  app.get(probes.health, () => 'alive')
  const listeners = await openListeners(app, { host: '127.0.0.1', port: 0, maxConnections: 20 })
  let inside = 0
  app.server.on('connection', () => (inside += 1))
  const visitors = await Promise.all(Array.from({ length: 20 }, () => knock(listeners.port)))
  // Each waits at a listener of its own, and they are not let in in the order in which they came.
  await eventually(() => expect(inside).toBe(20))
  const oneMore = await knock(listeners.port)
  await once(oneMore.resume(), 'close')
  for (const visitor of visitors) {
    visitor.write(`GET ${probes.health} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    const [answer] = (await once(visitor, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1.1 200/)
  }
  await eventually(async () => {
    const answer = await fetch(`http://127.0.0.1:${listeners.port}${probes.health}`, {
      headers: { connection: 'close' },
    })
    expect(answer.status).toBe(200)
  })
  await listeners.close()
  await app.close()
})

it('does not share its port with another process that is started by mistake', async () => {
  await using server = await startServer()
  const place = await makePlace('sqlite')
  await using second = startProcess({ ...place.settings, PORT: String(server.listeners.port) })
  expect(await second.ended).toBe(1)
  expect(second.stderr()).toContain(`PORT ${server.listeners.port} is taken`)
  await place.remove()
})

it('closed, lets in whoever knocked before, and nobody after', async () => {
  const server = await startServer()
  const knocking = Array.from({ length: 40 }, () => connect(server.listeners.port, '127.0.0.1'))
  const arrived = knocking.map((socket) =>
    once(
      socket.on('error', () => undefined),
      'connect',
    ),
  )
  await Promise.all(arrived)
  const closed = server.listeners.close()
  const late = async () => (await knock(server.listeners.port)).destroy()
  await eventually(() => expect(late()).rejects.toThrow('ECONNREFUSED'))
  const answers = knocking.map(async (socket) => {
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    return answer.toString().slice(0, 12)
  })
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200']))
  await closed
  await server.stop()
})
