import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { outputOf } from './child.ts'

export interface LoadPlan {
  url: string
  connections: number
  /** Either a time or a number of requests. */
  seconds?: number
  amount?: number
  /** Requests a second in an open model: the generator does not wait for a slow server (trust.md 2.1). */
  rate?: number
  headers?: Record<string, string>
  /** Makes it a POST; `[<id>]` in it becomes another word of 24 characters each time. */
  body?: string
}

export interface LoadResult {
  /** Answers of 2xx. */
  answered: number
  perSecond: number
  /** Answers of other statuses and broken connections. */
  failed: number
  /** Milliseconds. */
  p50: number
  p95: number
  p99: number
  max: number
  /** Microseconds of the generator's own processor time an answer. */
  cpuMicros: number
}

const LIMIT_MS = 180_000

/** The last core is the generator's where there are several, so that it does not take turns with what it measures. */
export function pinned(): string[] {
  const cores = availableParallelism()
  const taskset = '/usr/bin/taskset'
  return cores > 1 && existsSync(taskset) ? [taskset, '-c', String(cores - 1)] : []
}

/** Sends load from a process of its own and reads its figures. */
export async function sendLoad(plan: LoadPlan): Promise<LoadResult> {
  const script = new URL(import.meta.resolve('./load-generator.ts')).pathname
  const [command = '', ...args] = [...pinned(), process.execPath, script, JSON.stringify(plan)]
  return JSON.parse(await outputOf({ command, args }, LIMIT_MS)) as LoadResult
}
