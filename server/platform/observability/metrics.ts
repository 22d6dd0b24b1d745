import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, Counter, Histogram, Registry, Gauge } from 'prom-client'
import { probes } from '#contract/paths.ts'
import type { RunEnded } from '#server/platform/jobs/job.ts'
import { statfs } from 'node:fs/promises'
import type { DatabaseHandle, Db } from '#server/platform/db/client.ts'
import { countUnfinished } from '#server/platform/jobs/store.ts'
import type { Breaker } from '#server/platform/http-client/circuit-breaker.ts'
import type { Clock } from '#server/platform/clock.ts'
import { sql } from 'kysely'

interface CallLabels {
  provider: string
  operation: string
  /** `ok`, or the port's name of the failure. */
  outcome: string
}

/** Counts events. No label contains a value from a visitor or an address with an id. */
export interface Metrics extends Counters {
  /** `route` is the pattern of the route. */
  answered(labels: { method: string; route: string; status: number }, seconds: number): void
  /** A request was refused because the process is overloaded. */
  shed(): void
  providerCalled(labels: CallLabels, seconds: number): void
  jobAttempted(ended: RunEnded): void
  /** Adds a figure that is read at every scrape. */
  gauge: MakeGauge
  /** Serves GET /metrics for Prometheus on its own port. Resolves with the listening server. */
  listen(host: string, port: number): Promise<Server>
}

/** Buckets in seconds. They include the limits of the service levels, so that shares below a limit are exact. */
const answerSeconds = [0.001, 0.005, 0.02, 0.1, 0.3, 1, 2, 5, 15]
const callSeconds = [0.005, 0.02, 0.1, 0.5, 1, 2, 5, 15]
const waitSeconds = [0.5, 2, 10, 30, 60, 300, 1800, 7200, 43_200]

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    ...countWork(registry),
    ...countVisitors(registry),
    gauge: gaugesOf(registry),
    listen: (host, port) => listen(registry, host, port),
  }
}

function histogram<Label extends string>(
  registry: Registry,
  about: { name: string; help: string; labelNames: Label[]; buckets: number[] },
): Histogram<Label> {
  return new Histogram({ ...about, registers: [registry] })
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
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name, help, labelNames, registers: [registry] })
  const shed = counter('http_requests_shed_total', 'Requests turned away because the process was behind')
  const rateLimited = counter('limit_refusals_total', 'Requests that a limit turned away', ['limit'])
  const sent = counter('one_time_codes_sent_total', 'One-time codes that left', ['purpose'])
  const verified = counter('one_time_codes_verified_total', 'One-time codes that proved something', [
    'purpose',
  ])
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

/** Counters of features. Their labels are names of ours, never a visitor's values. */
export interface Counters {
  /** `limit` is the name of the rule. */
  limitRefused(limit: string): void
  /** `purpose` is what the code proves. */
  codeSent(purpose: string): void
  codeVerified(purpose: string): void
}

/** A slower figure is left out, so that the others are available while the database hangs. */
const LIMIT_MS = 2000
function gaugesOf(registry: Registry): MakeGauge {
  return (name, help, labelNames, read) => {
    new Gauge({
      ...{ name, help, labelNames, registers: [registry] },
      async collect() {
        this.reset()
        await inTime(async () => read(this))
      },
    })
  }
}

type MakeGauge = <Label extends string>(
  name: string,
  help: string,
  labels: Label[],
  read: (gauge: Gauge<Label>) => void | Promise<void>,
) => void

async function inTime(work: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, LIMIT_MS)))
  await Promise.race([work().catch(() => undefined), late])
  clearTimeout(timer)
}

interface Watched {
  metrics: Pick<Metrics, 'gauge'>
  database: Pick<DatabaseHandle, 'db' | 'pool'>
  breakers: readonly Breaker[]
  clock: Clock
  dataDir: string
}

/** Adds gauges for jobs, backups, breakers, connections and the disk. */
export function watchProcess(watched: Watched): void {
  watchWork(watched)
  watchResources(watched)
}

function watchWork({ metrics: { gauge }, database: { db }, clock }: Watched): void {
  // Both gauges of one scrape use the same query.
  const unfinished = cachedFor(1000, () => countUnfinished(db))
  const waiting = 'Jobs that wait (ready) or were given up (dead), at most 10000 of each counted'
  gauge('outbox_jobs', waiting, ['kind', 'status'], async (of) => {
    for (const { kind, status, count } of await unfinished()) of.set({ kind, status }, count)
  })
  gauge('outbox_oldest_seconds', 'How long ago the oldest waiting job was enqueued', ['kind'], async (of) => {
    for (const { kind, status, oldest } of await unfinished())
      if (status === 'ready') of.set({ kind }, Math.max(0, (clock.now() - oldest) / 1000))
  })
  const backups = 'When the last backup was made; 0: never'
  gauge('backup_last_success_timestamp_seconds', backups, [], async (of) => {
    const at = await lastBackupAt(db)
    if (at !== undefined) of.set(at / 1000)
  })
}

function watchResources({ metrics: { gauge }, breakers, database, dataDir }: Watched): void {
  const states = 'The circuit breaker of a provider: closed, open, or probing with one call'
  gauge('provider_breaker_state', states, ['provider', 'state'], (of) => {
    for (const { provider, state: standing } of breakers) {
      const now = standing()
      for (const state of ['closed', 'open', 'probing'] as const)
        of.set({ provider, state }, state === now ? 1 : 0)
    }
  })
  const connections = 'Connections to PostgreSQL by what they do, and callers that wait for one'
  gauge('db_pool_connections', connections, ['state'], (of) => {
    for (const [state, count] of Object.entries(database.pool?.() ?? {})) of.set({ state }, count)
  })
  const disk = cachedFor(1000, () => statfs(dataDir))
  gauge('data_disk_free_bytes', 'Bytes free on the disk of DATA_DIR', [], async (of) => {
    const { bavail, bsize } = await disk()
    of.set(bavail * bsize)
  })
  gauge('data_disk_size_bytes', 'Bytes of the disk of DATA_DIR', [], async (of) => {
    const { blocks, bsize } = await disk()
    of.set(blocks * bsize)
  })
}

/** Caches a value for `ms`. A failed read is not cached. */
export function cachedFor<Value>(ms: number, read: () => Promise<Value>): () => Promise<Value> {
  let known: { value: Promise<Value>; until: number } | undefined
  return () => {
    if (!known || performance.now() >= known.until) {
      const value = read()
      known = { value, until: performance.now() + ms }
      value.catch(() => (known = undefined))
    }
    return known.value
  }
}

/** A literal, because SQLite does not use its partial index for a parameter. */
const backup = sql.lit('backup')

/** Returns the time of the last backup in milliseconds; undefined before the first. */
async function lastBackupAt(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('audit_log')
    .select('at')
    .where('action', '=', backup)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}
