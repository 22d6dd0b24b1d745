import type { Running } from './arrangement.ts'
import { memoryOf } from './memory.ts'

/** How all processes of a site stand together. */
export interface Health {
  /** Milliseconds since the epoch. */
  at: number
  /** Bytes, of the processes with those they started. */
  memory: number
  heap: number
  handles: number
  descriptors: number
  connections: number
  /** Seconds: the worst of them. */
  loopDelay: number
  waiting: number
}

/** Reads what the processes tell of themselves, and what Linux tells of them. */
export async function readHealth({ metrics, pids }: Running): Promise<Health> {
  const texts = await Promise.all(metrics.map(async (url) => (await fetch(url)).text()))
  const sum = (name: string, labels = '') =>
    texts.map((text) => valueOf(text, name, labels)).reduce((total, value) => total + value, 0)
  return {
    at: Date.now(),
    memory: pids.map((pid) => memoryOf(pid).all).reduce((total, bytes) => total + bytes, 0),
    heap: sum('nodejs_heap_size_used_bytes'),
    handles: sum('nodejs_active_handles_total'),
    descriptors: sum('process_open_fds'),
    connections: sum('db_pool_connections', 'state="used"') + sum('db_pool_connections', 'state="idle"'),
    loopDelay: Math.max(...texts.map((text) => valueOf(text, 'nodejs_eventloop_lag_p99_seconds'))),
    // Every process tells of the same outbox.
    waiting: valueOf(texts[0] ?? '', 'outbox_jobs', 'status="ready"'),
  }
}

/** The sum of a metric's series that have this label. */
function valueOf(text: string, name: string, label = ''): number {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
  return lines
    .filter((line) => line.includes(label))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
}

/** How much a figure grows in an hour: the slope of the straight line that fits best. */
export function slopeAnHour(looks: readonly Health[], of: keyof Health): number {
  const hours = looks.map(({ at }) => at / 3_600_000)
  const values = looks.map((look) => look[of])
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length
  const [meanHour, meanValue] = [mean(hours), mean(values)]
  const spread = hours.reduce((sum, hour) => sum + (hour - meanHour) ** 2, 0)
  const together = hours.reduce(
    (sum, hour, at) => sum + (hour - meanHour) * ((values[at] ?? 0) - meanValue),
    0,
  )
  return together / spread
}
