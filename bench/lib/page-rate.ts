import type { ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Answer, fetchAnswer, wireBytes } from './answer.ts'
import { launch, stop, usage, waitForLine } from './child.ts'
import { count, kB, median, ms } from './figures.ts'
import { type LoadResult, sendLoad } from './load.ts'
import { findNginx, startNginx } from './nginx.ts'
import { startOurServer } from './our-server.ts'
import { progress, say, table, type Target } from './report.ts'

interface Contender {
  name: string
  url: string
  child: ChildProcess
}

interface Run extends LoadResult {
  /** Microseconds of the server's processor time an answer. */
  serverMicros: number
  /** Share of one core the server used: well below 1 means that something else was the limit. */
  serverShare: number
}

const CONNECTIONS = 32
const TARGET = 0.8

/** Our server, bare node:http and nginx with the same bytes and headers, one after the other in turns. */
export async function pageRate(options: {
  folder: string
  runs: number
  seconds: number
}): Promise<Target[]> {
  const { folder, runs, seconds } = options
  const ours = await startOurServer({ folder: join(folder, 'pages') })
  const answer = await fetchAnswer(`${ours.url}/`)
  const others = await startOthers(folder, answer)
  const contenders = [{ name: 'this server', url: ours.url, child: ours.child }, ...others]
  try {
    const results = await inTurns(contenders, { runs, seconds })
    say(`### Pages per second`)
    say()
    say(
      `\`/\`, brotli, ${kB(wireBytes(answer))}, keep-alive, ${CONNECTIONS} connections, ${seconds} s; median of ${runs}, in turns.`,
    )
    say()
    const ratio = printRates(contenders, results)
    await printHalfLoad(contenders, { seconds, rate: Math.round(rateOf(results[0]) / 2) })
    const measured = `${ratio.toFixed(2)} of bare`
    return [{ what: 'pages per second', measured, asked: `≥ ${TARGET} of bare`, met: ratio >= TARGET }]
  } finally {
    await Promise.all(contenders.map(({ child }) => stop(child)))
  }
}

async function inTurns(
  contenders: Contender[],
  options: { runs: number; seconds: number },
): Promise<Run[][]> {
  const results = contenders.map((): Run[] => [])
  for (const contender of contenders) await runOnce(contender, { seconds: 2 })
  for (let round = 1; round <= options.runs; round += 1) {
    progress(`pages: round ${round} of ${options.runs}`)
    for (const [at, contender] of contenders.entries()) results[at]?.push(await runOnce(contender, options))
  }
  return results
}

async function startOthers(folder: string, answer: Answer): Promise<Contender[]> {
  const file = join(folder, 'answer.json')
  writeFileSync(file, JSON.stringify(answer))
  const script = new URL(import.meta.resolve('./bare-http.ts')).pathname
  const bare = launch({ command: process.execPath, args: [script, file] })
  const [, url = ''] = await waitForLine(bare, /^Listening on (\S+)/)
  const nginx = findNginx()
  if (nginx === undefined) progress('nginx is not installed: left out')
  return [
    { name: 'bare node:http', url, child: bare },
    ...(nginx === undefined
      ? []
      : [{ name: 'nginx', ...(await startNginx(nginx, join(folder, 'nginx'), answer)) }]),
  ]
}

async function runOnce(
  contender: Contender,
  { seconds, rate }: { seconds: number; rate?: number },
): Promise<Run> {
  const { child, url } = contender
  const before = usage(child.pid).cpuSeconds ?? NaN
  const headers = { 'accept-encoding': 'br' }
  const result = await sendLoad({
    url: `${url}/`,
    connections: CONNECTIONS,
    headers,
    seconds,
    ...(rate === undefined ? {} : { rate }),
  })
  const used = (usage(child.pid).cpuSeconds ?? NaN) - before
  return { ...result, serverMicros: (used / result.answered) * 1e6, serverShare: used / seconds }
}

function rateOf(runs: Run[] | undefined): number {
  return median((runs ?? []).map(({ perSecond }) => perSecond))
}

function printRates(contenders: Contender[], results: Run[][]): number {
  const bare = rateOf(results[1])
  const middle = (at: number, figure: (run: Run) => number) => median((results[at] ?? []).map(figure))
  table(
    [
      'server',
      'pages/s',
      'of bare',
      'p50',
      'p95',
      'p99',
      'max',
      'failed',
      'processor time a page',
      'of one core',
    ],
    contenders.map(({ name }, at) => [
      name,
      count(rateOf(results[at])),
      (rateOf(results[at]) / bare).toFixed(2),
      ms(middle(at, (run) => run.p50)),
      ms(middle(at, (run) => run.p95)),
      ms(middle(at, (run) => run.p99)),
      ms(middle(at, (run) => run.max)),
      String(results[at]?.reduce((sum, run) => sum + run.failed, 0)),
      `${middle(at, (run) => run.serverMicros).toFixed(1)} µs`,
      `${Math.round(middle(at, (run) => run.serverShare) * 100)} %`,
    ]),
  )
  return rateOf(results[0]) / bare
}

async function printHalfLoad(
  contenders: Contender[],
  load: { seconds: number; rate: number },
): Promise<void> {
  progress('pages: half load')
  say(`At half of this server's rate (${count(load.rate)} a second, open model):`)
  say()
  const rows: string[][] = []
  for (const contender of contenders) {
    const run = await runOnce(contender, load)
    rows.push([
      contender.name,
      count(run.perSecond),
      ms(run.p50),
      ms(run.p95),
      ms(run.p99),
      ms(run.max),
      String(run.failed),
    ])
  }
  table(['server', 'pages/s', 'p50', 'p95', 'p99', 'max', 'failed'], rows)
}
