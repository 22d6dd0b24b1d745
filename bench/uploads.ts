import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { api, pages } from '#contract/paths.ts'
import { launch, outputOf, stop, waitForLine } from './lib/child.ts'
import { median, ms, percentile } from './lib/figures.ts'
import { askFor, keepAsking } from './lib/meanwhile.ts'
import { memoryOf, watchMemory } from './lib/memory.ts'
import { startOurServer } from './lib/our-server.ts'
import { makeDocuments } from './lib/papers.ts'
import { heading, progress, say, table, targets } from './lib/report.ts'
import { inTempFolder } from './lib/temp.ts'
import type { Sent } from './lib/upload-processes.ts'

const MB = 1024 * 1024
const processes = join(import.meta.dirname, 'lib', 'upload-processes.ts')

/** Applications of four documents of 5 MB each, all at once, beside a server that only writes the same bytes to disk. */
export async function main(words: string[]): Promise<void> {
  const { values } = parseArgs({
    args: words,
    options: { runs: { type: 'string', default: '3' }, at: { type: 'string', default: '50' } },
  })
  const atOnce = Number(values.at)
  heading('Uploads', ['npm run bench -- uploads', ...words].join(' '))
  await inTempFolder(async (folder) => {
    progress('Making the papers…')
    await makeDocuments(folder)
    const ours: Figures[] = []
    const bare: Figures[] = []
    for (let run = 0; run < Number(values.runs); run += 1) {
      progress(`Run ${run + 1}`)
      bare.push(await measure(await startBare(join(folder, `bare-${run}`)), { folder, atOnce }))
      ours.push(await measure(await startOurs(join(folder, `ours-${run}`)), { folder, atOnce }))
    }
    report(merge(ours), merge(bare), atOnce)
  })
}

interface Running {
  url: string
  /** What is asked for meanwhile. */
  page: string
  pid: number | undefined
  stop(): Promise<void>
}

async function startOurs(folder: string): Promise<Running> {
  const { child, url, stop: end } = await startOurServer({ folder, env: { RATE_LIMIT_SCALE: '1000' } })
  return { url: url + api.careerApplication, page: url + pages.home, pid: child.pid, stop: end }
}

async function startBare(folder: string): Promise<Running> {
  mkdirSync(folder, { recursive: true })
  const child = launch({ command: process.execPath, args: [processes, 'bare', folder] })
  const [, url = ''] = await waitForLine(child, /^Listening on (\S+)/)
  return { url, page: url, pid: child.pid, stop: () => stop(child) }
}

interface Figures {
  seconds: number
  mbPerSecond: number
  failed: number
  /** Milliseconds of one application. */
  half: number
  last: number
  idleMb: number
  /** The server alone, and with the process that looks into files. */
  ownMb: number
  peakMb: number
  pageP50: number
  pageP99: number
  pageMax: number
  pageErrors: number
}

async function measure(server: Running, plan: { folder: string; atOnce: number }): Promise<Figures> {
  try {
    await askFor(server.page, 50)
    await sleep(1000)
    const idle = memoryOf(server.pid)
    const watch = watchMemory(server.pid)
    const asking = keepAsking(server.page)
    const args = [processes, 'send', server.url, plan.folder, String(plan.atOnce)]
    const sent = JSON.parse(await outputOf({ command: process.execPath, args }, 600_000)) as Sent
    const page = await asking.end()
    const peak = watch.end()
    return {
      seconds: sent.seconds,
      mbPerSecond: sent.bytes / MB / sent.seconds,
      failed: sent.failed,
      half: median(sent.times),
      last: Math.max(...sent.times),
      idleMb: idle.all / MB,
      ownMb: peak.own / MB,
      peakMb: peak.all / MB,
      pageP50: median(page.times),
      pageP99: percentile(page.times, 0.99),
      pageMax: Math.max(...page.times),
      pageErrors: page.errors,
    }
  } finally {
    await server.stop()
  }
}

function merge(runs: readonly Figures[]): Figures {
  const names = Object.keys(runs[0] ?? {}) as (keyof Figures)[]
  return Object.fromEntries(
    names.map((name) => [name, median(runs.map((run) => run[name]))]),
  ) as unknown as Figures
}

function report(ours: Figures, bare: Figures, atOnce: number): void {
  const mb = (value: number) => `${Math.round(value)} MB`
  const row = (what: string, show: (figures: Figures) => string) => [what, show(ours), show(bare)]
  say(`### ${atOnce} applications at once, each of 4 × 5 MB`)
  say()
  table(
    ['', 'this server', 'bare node:http, to disk'],
    [
      row('all of them', ({ seconds }) => `${seconds.toFixed(1)} s`),
      row('MB a second', ({ mbPerSecond }) => mbPerSecond.toFixed(1)),
      row('one application, median', ({ half }) => ms(half)),
      row('one application, slowest', ({ last }) => ms(last)),
      row('not answered 201', ({ failed }) => String(failed)),
      row('memory, idle', ({ idleMb }) => mb(idleMb)),
      row('memory at most, the server alone', ({ ownMb }) => mb(ownMb)),
      row('memory at most, with what it started', ({ peakMb }) => mb(peakMb)),
      row('a page meanwhile, median', ({ pageP50 }) => ms(pageP50)),
      row('a page meanwhile, p99', ({ pageP99 }) => ms(pageP99)),
      row('a page meanwhile, slowest', ({ pageMax }) => ms(pageMax)),
      row('pages not answered 200', ({ pageErrors }) => String(pageErrors)),
    ],
  )
  reportTargets(ours)
}

function reportTargets(ours: Figures): void {
  const mb = (value: number) => `${Math.round(value)} MB`
  say('### Targets')
  say()
  const own = ours.ownMb - ours.idleMb
  const more = ours.peakMb - ours.idleMb
  targets([
    { what: 'memory over idle, the server alone', measured: mb(own), asked: 'under 150 MB', met: own < 150 },
    {
      what: 'memory over idle, with what it started',
      measured: mb(more),
      asked: 'under 150 MB',
      met: more < 150,
    },
    {
      what: 'a page meanwhile, p99',
      measured: ms(ours.pageP99),
      asked: 'under 100 ms',
      met: ours.pageP99 < 100,
    },
    {
      what: 'applications refused or lost',
      measured: String(ours.failed),
      asked: '0',
      met: ours.failed === 0,
    },
  ])
}
