import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import { probes } from '#contract/paths.ts'
import type { RunEnded } from '#server/platform/jobs/job.ts'
import { watch, type Watched } from './gauges.ts'

export interface CallLabels {
  provider: string
  operation: string
  /** `ok`, or the port's word for what went wrong. */
  outcome: string
}

/** What is counted as it happens. No label holds a value of a visitor's, nor an address that may hold an id. */
export interface Metrics extends Counters {
  /** One answer; `route` is the pattern. */
  answered(labels: { method: string; route: string; status: number }, seconds: number): void
  /** A request was turned away because the process is behind. */
  shed(): void
  providerCalled(labels: CallLabels, seconds: number): void
  jobAttempted(ended: RunEnded): void
  /** Adds what is read whenever the metrics are requested. */
  watch(watched: Watched): void
  /** Serves GET /metrics in Prometheus's text form on a port of its own; resolves with the listening server. */
  listen(host: string, port: number): Promise<Server>
}

/** Seconds; the limits of the service levels are among them, so that a share below one is exact. */
const answerSeconds = [0.001, 0.005, 0.02, 0.1, 0.3, 1, 2, 5, 15]
const callSeconds = [0.005, 0.02, 0.1, 0.5, 1, 2, 5, 15]
const waitSeconds = [0.5, 2, 10, 30, 60, 300, 1800, 7200, 43_200]

/** The process's own figures, and what this server counts. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    ...countWork(registry),
    ...countVisitors(registry),
    watch: (watched) => watch(registry, watched),
    listen: (host, port) => listen(registry, host, port),
  }
}

function histogram<Label extends string>(
  registry: Registry,
  about: { name: string; help: string; labelNames: Label[]; buckets: number[] },
): Histogram<Label> {
  return new Histogram({ ...about, registers: [registry] })
}

function counter<Label extends string>(
  registry: Registry,
  about: { name: string; help: string; labelNames?: Label[] },
): Counter<Label> {
  return new Counter({ ...about, registers: [registry] })
}

function countWork(registry: Registry): Pick<Metrics, 'providerCalled' | 'jobAttempted'> {
  const calls = histogram(registry, {
    name: 'provider_call_duration_seconds',
    help: 'Time of a call to a provider, by how it ended; circuit_open means that it was not made',
    labelNames: ['provider', 'operation', 'outcome'],
    buckets: callSeconds,
  })
  const attempts = histogram(registry, {
    name: 'job_try_duration_seconds',
    help: 'Time of one attempt at a job, by how it ended',
    labelNames: ['kind', 'outcome'],
    buckets: callSeconds,
  })
  const waits = histogram(registry, {
    name: 'job_done_after_seconds',
    help: 'Time from a job being enqueued to its being done',
    labelNames: ['kind'],
    buckets: waitSeconds,
  })
  return {
    providerCalled: ({ provider, operation, outcome }, seconds) =>
      calls.observe({ provider, operation, outcome }, seconds),
    jobAttempted({ kind, outcome, seconds, sinceCreated }) {
      attempts.observe({ kind, outcome }, seconds)
      if (outcome === 'done') waits.observe({ kind }, sinceCreated)
    },
  }
}

function countVisitors(registry: Registry): Pick<Metrics, 'answered' | 'shed' | keyof Counters> {
  const answers = histogram(registry, {
    name: 'http_request_duration_seconds',
    help: 'Time from a request being read to its answer being written',
    labelNames: ['method', 'route', 'status'],
    buckets: answerSeconds,
  })
  const shed = counter(registry, {
    name: 'http_requests_shed_total',
    help: 'Requests turned away because the process was behind',
  })
  const rateLimited = counter(registry, {
    name: 'limit_refusals_total',
    help: 'Requests that a limit turned away',
    labelNames: ['limit'],
  })
  const sent = counter(registry, {
    name: 'one_time_codes_sent_total',
    help: 'One-time codes that left',
    labelNames: ['purpose'],
  })
  const verified = counter(registry, {
    name: 'one_time_codes_verified_total',
    help: 'One-time codes that proved something',
    labelNames: ['purpose'],
  })
  return {
    answered: (labels, seconds) => answers.observe(labels, seconds),
    shed: () => shed.inc(),
    limitRefused: (limit) => rateLimited.inc({ limit }),
    codeSent: (purpose) => sent.inc({ purpose }),
    codeVerified: (purpose) => verified.inc({ purpose }),
  }
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

/** Counts what happens, for the metrics; every word is one of ours, never a visitor's. */
export interface Counters {
  /** A limit turned somebody away; the name is its rule's. */
  limitRefused(limit: string): void
  /** A one-time code left; the purpose says what it proves. */
  codeSent(purpose: string): void
  codeVerified(purpose: string): void
}
