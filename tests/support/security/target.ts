import { probes } from '#contract/paths.ts'
import { freePort } from '#scripts/free-port.ts'
import { startProcess } from '#tests/support/child.ts'
import { type Engine, makePlace } from '#tests/support/place.ts'

/** A server in a process of its own, whose insides are seen through its metrics alone. */
export interface Target {
  /** Its origin, without a slash at the end. */
  url: string
  engine: Engine
  /** Resolves once it has ended, which it should not. */
  ended: Promise<unknown>
  isAlive(): boolean
  /** What it wrote to its log. */
  log(): string
  figures(): Promise<Figures>
  [Symbol.asyncDispose](): Promise<void>
}

export interface Figures {
  /** The longest time, in milliseconds, that the event loop was blocked since the figures were last read. */
  blockedMs: number
  /** Milliseconds of processor time since the start, of all threads. */
  processorMs: number
  /** Megabytes of memory in use. */
  memoryMb: number
}

/** Starts one as `npm start` does, with limits no attack of one address reaches. */
export async function startTarget(engine: Engine = 'sqlite'): Promise<Target> {
  const place = await makePlace(engine)
  const metricsPort = String(await freePort())
  const server = startProcess({ ...place.settings, METRICS_PORT: metricsPort, LOG_LEVEL: 'warn' })
  let alive = true
  void server.ended.then(() => (alive = false))
  const url = await server.url
  return {
    url,
    engine,
    ended: server.ended,
    isAlive: () => alive,
    log: server.stderr,
    figures: () => readFigures(`http://127.0.0.1:${metricsPort}${probes.metrics}`),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await place.remove()
    },
  }
}

/** An idle loop is measured every 10 ms, and that much of a delay is the measuring itself. */
const RESOLUTION_MS = 10

async function readFigures(address: string): Promise<Figures> {
  const text = await (await fetch(address)).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return {
    blockedMs: Math.max(0, figure('nodejs_eventloop_lag_max_seconds') * 1000 - RESOLUTION_MS),
    processorMs: figure('process_cpu_seconds_total') * 1000,
    memoryMb: figure('process_resident_memory_bytes') / 1024 / 1024,
  }
}
