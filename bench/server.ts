import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Inserts } from './lib/bare.ts'
import { figuresOf, onEachDatabase, type Database, type Place } from './lib/databases.ts'
import { sendLoad } from './lib/load.ts'
import { cpuSeconds, memoryOf, run as runProgram, watchMemory } from './lib/processes.ts'
import * as report from './lib/report.ts'
import {
  BARE,
  startBare,
  startNginxWithFile,
  startServer,
  WITHOUT_LIMITS,
  type ServerOptions,
  type Site,
} from './lib/site.ts'
import { getPage } from './lib/visitors.ts'

const { atLeast, count, inTurns, kB, mB, ms, progress, say, tableOf } = report

export const server = report.bench({
  question: 'How many pages and enquiries a second, beside bare node:http, nginx and bare inserts?',
  flags: { runs: 3, seconds: 8, only: 'pages,enquiries,start' },
  async run({ runs, seconds, only }, folder) {
    const plan = { folder, runs, seconds }
    const databases = only.includes('enquiries') ? 'sqlite,postgres' : ''
    return [
      ...(only.includes('pages') ? [await pageRate(plan)] : []),
      ...(await onEachDatabase(databases, (database) => enquiryRate(database, plan))),
      ...(only.includes('start') ? [await startUp(folder)] : []),
    ]
  },
})

interface Plan {
  folder: string
  runs: number
  seconds: number
}

const CONNECTIONS = 32

/** Our server, bare node:http and nginx with the same bytes and headers, one after the other in turns. */
async function pageRate({ folder, runs, seconds }: Plan): Promise<report.Target> {
  await using ours = await startServer({ folder: join(folder, 'pages') })
  const answer = await answerOf(`${ours.url}/`)
  await using bare = await startBare(folder, answer)
  await using nginx = await startNginxWithFile(join(folder, 'nginx'), answer)
  const sites = [ours, bare, ...(nginx ? [nginx] : [])]
  const get = (plan: { seconds: number; rate?: number }) =>
    Object.fromEntries(sites.map((site) => [site.name, () => getPages(site, plan)]))
  await inTurns(1, get({ seconds: 2 }))
  const found = await inTurns(runs, get({ seconds }))
  const bytes = kB(Buffer.from(answer.body, 'base64').length)
  say('### Pages per second')
  say(
    `\`/\`, brotli, ${bytes}, keep-alive, ${CONNECTIONS} connections, ${seconds} s; median of ${runs}, in turns.`,
  )
  const rateOf = (name: string) => found.get(name)?.perSecond ?? NaN
  tableOf(found, [
    ...pageColumns,
    ['of bare', ([name]) => (rateOf(name) / rateOf(BARE)).toFixed(2)],
    ['processor time a page', ([, { micros }]) => `${micros.toFixed(1)} µs`],
    ['of one core', ([, { share }]) => `${Math.round(share * 100)} %`],
  ])
  const rate = Math.round(rateOf(ours.name) / 2)
  say(`At half of this server's rate (${count(rate)} a second, open model):`)
  tableOf([...(await inTurns(1, get({ seconds, rate })))], pageColumns)
  const ratio = rateOf(ours.name) / rateOf(BARE)
  return atLeast('pages per second', ratio, { limit: 0.8, show: report.ofBare })
}

/** An answer with brotli, not decoded, and without what belongs to the connection. */
async function answerOf(url: string): Promise<Answer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, resolve).once('error', reject)
  })
  const ofTheConnection = ['connection', 'date', 'keep-alive', 'transfer-encoding']
  const headers = Object.entries(response.headers).filter(([name]) => !ofTheConnection.includes(name))
  return {
    headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
    body: (await buffer(response)).toString('base64'),
  }
}

/** With microseconds of the server's processor time an answer, and the share of one core it used. */
async function getPages({ name, url, pids }: Site, plan: { seconds: number; rate?: number }) {
  const before = cpuSeconds(pids)
  const { kinds: _, ...result } = await sendLoad({ url, send: getPage('/'), atOnce: CONNECTIONS, ...plan })
  const used = cpuSeconds(pids) - before
  const lost = result.sent - result.good
  if (lost > 0) progress(`${name}: ${lost} failed`)
  return { ...result, lost, micros: (used / result.good) * 1e6, share: used / plan.seconds }
}

const pageColumns: report.Figure<[name: string, run: Awaited<ReturnType<typeof getPages>>]>[] = [
  ['server', ([name]) => name],
  ['pages/s', ([, { perSecond }]) => count(perSecond)],
  ...report.timeColumns(([, run]: [string, report.Times]) => run),
  ['failed', ([, { lost }]) => count(lost)],
]

