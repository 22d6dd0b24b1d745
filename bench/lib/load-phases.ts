import { setTimeout as sleep } from 'node:timers/promises'
import type { Running } from './arrangement.ts'
import { usage } from './child.ts'
import { watchMemory } from './memory.ts'
import { kinds } from './mix.ts'
import type { Mixed } from './mixed-load.ts'
import { progress } from './report.ts'
import { sendMix } from './send-mix.ts'

/** Visitors at once that give a first idea of how much the site does. */
export const AT_ONCE = 64
const WARM_UP_SECONDS = 5
/** A load to find the limit with grows by so much from one to the next, for so many seconds each. */
const STEP = 1.3
const STEPS = 15
const STEP_SECONDS = 6
/** A site keeps up with a load while so many of the requests of each kind that came are answered well in its time. */
const KEEPS_UP = 0.9
/** Between two loads, so that one does not answer for the other. */
const PAUSE_MS = 3000

export interface Phase {
  name: string
  /** Requests a second that came, and good answers within the time of the load. */
  offered: number
  goodput: number
  mixed: Mixed
  /** Bytes of all processes at most. */
  memory: number
  /** Cores that they used on average, without those they started. */
  cores: number
}

const shapes = [
  { name: 'half of it', times: 0.5 },
  { name: 'all of it', times: 1 },
  { name: 'three times as much', times: 3 },
  { name: 'half of it again', times: 0.5 },
] as const

/** Finds what the site keeps up with, then loads it with half, all and three times of that, and half again. */
export async function loadInPhases(site: Running, seconds: number): Promise<Phase[]> {
  const capacity = await findCapacity(site)
  const found: Phase[] = []
  for (const { name, times } of shapes) {
    await sleep(PAUSE_MS)
    found.push(await onePhase(site, { name, seconds, rate: Math.round(capacity * times) }))
  }
  return found
}

/** The highest rate of requests that the site keeps up with. */
export async function findCapacity(site: Running): Promise<number> {
  const first = await sendMix({ url: site.url, seconds: WARM_UP_SECONDS, atOnce: AT_ONCE })
  let rate = Math.max(10, Math.round(first.all.good / first.seconds / 2))
  let keptUp = rate
  for (let step = 0; step < STEPS; step += 1) {
    const { mixed } = await onePhase(site, { name: 'how much is all of it', seconds: STEP_SECONDS, rate })
    if (kinds.some((kind) => mixed[kind].goodInTime < KEEPS_UP * mixed[kind].sent)) break
    keptUp = rate
    rate = Math.round(rate * STEP)
  }
  return keptUp
}

async function onePhase(
  site: Running,
  { name, seconds, rate }: { name: string; seconds: number; rate: number },
): Promise<Phase> {
  progress(`  ${name}: ${rate} a second`)
  const watches = site.pids.map(watchMemory)
  const before = cpuSeconds(site)
  const mixed = await sendMix({ url: site.url, seconds, rate })
  const memory = watches.map((watch) => watch.end().all).reduce((sum, bytes) => sum + bytes, 0)
  const cores = (cpuSeconds(site) - before) / mixed.seconds
  return { name, offered: rate, goodput: mixed.all.goodInTime / seconds, mixed, memory, cores }
}

function cpuSeconds({ pids }: Running): number {
  return pids.reduce((sum: number, pid) => sum + (usage(pid).cpuSeconds ?? NaN), 0)
}
