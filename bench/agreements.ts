import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { launch, root, stop, waitForLine } from './lib/child.ts'
import { median, ms, percentile } from './lib/figures.ts'
import { askFor, keepAsking } from './lib/meanwhile.ts'
import { memoryOf, watchMemory } from './lib/memory.ts'
import { heading, progress, say, table, targets } from './lib/report.ts'

const MB = 1024 * 1024
const program = join(root, 'tests', 'support', 'agreement-server.ts')

interface Plan {
  agreements: number
  atOnce: number
}

/** Agreements drawn up and encrypted, several at once, in threads beside the same work on the thread that answers. */
export async function main(words: string[]): Promise<void> {
  const { values } = parseArgs({
    args: words,
    options: {
      runs: { type: 'string', default: '3' },
      agreements: { type: 'string', default: '200' },
      at: { type: 'string', default: '8' },
    },
  })
  const plan = { agreements: Number(values.agreements), atOnce: Number(values.at) }
  heading('Agreements', ['npm run bench -- agreements', ...words].join(' '))
  const kinds = { threads: ['threads'], two: ['threads', '2'], here: ['here'] }
  const runs: Record<keyof typeof kinds, Figures[]> = { threads: [], two: [], here: [] }
  for (let run = 0; run < Number(values.runs); run += 1) {
    progress(`Run ${run + 1}`)
    runs.here.push(await measure(kinds.here, plan))
    runs.threads.push(await measure(kinds.threads, plan))
    runs.two.push(await measure(kinds.two, plan))
  }
  report([merge(runs.threads), merge(runs.two), merge(runs.here)], plan)
}

interface Figures {
  p50: number
  p95: number
  aSecond: number
  failed: number
  idleMb: number
  peakMb: number
  pageP50: number
  pageP99: number
  pageMax: number
}

async function measure(args: string[], plan: Plan): Promise<Figures> {
  const child = launch({ command: process.execPath, args: [program, ...args] })
  try {
    const [, url = ''] = await waitForLine(child, /^Listening on (\S+)/)
    await askFor(url, 50)
    await sleep(1000)
    const idle = memoryOf(child.pid)
    const memory = watchMemory(child.pid)
    const pages = keepAsking(url)
    const made = await makeAll(url, plan)
    const page = await pages.end()
    return {
      ...made,
      idleMb: idle.all / MB,
      peakMb: memory.end().all / MB,
      pageP50: median(page.times),
      pageP99: percentile(page.times, 0.99),
      pageMax: Math.max(...page.times),
    }
  } finally {
    await stop(child)
  }
}

/** So many clients, each of which asks for the next agreement once it has one. */
async function makeAll(
  url: string,
  { agreements, atOnce }: Plan,
): Promise<Pick<Figures, 'p50' | 'p95' | 'aSecond' | 'failed'>> {
  const times: number[] = []
  let left = agreements
  let failed = 0
  const begun = performance.now()
  async function client(): Promise<void> {
    while (left > 0) {
      left -= 1
      const from = performance.now()
      const { status } = await fetch(url, { method: 'POST' })
      times.push(performance.now() - from)
      if (status !== 201) failed += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, client))
  const seconds = (performance.now() - begun) / 1000
  return { p50: median(times), p95: percentile(times, 0.95), aSecond: agreements / seconds, failed }
}

function merge(runs: readonly Figures[]): Figures {
  const names = Object.keys(runs[0] ?? {}) as (keyof Figures)[]
  const middles = names.map((name) => [name, median(runs.map((run) => run[name]))])
  return Object.fromEntries(middles) as unknown as Figures
}

function report(all: [Figures, Figures, Figures], { agreements, atOnce }: Plan): void {
  const mb = (value: number) => `${Math.round(value)} MB`
  const row = (what: string, show: (figures: Figures) => string) => [what, ...all.map(show)]
  say(`### ${agreements} agreements, ${atOnce} at once: drawn up with a photo, and sealed`)
  say()
  table(
    ['', 'in threads, as the server does', 'in two threads', 'on the thread that answers'],
    [
      row('one agreement, median', ({ p50 }) => ms(p50)),
      row('one agreement, p95', ({ p95 }) => ms(p95)),
      row('agreements a second', ({ aSecond }) => aSecond.toFixed(1)),
      row('not made', ({ failed }) => String(failed)),
      row('memory, idle', ({ idleMb }) => mb(idleMb)),
      row('memory at most', ({ peakMb }) => mb(peakMb)),
      row('a page meanwhile, median', ({ pageP50 }) => ms(pageP50)),
      row('a page meanwhile, p99', ({ pageP99 }) => ms(pageP99)),
      row('a page meanwhile, slowest', ({ pageMax }) => ms(pageMax)),
    ],
  )
  const [ours] = all
  say('### Targets')
  say()
  targets([
    { what: 'one agreement, p95', measured: ms(ours.p95), asked: 'under 300 ms', met: ours.p95 < 300 },
    {
      what: 'a page meanwhile, p99',
      measured: ms(ours.pageP99),
      asked: 'under 100 ms',
      met: ours.pageP99 < 100,
    },
    { what: 'agreements not made', measured: String(ours.failed), asked: '0', met: ours.failed === 0 },
  ])
}
