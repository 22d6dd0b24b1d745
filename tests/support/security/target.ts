import { setTimeout as sleep } from 'node:timers/promises'
import { probes } from '#contract/paths.ts'
import { freePort } from '#scripts/free-port.ts'
import { startProcess } from '#tests/support/child.ts'
import { type Engine, makePlace } from '#tests/support/place.ts'
import type { Attack } from './requests.ts'
import { openLines } from './sending.ts'

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
  // Reading starts the measurement anew: how late the loop is shows from its next look at the clock on.
  await sleep(2 * RESOLUTION_MS)
  return {
    blockedMs: Math.max(0, figure('nodejs_eventloop_lag_max_seconds') * 1000 - RESOLUTION_MS),
    processorMs: figure('process_cpu_seconds_total') * 1000,
    memoryMb: figure('process_resident_memory_bytes') / 1024 / 1024,
  }
}

/** Milliseconds that nothing a visitor sends may keep everybody else waiting. */
const BLOCK_LIMIT_MS = 100

/** Whether the event loop was blocked for longer than that, and the processor at work for as long. */
export function hasBlocked(before: Figures, after: Figures): boolean {
  return after.blockedMs > BLOCK_LIMIT_MS && after.processorMs - before.processorMs > BLOCK_LIMIT_MS
}

/** As many times in a row no chance makes one request late and the next one not. */
const TIMES = 12

/**
 * Of requests among which the event loop was blocked, the first that blocks it: each is sent alone, and counts if it does
 * so every time, while a request that costs nothing never does beside it. On a machine that others use as well the
 * loop is late now and then whoever asks for what.
 */
export async function firstThatBlocks(
  target: Target,
  suspects: readonly Attack[],
): Promise<Attack | undefined> {
  const lines = openLines(target.url, 1)
  const blocks = async (...attacks: Attack[]) => {
    const before = await target.figures()
    for (const attack of attacks) await lines.send(attack)
    return hasBlocked(before, await target.figures())
  }
  const blocksAlways = async (attack: Attack) => {
    for (let time = 0; time < TIMES; time += 1) {
      if (!(await blocks(attack)) || (await blocks(harmless))) return false
    }
    return true
  }
  try {
    // Most take so little of the processor that ten of them one after the other are proven harmless at once.
    for (let at = 0; at < suspects.length; at += 10) {
      const ten = suspects.slice(at, at + 10)
      if (!(await blocks(...ten))) continue
      for (const suspect of ten) if (await blocksAlways(suspect)) return suspect
    }
    return undefined
  } finally {
    lines.close()
  }
}

const harmless: Attack = { method: 'GET', path: probes.health, headers: {}, body: undefined }
