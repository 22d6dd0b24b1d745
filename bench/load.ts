import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onEachDatabase } from './lib/databases.ts'
import { sendLoad, type LoadResult, type Outcome } from './lib/load.ts'
import { cpuSeconds, memoryOf } from './lib/processes.ts'
import * as report from './lib/report.ts'
import { startOn, type Site } from './lib/site.ts'
import { kinds, shares } from './lib/visitors.ts'

const { atMost, count, mB, ms, progress, say, tableOf } = report

/** Simultaneous visitors for a first estimate of the capacity. */
const AT_ONCE = 64
const WARM_UP_SECONDS = 5
/** While searching for the capacity, the load grows by this factor, for this many seconds each. */
const STEP = 1.3
const STEPS = 15
const STEP_SECONDS = 6
/** A site keeps up while this share of each kind of request gets a good answer in time. */
const KEEPS_UP = 0.9
/** A pause between loads, so that they do not affect each other. */
const PAUSE_MS = 3000

export const load = report.bench({
  question:
    'How does the site do at half, full and three times its capacity, visitors doing what visitors do?',
  flags: { seconds: 30, only: 'sqlite,postgres' },
  run: ({ seconds, only }, folder) =>
    onEachDatabase(only, async (database) => {
      progress(database.name)
      await using site = await startOn(database, join(folder, database.name))
      const capacity = await findCapacity(site)
      const phases: Phase[] = []
      for (const [name, times] of Object.entries(shapes)) {
        await sleep(PAUSE_MS)
        phases.push(await onePhase(site, { name, seconds, rate: Math.round(capacity * times) }))
      }
      print(site.name, phases)
      return targetsOf(site.name, phases)
    }),
})

interface Phase {
  name: string
  /** Requests per second, and good answers per second within the time of the load. */
  offered: number
  goodput: number
  mixed: LoadResult
  /** Most bytes of all processes. */
  memory: number
  /** Average cores in use, without child processes. */
  cores: number
}

/** Multiples of the capacity, one load after another. */
const shapes = { 'half of it': 0.5, 'all of it': 1, 'three times as much': 3, 'half of it again': 0.5 }

/** Returns the highest rate of requests that the site keeps up with. */
export async function findCapacity(site: Site): Promise<number> {
  const first = await sendLoad({ url: site.url, seconds: WARM_UP_SECONDS, atOnce: AT_ONCE })
  let rate = Math.max(10, Math.round(first.perSecond / 2))
  let keptUp = rate
  for (let step = 0; step < STEPS; step += 1) {
    const { mixed } = await onePhase(site, { name: 'how much is all of it', seconds: STEP_SECONDS, rate })
    const isLate = ({ goodInTime, sent }: Outcome) => goodInTime < KEEPS_UP * sent
    if (kinds.some((kind) => isLate(mixed.kinds[kind]))) break
    keptUp = rate
    rate = Math.round(rate * STEP)
  }
  return keptUp
}

async function onePhase(
  { url, pids }: Site,
  { name, seconds, rate }: { name: string; seconds: number; rate: number },
): Promise<Phase> {
  progress(`  ${name}: ${rate} a second`)
  // Measured repeatedly, because the system's own peak includes the start of a process.
  let memory = 0
  const timer = setInterval(() => (memory = Math.max(memory, memoryOf(pids).all)), 50)
  const before = cpuSeconds(pids)
  const mixed = await sendLoad({ url, seconds, rate })
  clearInterval(timer)
  const cores = (cpuSeconds(pids) - before) / mixed.seconds
  return { name, offered: rate, goodput: mixed.goodInTime / seconds, mixed, memory, cores }
}

/** Prints the results of each phase, and by kind of request for all but the last. */
function print(name: string, phases: readonly Phase[]): void {
  say(`### ${name}`)
  const mix = kinds.map((kind) => `${shares[kind] * 100} % ${kind}`).join(', ')
  say(`${mix}. Times are those of good answers, from the moment a request was due.`)
  tableOf(phases, [
    ['', (phase) => phase.name],
    ['come a second', ({ offered }) => count(offered)],
    ['good a second', ({ goodput }) => count(goodput)],
    ...report.timeColumns(({ mixed }: Phase) => mixed),
    ['503', ({ mixed }) => count(mixed.shed)],
    ['p99 of a 503', ({ mixed }) => (mixed.shed > 0 ? ms(mixed.shedP99) : '–')],
    ['other', ({ mixed }) => count(mixed.failed)],
    ['memory', ({ memory }) => mB(memory)],
    ['cores', ({ cores }) => cores.toFixed(2)],
    ['left late, p99', ({ mixed }) => ms(mixed.lateP99)],
  ])
  for (const phase of phases.slice(0, -1)) {
    say(`With ${phase.name}, by what visitors do:`)
    const rows = kinds.map((kind) => ({ kind, ...phase.mixed.kinds[kind] }))
    tableOf(rows, [
      ['', ({ kind }) => kind],
      ['sent', ({ sent }) => count(sent)],
      ['good', ({ good }) => count(good)],
      ...report.timeColumns((times: Outcome) => times),
      ['503', ({ shed }) => count(shed)],
      ['other', ({ failed }) => count(failed)],
    ])
  }
}

function targetsOf(name: string, phases: readonly Phase[]): report.Target[] {
  const [half, , threefold, after] = phases
  if (!half || !threefold || !after) return []
  const share = (100 * threefold.goodput) / Math.max(...phases.map(({ goodput }) => goodput))
  const { shedP99, shed } = threefold.mixed
  const notAnswered = ({ mixed }: Phase) => mixed.shed + mixed.failed
  const all = [
    report.atLeast('good answers at three times, % of the peak', share, { limit: 80 }),
    atMost('a refusal at three times, p99', shed > 0 ? shedP99 : 0, { limit: 100 }),
    atMost('enquiries at half, p95', half.mixed.kinds.enquiry.p95, { limit: 300 }),
    atMost('pages at half, p99', half.mixed.kinds.page.p99, { limit: 100 }),
    atMost('not answered at half', notAnswered(half), { limit: 0, show: count }),
    atMost('not answered at half again', notAnswered(after), { limit: 0, show: count }),
  ]
  return all.map(([what, ...rest]) => [`${what}, ${name}`, ...rest])
}
