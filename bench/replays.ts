import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '#contract/paths.ts'
import { keepAsking } from './lib/processes.ts'
import { bench, count, ms, percentile, progress, say, tableOf } from './lib/report.ts'
import { startServer, WITHOUT_LIMITS } from './lib/site.ts'
import { registerUntilBank } from './lib/visitors.ts'

/** Spans with and without replays alternate, for the machine has other work too. */
const SPANS = 10
const PER_SECOND = 250
/** The simulator itself reports the answer after half a minute, which is written. */
const REPORTED_MS = 40_000

export const replays = bench({
  question:
    'What does an answer of the gateway cost that is brought again, in syncs and in what others wait, beside as long without?',
  flags: { replays: 10_000 },
  async run({ replays: amount }, folder) {
    await using server = await startServer({ folder, env: { ...WITHOUT_LIMITS, LOG_LEVEL: 'warn' } })
    const { message } = await registerUntilBank(server, 1, '0300')
    let brought = 0
    let lost = 0
    const bringOnce = () => bringAnswer(server.url, message, (brought += 1))
    const bring = async (ms: number) => {
      const bringing = keepAsking(PER_SECOND, bringOnce)
      await sleep(ms)
      lost += (await bringing.end()).lost
    }
    const syncsOf = (work: () => Promise<unknown>) =>
      countSyncs(server.pids[0] ?? 0, join(folder, 'syncs'), work)
    progress('The first, and the others with every sync counted…')
    const first = await syncsOf(async () => [await bringOnce(), await bringOnce()])
    await sleep(REPORTED_MS)
    const spanMs = (1000 * amount) / PER_SECOND
    const idle = await syncsOf(() => sleep(spanMs))
    const again = await syncsOf(() => bring(spanMs))
    const counted = brought - 2
    progress('What others feel of it…')
    const [calm, busy]: [number[], number[]] = [[], []]
    for (let span = 0; span < SPANS; span += 1) {
      calm.push(...(await othersDuring(server.url, () => sleep(spanMs / SPANS))))
      busy.push(...(await othersDuring(server.url, () => bring(spanMs / SPANS))))
    }
    print([
      ['the first, as return and as callback', first, []],
      [`${count(counted)} more, about ${PER_SECOND} a second`, again, busy],
      ['as long without any', idle, calm],
    ])
    say(`${count(lost)} were refused.`)
    return []
  },
})

function print(rows: [name: string, syncs: number, others: number[]][]): void {
  tableOf(rows, [
    ['', ([name]) => name],
    ['syncs', ([, syncs]) => count(syncs)],
    ['others, p50', ([, , others]) => ms(percentile(others, 0.5))],
    ['others, p99', ([, , others]) => ms(percentile(others, 0.99))],
  ])
}

/** As the person's return and as the gateway's callback, in turns. */
function bringAnswer(url: string, msg: string, number: number): Promise<Response> {
  const path = number % 2 ? api.gatewayReturn : api.gatewayCallback
  return fetch(url + path, { method: 'POST', body: new URLSearchParams({ msg }), redirect: 'manual' })
}

async function countSyncs(pid: number, file: string, work: () => Promise<unknown>): Promise<number> {
  const options = ['-f', '-e', 'trace=fsync,fdatasync', '-o', file, '-p', String(pid)]
  const strace = spawn('strace', options, { stdio: ['ignore', 'ignore', 'pipe'] })
  await once(strace.stderr, 'data')
  await work()
  strace.kill('SIGINT')
  await once(strace, 'close')
  return (await readFile(file, 'utf8')).match(/f(data)?sync\(/g)?.length ?? 0
}

/** Milliseconds that other calls take meanwhile. */
async function othersDuring(url: string, work: () => Promise<void>): Promise<number[]> {
  const asking = keepAsking(25, () => fetch(url + api.maxAmount))
  await work()
  return (await asking.end()).times
}
