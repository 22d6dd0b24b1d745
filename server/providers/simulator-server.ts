import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'

/** Adds what one provider's simulator answers, below a folder of its own. */
export type SimulatorRoutes = (app: FastifyInstance) => void

export interface Simulator {
  /** `http://127.0.0.1:port` */
  url: string
  close(): Promise<void>
}

/** One small HTTP server on a loopback port of its own that plays the providers; whatever hangs there ends with it. */
export async function startSimulator(routes: readonly SimulatorRoutes[]): Promise<Simulator> {
  const app = Fastify({ logger: false, forceCloseConnections: true })
  for (const add of routes) add(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => app.close() }
}
