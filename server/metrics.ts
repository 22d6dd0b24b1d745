import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { probes } from '#contract/paths.ts'
import type { JobRow } from './db/schema.ts'
import type { Breaker } from './lib/breaker.ts'

export interface Metrics {
  /** Counts one answer; `route` is the pattern, never the address, which may hold an id. */
  answered(labels: { method: string; route: string; status: number }, seconds: number): void
  /** Serves GET /metrics in Prometheus's text form on a port of its own; resolves with the listening server. */
  listen(host: string, port: number): Promise<Server>
}

interface Sources {
  countJobs(): Promise<{ status: JobRow['status']; count: number }[]>
  breakers: readonly Breaker[]
}

/** The process's own figures, each answer's time, how many jobs stand in each state, and how the providers stand. */
export function createMetrics({ countJobs, breakers }: Sources): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request being read to its answer being written',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  measureJobs(registry, countJobs)
  measureProviders(registry, breakers)
  return {
    answered: (labels, seconds) => duration.observe(labels, seconds),
    listen: (host, port) => listen(registry, host, port),
  }
}

function measureJobs(registry: Registry, countJobs: Sources['countJobs']): void {
  new Gauge({
    name: 'outbox_jobs',
    help: 'Jobs in the outbox by state',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      this.reset()
      // Without the database there is no number to give; the other figures are wanted all the more.
      const counts = await countJobs().catch(() => [])
      for (const { status, count } of counts) this.set({ status }, count)
    },
  })
}

function measureProviders(registry: Registry, breakers: readonly Breaker[]): void {
  new Gauge({
    name: 'provider_left_alone',
    help: 'Whether calls to a provider are held back because it keeps failing (1) or made as usual (0)',
    labelNames: ['provider'],
    registers: [registry],
    collect() {
      for (const breaker of breakers)
        this.set({ provider: breaker.provider }, breaker.standing() === 'closed' ? 0 : 1)
    },
  })
}

async function listen(registry: Registry, host: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== probes.metrics) {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(503).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return server
}
