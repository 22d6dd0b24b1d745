import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { oneProcess, twoProcesses } from './lib/arrangement.ts'
import type { Arrangement, Running } from './lib/arrangement.ts'
import { launch, stop, waitForLine } from './lib/child.ts'
import { postgres } from './lib/engines.ts'
import { count, mB, median, ms } from './lib/figures.ts'
import { watchMemory } from './lib/memory.ts'
import { kinds, shares } from './lib/mix.ts'
import type { Mixed, Outcome } from './lib/mixed-load.ts'
import { mixedLoadProgram, sendMix } from './lib/send-mix.ts'
import { heading, progress, say, table, targets } from './lib/report.ts'
import type { Target } from './lib/report.ts'
import { inTempFolder } from './lib/temp.ts'

/** Visitors at once that find out how much the site does at most. */
const AT_ONCE = 64
const WARM_UP_SECONDS = 5
/** Between two loads, so that one does not answer for the other. */
const PAUSE_MS = 3000

const phases = [
  { name: 'half of it', times: 0.5 },
  { name: 'all of it', times: 1 },
  { name: 'three times as much', times: 3 },
  { name: 'half of it again', times: 0.5 },
] as const

interface Phase {
  name: string
  /** Requests a second that came; none where the next waited for the last. */
  offered: number | undefined
  mixed: Mixed
  /** Bytes of all processes at most. */
  memory: number
}

/** The mix of what visitors do, as much as the site can do, half and three times of it, in an open model. */
export async function main(words: string[]): Promise<void> {
  const { values } = parseArgs({
    args: words,
    options: {
      runs: { type: 'string', default: '1' },
      seconds: { type: 'string', default: '30' },
      only: { type: 'string', default: 'sqlite,postgres' },
    },
  })
  const plan = { runs: Number(values.runs), seconds: Number(values.seconds) }
  heading('Load', ['npm run bench -- load', ...words].join(' '))
  const bare = await measureBare(plan.seconds)
  say(`A bare node:http that reads the same requests answers ${count(bare)} a second to ${AT_ONCE} visitors.`)
  say()
  const scaled = values.only.includes('postgres') ? await postgres() : undefined
  const arrangements = [
    ...(values.only.includes('sqlite') ? [oneProcess] : []),
    ...(scaled ? [twoProcesses(scaled)] : []),
  ]
  try {
    const found: Target[] = []
    for (const arrangement of arrangements) found.push(...(await measure(arrangement, plan)))
    say('### Targets')
    say()
    targets(found)
  } finally {
    await scaled?.close()
  }
}

async function measureBare(seconds: number): Promise<number> {
  progress('bare node:http')
  const child = launch({ command: process.execPath, args: [mixedLoadProgram, 'bare'] })
  try {
    const [, url = ''] = await waitForLine(child, /^Listening on (\S+)/)
    await sendMix({ url, seconds: 2, atOnce: AT_ONCE })
    const { all, seconds: took } = await sendMix({ url, seconds: Math.min(seconds, 10), atOnce: AT_ONCE })
    return all.good / took
  } finally {
    await stop(child)
  }
}

async function measure(
  arrangement: Arrangement,
  { runs, seconds }: { runs: number; seconds: number },
): Promise<Target[]> {
  const all: Phase[][] = []
  for (let run = 1; run <= runs; run += 1) {
    progress(`${arrangement.name}: run ${run} of ${runs}`)
    const phasesOfRun = await inTempFolder(async (folder) => {
      const site = await arrangement.start(join(folder, 'site'))
      try {
        return await loadInPhases(site, seconds)
      } finally {
        await site.stop()
      }
    })
    all.push(phasesOfRun)
  }
  return report(arrangement.name, middleRun(all))
}

async function loadInPhases(site: Running, seconds: number): Promise<Phase[]> {
  await sendMix({ url: site.url, seconds: WARM_UP_SECONDS, atOnce: AT_ONCE })
  const most = await onePhase(site, { name: 'as much as it can', seconds })
  const capacity = most.mixed.all.good / most.mixed.seconds
  const found = [most]
  for (const { name, times } of phases) {
    await sleep(PAUSE_MS)
    found.push(await onePhase(site, { name, seconds, rate: Math.round(capacity * times) }))
  }
  return found
}

