import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { probes } from '#contract/paths.ts'
import { startupError } from '#server/config/startup-errors.ts'
import { eventually } from '#tests/support/eventually.ts'
import { sharedServer } from '#tests/support/shared.ts'
import type { ApiServer } from './api-server.ts'
import { listen } from './connections.ts'

const server = sharedServer()

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
