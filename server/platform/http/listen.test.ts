import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { probes } from '#contract/paths.ts'
import { listen } from './listen.ts'
import type { ApiServer } from './api-server.ts'
import { startProcess } from '#tests/support/child.ts'
import { eventually } from '#tests/support/eventually.ts'
import { makePlace } from '#tests/support/place.ts'
import { startServer } from '#tests/support/server.ts'

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
  await eventually(async () => {
    const answer = await fetch(`http://127.0.0.1:${listening.port}${probes.health}`, {
      headers: { connection: 'close' },
    })
    expect(answer.status).toBe(200)
  })
  await listening.refuse()
  await app.close()
})

it('does not share its port with another process that is started by mistake', async () => {
  await using server = await startServer()
  await using place = await makePlace('sqlite')
  await using second = startProcess({ ...place.settings, PORT: String(server.listening.port) })
  expect(await second.ended).toBe(1)
  expect(second.stderr()).toContain(`PORT ${server.listening.port} is in use`)
})

it('closed, accepts the connections that wait in the kernel, and none after', async () => {
  await using server = await startServer()
  const waiting = await Promise.all(Array.from({ length: 40 }, () => connectTo(server.listening.port)))
  const closed = server.listening.refuse()
  const late = async () => (await connectTo(server.listening.port)).destroy()
  await eventually(() => expect(late()).rejects.toThrow('ECONNREFUSED'))
  const answers = waiting.map(async (socket) => {
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    return answer.toString().slice(0, 12)
  })
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200']))
  await closed
})
