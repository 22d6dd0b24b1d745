import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { launch, outputOf, stop, waitForLine } from './lib/child.ts'
import { type Engine, postgres, sqlite } from './lib/engines.ts'
import { median, ms, percentile } from './lib/figures.ts'
import { memoryOf, watchMemory } from './lib/memory.ts'
import { startOurServer } from './lib/our-server.ts'
import type { Walked } from './lib/registration-walks.ts'
import { heading, progress, say, table, targets } from './lib/report.ts'
import { inTempFolder } from './lib/temp.ts'

const MB = 1024 * 1024
const program = join(import.meta.dirname, 'lib', 'registration-walks.ts')
const LIMIT_MS = 600_000

interface Plan {
  people: number
  atOnce: number
}

/** Whole registrations over HTTP on both engines, beside a server that reads the same calls and does nothing. */
export async function main(words: string[]): Promise<void> {
  const { values } = parseArgs({
    args: words,
    options: {
      runs: { type: 'string', default: '3' },
      people: { type: 'string', default: '200' },
      at: { type: 'string', default: '8' },
    },
  })
  const plan = { people: Number(values.people), atOnce: Number(values.at) }
  heading('Registration', ['npm run bench -- registration', ...words].join(' '))
  const scaled = await postgres()
  const engines = [sqlite, ...(scaled ? [scaled] : [])]
  try {
    await inTempFolder(async (folder) => {
      const runs = new Map<string, Figures[]>(
        [...engines.map(({ name }) => name), BARE].map((name) => [name, []]),
      )
      for (let run = 0; run < Number(values.runs); run += 1) {
        progress(`Run ${run + 1}`)
        for (const engine of engines)
          runs.get(engine.name)?.push(await measureOurs(engine, join(folder, `${engine.name}-${run}`), plan))
        runs.get(BARE)?.push(await measureBare(plan))
      }
      report(new Map([...runs].map(([name, all]) => [name, merge(all)])), plan)
    })
  } finally {
    await scaled?.close()
  }
}

const BARE = 'bare node:http'

interface Figures {
  aSecond: number
  p50: number
  p99: number
  registerP50: number
  registerP99: number
  failed: number
  /** Registrations answered, and records in the table. */
  answered: number
  records: number
  idleMb: number
  ownMb: number
  peakMb: number
}

async function measureOurs(engine: Engine, folder: string, plan: Plan): Promise<Figures> {
  const { databaseUrl } = await engine.open(folder)
  const env = { DATABASE_URL: databaseUrl, RATE_LIMIT_SCALE: '100000', LOG_LEVEL: 'warn' }
  const server = await startOurServer({ folder, env })
  let figures
  try {
    figures = await measure(server.url, server.child.pid, plan)
  } finally {
    await server.stop()
  }
  return { ...figures, records: await engine.rows({ folder, databaseUrl }, 'executives') }
}

async function measureBare(plan: Plan): Promise<Figures> {
  const child = launch({ command: process.execPath, args: [program, 'bare'] })
  try {
    const [, url = ''] = await waitForLine(child, /^Listening on (\S+)/)
    return { ...(await measure(url, child.pid, plan)), records: NaN }
  } finally {
    await stop(child)
  }
}

async function measure(
  url: string,
  pid: number | undefined,
  { people, atOnce }: Plan,
): Promise<Omit<Figures, 'records'>> {
  await sleep(1000)
  const idle = memoryOf(pid)
  const memory = watchMemory(pid)
  const args = [program, 'walk', url, String(people), String(atOnce)]
  const walked = JSON.parse(await outputOf({ command: process.execPath, args }, LIMIT_MS)) as Walked
  const peak = memory.end()
  return {
    aSecond: walked.whole.length / walked.seconds,
    p50: median(walked.whole),
    p99: percentile(walked.whole, 0.99),
    registerP50: median(walked.register),
    registerP99: percentile(walked.register, 0.99),
    failed: walked.failed,
    answered: walked.whole.length,
    idleMb: idle.all / MB,
    ownMb: peak.own / MB,
    peakMb: peak.all / MB,
  }
}

function merge(runs: readonly Figures[]): Figures {
  const names = Object.keys(runs[0] ?? {}) as (keyof Figures)[]
  const middles = names.map((name) => [name, median(runs.map((run) => run[name]))])
  return Object.fromEntries(middles) as unknown as Figures
}

function report(all: ReadonlyMap<string, Figures>, { people, atOnce }: Plan): void {
  const mb = (value: number) => (Number.isNaN(value) ? '' : `${Math.round(value)} MB`)
  const whole = (value: number) => (Number.isNaN(value) ? '' : String(value))
  const row = (what: string, show: (figures: Figures) => string) => [what, ...[...all.values()].map(show)]
  say(
    `### ${people} people, ${atOnce} at a time, each in ten calls: two codes, a mandate, the registration with a photo`,
  )
  say()
  table(
    ['', ...all.keys()],
    [
      row('registrations a second', ({ aSecond }) => aSecond.toFixed(1)),
      row('one whole registration, median', ({ p50 }) => ms(p50)),
      row('one whole registration, p99', ({ p99 }) => ms(p99)),
      row('its last call, median', ({ registerP50 }) => ms(registerP50)),
      row('its last call, p99', ({ registerP99 }) => ms(registerP99)),
      row('not registered', ({ failed }) => String(failed)),
      row('records in the table', ({ records }) => whole(records)),
      row('memory, idle', ({ idleMb }) => mb(idleMb)),
      row('memory at most, the server alone', ({ ownMb }) => mb(ownMb)),
      row('memory at most, with what it started', ({ peakMb }) => mb(peakMb)),
    ],
  )
  reportTargets(all)
}

function reportTargets(all: ReadonlyMap<string, Figures>): void {
  say('### Targets')
  say()
  targets(
    [...all]
      .filter(([name]) => name !== BARE)
      .flatMap(([name, { registerP99, answered, records }]) => [
        {
          what: `the last call, p99, ${name}`,
          measured: ms(registerP99),
          asked: 'under 1 s',
          met: registerP99 < 1000,
        },
        {
          what: `records of registrations answered, ${name}`,
          measured: `${records} of ${answered}`,
          asked: 'all',
          met: records === answered,
        },
      ]),
  )
}
