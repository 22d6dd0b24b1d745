import { join } from 'node:path'
import { valueOf } from '#tests/support/telemetry.ts'
import { onEachDatabase } from './lib/databases.ts'
import { sendLoad, type LoadResult } from './lib/load.ts'
import { memoryOf } from './lib/processes.ts'
import { atMost, bench, count, ms, progress, say, tableOf, type Target } from './lib/report.ts'
import { startOn, type Site } from './lib/site.ts'
import { findCapacity } from './load.ts'

const MB = 1_000_000
const LOOK_MS = 15_000
/** The first third fills caches and pools and is not counted. */
const WARM_SHARE = 1 / 3

export const soak = bench({
  question:
    'Does anything grow in a long run at half of the capacity, from a third on? --rate 0 finds the capacity; --minutes 120 is the long form',
  flags: { minutes: 20, rate: 0, only: 'sqlite,postgres' },
  run: ({ minutes, rate, only }, folder) =>
    onEachDatabase(only, async (database) => {
      progress(`${database.name}: ${minutes} minutes`)
      await using site = await startOn(database, join(folder, database.name))
      const wanted = rate || Math.round((await findCapacity(site)) / 2)
      const looks: Health[] = []
      const look = async () => looks.push(await readHealth(site))
      const timer = setInterval(() => void look().catch(() => progress('no metrics')), LOOK_MS)
      const load = await sendLoad({ url: site.url, rate: wanted, seconds: minutes * 60 })
      clearInterval(timer)
      return print(`${site.name}: ${count(wanted)} a second for ${minutes} minutes`, load, looks)
    }),
})

/** The measured figures, summed over all processes. */
const figures = {
  memory: 'memory, MB',
  heap: 'heap used, MB',
  handles: 'handles',
  descriptors: 'file descriptors',
  connections: 'connections to PostgreSQL',
  loopDelay: 'event loop delay, p99, ms',
  waiting: 'jobs that wait',
}
type Figure = keyof typeof figures
/** Figures with their time in hours. */
type Health = Record<Figure | 'hour', number>

/** Reads the processes' metrics and Linux's figures. */
async function readHealth({ metrics, pids }: Site): Promise<Health> {
  const texts = await Promise.all(metrics.map(async (url) => (await fetch(url)).text()))
  const each = (name: string, label = {}) => texts.map((text) => valueOf(text, name, label))
  const sum = (name: string, label = {}) => each(name, label).reduce((total, value) => total + value, 0)
  return {
    hour: Date.now() / 3_600_000,
    memory: memoryOf(pids).all / MB,
    heap: sum('nodejs_heap_size_used_bytes') / MB,
    handles: sum('nodejs_active_handles_total'),
    descriptors: sum('process_open_fds'),
    connections:
      sum('db_pool_connections', { state: 'used' }) + sum('db_pool_connections', { state: 'idle' }),
    loopDelay: 1000 * Math.max(...each('nodejs_eventloop_lag_p99_seconds')),
    // Every process reports the same outbox.
    waiting: each('outbox_jobs', { status: 'ready' })[0] ?? NaN,
  }
}

/** Returns how much a figure grows per hour, by linear regression. */
function slopeAnHour(looks: readonly Health[], figure: Figure): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const hour = mean(looks.map((look) => look.hour))
  const value = mean(looks.map((look) => look[figure]))
  const spread = mean(looks.map((look) => (look.hour - hour) ** 2))
  return mean(looks.map((look) => (look.hour - hour) * (look[figure] - value))) / spread
}

function print(name: string, load: LoadResult, looks: readonly Health[]): Target[] {
  const { good, shed, failed, p50, p95, p99, max } = load
  say(`### ${name}`)
  say(
    `${count(good)} good answers, ${count(shed)} of 503, ${count(failed)} others; ` +
      `p50 ${ms(p50)}, p95 ${ms(p95)}, p99 ${ms(p99)}, max ${ms(max)}.`,
  )
  const settled = looks.slice(Math.floor(looks.length * WARM_SHARE))
  const valuesOf = (figure: Figure) => settled.map((look) => look[figure])
  const oneDigit = (value: number | undefined) => (Number.isFinite(value) ? Number(value).toFixed(1) : '–')
  tableOf(Object.keys(figures) as Figure[], [
    ['all processes together', (figure) => figures[figure]],
    ['at a third', (figure) => oneDigit(valuesOf(figure).at(0))],
    ['at the end', (figure) => oneDigit(valuesOf(figure).at(-1))],
    ['most', (figure) => oneDigit(Math.max(...valuesOf(figure)))],
    ['an hour, from a third on', (figure) => oneDigit(slopeAnHour(settled, figure))],
  ])
  const descriptors = Math.abs(slopeAnHour(settled, 'descriptors'))
  const targets = [
    atMost('MB that memory grows in an hour', slopeAnHour(settled, 'memory'), { limit: 1, show: oneDigit }),
    atMost('file descriptors more or less in an hour', descriptors, { limit: 10, show: oneDigit }),
    atMost('not answered', shed + failed, { limit: 0, show: count }),
  ]
  return targets.map(([what, ...rest]) => [`${what}, ${name}`, ...rest])
}
