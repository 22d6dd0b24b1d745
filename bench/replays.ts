import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { api } from '#contract/paths.ts'
import { count, ms, percentile } from './lib/figures.ts'
import { keepAsking } from './lib/meanwhile.ts'
import { startOurServer } from './lib/our-server.ts'
import { heading, progress, table } from './lib/report.ts'
import { inTempFolder } from './lib/temp.ts'
import { walkToBank } from './lib/walk.ts'

/** Spans with and without replays take turns, for the machine has other work too. */
const SPANS = 10
const PER_SECOND = 250
/** The simulator tells an answer itself after half a minute, which is written. */
const STAND_IN_MS = 40_000

/** One good answer of the gateway, brought again and again: what is written for it, and what others feel of it. */
export async function main(words: string[]): Promise<void> {
  const { values } = parseArgs({ args: words, options: { replays: { type: 'string', default: '10000' } } })
  const replays = Number(values.replays)
  heading('An answer of the gateway, brought again', ['npm run bench -- replays', ...words].join(' '))
  await inTempFolder(async (folder) => {
    const env = { RATE_LIMIT_SCALE: '1000', LOG_LEVEL: 'warn' }
    const server = await startOurServer({ folder: join(folder, 'site'), env })
    try {
      const { brought } = await walkToBank({ url: server.url, cookie: '' }, 1, '0300')
      let shed = 0
      const bring = async (times: number) => void (shed += await replay(server.url, brought, times))
      const traced = { pid: server.child.pid ?? 0, folder }
      progress('The first, and the others with every sync counted…')
      const first = await syncsOf(traced, () => bring(2))
      await sleep(STAND_IN_MS)
      const idleMs = (1000 * replays) / PER_SECOND
      const idle = await syncsOf(traced, () => sleep(idleMs))
      const again = await syncsOf(traced, () => bring(replays))
      progress('What others feel of it…')
      const calm: number[] = []
      const busy: number[] = []
      for (let span = 0; span < SPANS; span += 1) {
        calm.push(...(await othersDuring(server.url, () => sleep(idleMs / SPANS))))
        busy.push(...(await othersDuring(server.url, () => bring(replays / SPANS))))
      }
      progress(`${shed} were shed`)
      const times = (all: number[]) => [ms(percentile(all, 0.5)), ms(percentile(all, 0.99))]
      table(
        ['', 'syncs', 'others, p50', 'others, p99'],
        [
          ['the first, by each door', count(first), '', ''],
          [`${count(replays)} more, ${PER_SECOND} a second`, count(again), ...times(busy)],
          ['as long without any', count(idle), ...times(calm)],
        ],
      )
    } finally {
      await server.stop()
    }
  })
}

/** Brings an answer by both of its listeners, so many times a second; how often it was shed. */
async function replay(url: string, message: string, times: number): Promise<number> {
  let shed = 0
  const begun = performance.now()
  const body = new URLSearchParams({ msg: message })
  const underWay: Promise<void>[] = []
  for (let sent = 0; sent < times; sent += 1) {
    const path = sent % 2 ? api.gatewayReturn : api.gatewayCallback
    underWay.push(
      fetch(url + path, { method: 'POST', body, redirect: 'manual' }).then(async (response) => {
        await response.arrayBuffer()
        if (response.status === 503) shed += 1
        else if (![200, 303].includes(response.status)) throw new Error(`answered ${response.status}`)
      }),
    )
    const due = begun + (1000 * (sent + 1)) / PER_SECOND
    if (due > performance.now()) await sleep(due - performance.now())
  }
  await Promise.all(underWay)
  return shed
}

async function syncsOf({ pid, folder }: Traced, work: () => Promise<void>): Promise<number> {
  const file = join(folder, 'syncs')
  const options = ['-f', '-e', 'trace=fsync,fdatasync', '-o', file, '-p', String(pid)]
  const strace = spawn('strace', options, { stdio: ['ignore', 'ignore', 'pipe'] })
  await once(strace.stderr, 'data')
  await work()
  strace.kill('SIGINT')
  await once(strace, 'close')
  return (await readFile(file, 'utf8')).match(/f(data)?sync\(/g)?.length ?? 0
}

interface Traced {
  pid: number
  folder: string
}

/** Milliseconds that other calls take meanwhile. */
async function othersDuring(url: string, work: () => Promise<void>): Promise<number[]> {
  const asking = keepAsking(url + api.maxAmount)
  await work()
  return (await asking.end()).times
}