const OURS = 'enquiries over HTTP'
const INSERTS = 'bare inserts, a row a commit'
const CLIENTS = 16
const WARM_UP = CLIENTS * 100
const countRows = `
  select count(*) as enquiries, count(distinct email_index) as "distinct",
    (select count(*) from jobs where status = 'ready') as waiting
  from records`

/** Enquiries over HTTP, then bare inserts of rows like theirs on the same engine, in turns. */
async function enquiryRate(database: Database, { folder, runs, seconds }: Plan): Promise<report.Target[]> {
  const sum = { acknowledged: 0, enquiries: 0, distinct: 0, waiting: 0, lost: 0 }
  let place = { folder: '', databaseUrl: '' }
  const found = await inTurns<report.Times & { perSecond: number; peak: number }>(runs, {
    async [OURS](round) {
      place = { folder: join(folder, `${database.name}-${round}`), databaseUrl: await database.create() }
      const { acknowledged, lost, ...result } = await sendEnquiries(place, seconds)
      const all = { acknowledged, lost, ...(await figuresOf(place, countRows)) }
      for (const [name, value] of Object.entries(all)) sum[name as keyof typeof sum] += value
      return result
    },
    async [INSERTS]() {
      const where = place.databaseUrl || place.folder
      const args = [join(import.meta.dirname, 'lib', 'bare.ts'), 'insert', where, String(seconds)]
      return { ...(await runProgram<Inserts>(args, (seconds + 60) * 1000)), peak: NaN }
    },
  })
  const ofBare = (name: string) =>
    (found.get(name)?.perSecond ?? NaN) / (found.get(INSERTS)?.perSecond ?? NaN)
  say(`### Enquiries per second on ${database.name}`)
  say(`${CLIENTS} clients, about ${seconds} s, sandbox mail; median of ${runs}, in turns.`)
  tableOf(found, [
    ['', ([name]) => name],
    ['a second', ([, { perSecond }]) => count(perSecond)],
    ['of bare', ([name]) => ofBare(name).toFixed(2)],
    ...report.timeColumns(([, times]: [string, report.Times]) => times),
    ['peak memory', ([, { peak }]) => mB(peak)],
  ])
  say(
    `Acknowledged ${count(sum.acknowledged)}, in the table ${count(sum.enquiries)} (${count(sum.distinct)} ` +
      `distinct), other answers ${count(sum.lost)}; mails still waiting at the ends ${count(sum.waiting)}.`,
  )
  return [
    atLeast(`enquiries per second, ${database.name}`, ofBare(OURS), { limit: 0.5, show: report.ofBare }),
    report.allOf(`every 201 is in the table, ${database.name}`, sum.distinct, sum.acknowledged),
  ]
}

async function sendEnquiries({ folder, databaseUrl }: Place, seconds: number) {
  await using site = await startServer({ folder, env: { DATABASE_URL: databaseUrl, ...WITHOUT_LIMITS } })
  // A number of requests rather than a time, so that every answer is waited for and can be counted in the table.
  const send = (amount: number) => sendLoad({ url: site.url, send: 'enquiry', atOnce: CLIENTS, amount })
  const warm = await send(WARM_UP)
  const memory = watchMemory(site.pids)
  const ours = await send(Math.max(WARM_UP, Math.round(warm.perSecond * seconds)))
  const { perSecond, p50, p95, p99, max, sent, good } = ours
  const peak = memory.end().own
  return { perSecond, p50, p95, p99, max, peak, acknowledged: warm.good + good, lost: sent - good }
}

const STARTS = 5
const IDLE_MS = 5000

/** From a start to «Listening on», as `npm start` and as the server alone; then memory with nothing to do. */
async function startUp(folder: string): Promise<report.Target> {
  const time = (options: ServerOptions) => async () => {
    await using site = await startServer(options)
    return { startMs: site.startMs }
  }
  const npm = '`npm start`'
  const alone = { folder: join(folder, 'node') }
  const starts = {
    [npm]: time({ folder: join(folder, 'npm'), command: ['npm', 'start'] }),
    '`node server/main.ts`': time(alone),
  }
  // The first two may still fill caches and make the database.
  await inTurns(2, starts)
  const found = await inTurns(STARTS, starts)
  await using idle = await startServer(alone)
  await sleep(IDLE_MS)
  const memory = mB(memoryOf(idle.pids).own)
  say('### Start-up and memory')
  say(`From the start of the process to «Listening on», median of ${STARTS} from the third start on.`)
  tableOf(found, [
    ['', ([name]) => name],
    ['start-up', ([, { startMs }]) => ms(startMs)],
  ])
  say(`The server holds ${memory} after ${IDLE_MS / 1000} s without a request.`)
  return report.atMost(`${npm}, nothing changed`, found.get(npm)?.startMs ?? NaN, { limit: 3000 })
}
