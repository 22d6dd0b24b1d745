import { join } from 'node:path'
import { staffApi } from '#contract/paths.ts'
import * as databases from './lib/databases.ts'
import { memoryOf } from './lib/processes.ts'
import * as report from './lib/report.ts'
import { startFilled } from './lib/site.ts'

const { count, median, mB, ms, percentile, progress, say, tableOf } = report

/** The first answers are not counted: connections are opened and statements read. */
const WARM_UP = 3
/** Rows of the export that is measured. */
const EXPORTED = 100_000
/** The goals: milliseconds (of all lists, of the slowest, of the search) and bytes. */
const TARGETS = { page: 60, slowest: 150, search: 150, memory: 60e6 }

export const desk = report.bench({
  question:
    'What do lists, the search and the export of the desk cost with a thousand rows, beside a hundred thousand?',
  flags: { rows: 100_000, asked: 40, only: 'sqlite,postgres' },
  run: ({ rows, asked, only }, folder) =>
    databases.onEachDatabase(only, async (database) => {
      const place = join(folder, database.name)
      const small = await fill(database, join(place, 'small'), { records: 1000, enquiries: 1000 })
      const sizes = { records: rows, enquiries: Math.min(rows, EXPORTED) }
      const large = await fill(database, join(place, 'large'), sizes)
      say(
        `### ${database.name}: 1,000 rows of each list, beside ${count(rows)} (filled in ${large.seconds.toFixed(0)} s)`,
      )
      return measure(database.name, [small, large], asked)
    }),
})

type Filled = databases.Filled<{ cookie: string; seconds: number }>

function fill(
  database: databases.Database,
  folder: string,
  { records, enquiries }: { records: number; enquiries: number },
): Promise<Filled> {
  progress(`${database.name}: ${count(records)} applications and people, ${count(enquiries)} enquiries`)
  return databases.fill(database, folder, ['fill-desk.ts', records, enquiries])
}

const shared = [
  '',
  'assigned=me',
  'assigned=nobody',
  `from=${dayAgo(300)}&to=${dayAgo(200)}`,
  'place=surat',
  'place=bhuj',
]
const filters: Record<string, string[]> = {
  enquiries: ['', 'status=new', 'status=won', 'assigned=me', 'assigned=nobody'],
  applications: [...shared, 'status=new', 'status=withdrawn', 'document=pan_card', 'document=aadhar_card'],
  executives: [...shared, 'status=registered', 'status=mandate_failed', 'mandate=active', 'mandate=expired'],
}

function dayAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}

/** Every filter and every pair of two that differ in kind. */
function lists(): string[] {
  return Object.entries(filters).flatMap(([kind, all]) => {
    const pairs = all.flatMap((one, at) =>
      all
        .slice(at + 1)
        .flatMap((other) => (nameOf(one) === nameOf(other) || !one ? [] : [`${one}&${other}`])),
    )
    return [...all, ...pairs].map((query) => `records/${kind}?${query}`)
  })
}

function nameOf(filter: string): string {
  return filter.split('=', 1)[0] ?? ''
}

const names = [
  'asha',
  'asha mehta',
  'tri',
  'xenia7',
  'xenia100007',
  'शर्मा',
  'અનિલ પટેલ',
  'meera nobody',
  'zzz',
]

interface Asked {
  path: string
  few: number[]
  many: number[]
}

interface Visited {
  url: string
  pids: readonly number[]
  cookie: string
}

/** A call of the desk: a reading of `path`, or with a body a sending to it. */
function call({ url, cookie }: Visited, path: string, body?: object): Promise<Response> {
  const headers = { cookie, 'content-type': 'application/json' }
  const sent = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers: { cookie } }
  return fetch(`${url}${staffApi}/${path}`, sent)
}