async function onePhase(
  site: Running,
  { name, seconds, rate }: { name: string; seconds: number; rate?: number },
): Promise<Phase> {
  progress(`  ${name}${rate === undefined ? '' : `: ${rate} a second`}`)
  const watches = site.pids.map(watchMemory)
  const mixed = await sendMix({
    url: site.url,
    seconds,
    ...(rate === undefined ? { atOnce: AT_ONCE } : { rate }),
  })
  const memory = watches.map((watch) => watch.end().all).reduce((sum, bytes) => sum + bytes, 0)
  return { name, offered: rate, mixed, memory }
}

/** The run whose peak is the median, whole, so that its figures belong together. */
function middleRun(runs: readonly Phase[][]): Phase[] {
  const peak = (run: Phase[]) => Math.max(...run.map(goodput))
  const middle = median(runs.map(peak))
  return runs.find((run) => peak(run) === middle) ?? []
}

function goodput({ mixed }: Phase): number {
  return mixed.all.good / mixed.seconds
}

function report(name: string, found: readonly Phase[]): Target[] {
  say(`### ${name}`)
  say()
  const mix = kinds.map((kind) => `${shares[kind] * 100} % ${kind}`).join(', ')
  say(`${mix}. Times count from the moment a request was due; those of good answers.`)
  say()
  table(
    [
      '',
      'come a second',
      'good a second',
      'p50',
      'p95',
      'p99',
      'max',
      '503',
      'p99 of a 503',
      'other',
      'memory',
    ],
    found.map((phase) => rowOf(phase)),
  )
  const [, half] = found
  if (half) reportKinds(half.mixed)
  return targetsOf(name, found)
}

function rowOf(phase: Phase): string[] {
  const { p50, p95, p99, max, shed, shedP99, failed } = phase.mixed.all
  return [
    phase.name,
    phase.offered === undefined ? '–' : count(phase.offered),
    count(goodput(phase)),
    ...[p50, p95, p99, max].map(ms),
    count(shed),
    shed > 0 ? ms(shedP99) : '–',
    count(failed),
    mB(phase.memory),
  ]
}

function reportKinds(mixed: Mixed): void {
  say('At half of it, by what visitors do:')
  say()
  const row = (kind: string, { sent, p50, p95, p99, max, failed }: Outcome) => [
    kind,
    count(sent),
    ...[p50, p95, p99, max].map(ms),
    count(failed),
  ]
  table(
    ['', 'sent', 'p50', 'p95', 'p99', 'max', 'failed'],
    kinds.map((kind) => row(kind, mixed[kind])),
  )
}

function targetsOf(name: string, found: readonly Phase[]): Target[] {
  const [, half, , threefold, after] = found
  if (!half || !threefold || !after) return []
  const share = goodput(threefold) / Math.max(...found.map(goodput))
  const { shedP99, shed } = threefold.mixed.all
  const bad = (phase: Phase) => phase.mixed.all.shed + phase.mixed.all.failed
  const list: Target[] = [
    {
      what: 'good answers at three times',
      measured: `${Math.round(share * 100)} % of the peak`,
      asked: '≥ 80 %',
      met: share >= 0.8,
    },
    {
      what: 'a refusal at three times, p99',
      measured: shed > 0 ? ms(shedP99) : 'none',
      asked: '< 100 ms',
      met: shed === 0 || shedP99 < 100,
    },
    below('enquiries at half, p95', half.mixed.enquiry.p95, 300),
    below('pages at half, p99', half.mixed.page.p99, 100),
    { what: 'not answered at half', measured: count(bad(half)), asked: '0', met: bad(half) === 0 },
    { what: 'not answered at half again', measured: count(bad(after)), asked: '0', met: bad(after) === 0 },
  ]
  return list.map((target) => ({ ...target, what: `${target.what}, ${name}` }))
}

function below(what: string, measured: number, limit: number): Target {
  return { what, measured: ms(measured), asked: `< ${limit} ms`, met: measured < limit }
}