async function timeOf(answer: Promise<Response>): Promise<number> {
  const begun = performance.now()
  const response = await answer
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${response.url} answers ${response.status}`)
  return performance.now() - begun
}

type Ask = (site: Visited, text: string) => Promise<Response>

/** Asks both sites in turns, so that whatever else the machine does meets both alike. */
async function askInTurns(
  [few, many]: readonly [Visited, Visited],
  path: string,
  { times, ask }: { times: number; ask: Ask },
): Promise<Asked> {
  const found: Asked = { path, few: [], many: [] }
  for (let turn = 0; turn < WARM_UP + times; turn += 1) {
    found.few.push(await timeOf(ask(few, path)))
    found.many.push(await timeOf(ask(many, path)))
  }
  return { path, few: found.few.slice(WARM_UP), many: found.many.slice(WARM_UP) }
}

async function askAll(
  sites: readonly [Visited, Visited],
  paths: readonly string[],
  how: { times: number; ask: Ask },
): Promise<Asked[]> {
  const found: Asked[] = []
  for (const path of paths) found.push(await askInTurns(sites, path, how))
  return found
}

async function measure(
  name: string,
  [small, large]: [Filled, Filled],
  times: number,
): Promise<report.Target[]> {
  await using few = await startFilled(small)
  await using many = await startFilled(large)
  const sites = [
    { ...few, cookie: small.cookie },
    { ...many, cookie: large.cookie },
  ] as const
  progress(`${name}: ${lists().length} lists`)
  const pages = await askAll(sites, lists(), { times, ask: call })
  print('the slowest lists', pages)
  const words = await askAll(sites, names, { times, ask: (site, q) => call(site, 'search', { q }) })
  print('search by name', words)
  const exported = await exportAll(sites[1])
  const took = `${exported.seconds.toFixed(1)} s and ${mB(exported.memory)} more memory`
  say(`An export of ${count(exported.rows)} rows took ${took}.`)
  return targetsOf(name, { pages, words, memory: exported.memory })
}

function targetsOf(
  name: string,
  { pages, words, memory }: { pages: Asked[]; words: Asked[]; memory: number },
): report.Target[] {
  const [slowest] = byTime(pages)
  const p95 = (rows: Asked[]) =>
    percentile(
      rows.flatMap(({ many }) => many),
      0.95,
    )
  return [
    report.atMost(`slowest list, p95, ${name}: ${slowest?.path}`, percentile(slowest?.many ?? [], 0.95), {
      limit: TARGETS.slowest,
    }),
    report.atMost(`all lists, p95, ${name}`, p95(pages), { limit: TARGETS.page }),
    report.atMost(`search by name, p95, ${name}`, p95(words), { limit: TARGETS.search }),
    report.atMost(`memory of an export, ${name}`, memory, { limit: TARGETS.memory, show: mB }),
  ]
}

function byTime(rows: readonly Asked[]): Asked[] {
  return rows.toSorted((one, other) => percentile(other.many, 0.95) - percentile(one.many, 0.95))
}

function print(title: string, rows: readonly Asked[]): void {
  const p95 = (values: readonly number[]) => ms(percentile(values, 0.95))
  tableOf(byTime(rows).slice(0, 15), [
    [title, ({ path }) => decodeURIComponent(path)],
    ['few: p50', ({ few }) => ms(median(few))],
    ['p95', ({ few }) => p95(few)],
    ['many: p50', ({ many }) => ms(median(many))],
    ['p95', ({ many }) => p95(many)],
  ])
}

/** Takes an export as it comes and keeps nothing of it; how much more memory the server had at its most. */
async function exportAll(site: Visited) {
  const { pids } = site
  const before = memoryOf(pids).own
  const begun = performance.now()
  const response = await call(site, 'export', { kind: 'enquiries' })
  if (!response.ok || !response.body) throw new Error(`the export answers ${response.status}`)
  let most = before
  const pieces: Uint8Array[] = []
  for await (const piece of response.body) {
    pieces.push(piece)
    most = Math.max(most, memoryOf(pids).own)
  }
  const seconds = (performance.now() - begun) / 1000
  const rows = Buffer.concat(pieces).toString().match(/^"EN-/gm)?.length ?? 0
  return { rows, seconds, memory: most - before }
}
