import { join } from 'node:path'
import { staffApi } from '#contract/paths.ts'
import * as databases from './lib/databases.ts'
import { memoryOf } from './lib/processes.ts'
import * as report from './lib/report.ts'
import { startFilled, timesOf, type Site } from './lib/site.ts'

const { atMost, count, median, mB, ms, percentile, progress, say, tableOf } = report

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
      const fill = (name: string, records: number, enquiries: number): Promise<Filled> => {
        progress(`${database.name}: ${count(records)} applications and people, ${count(enquiries)} enquiries`)
        return databases.fill(database, join(folder, database.name, name), ['desk', records, enquiries])
      }
      const small = await fill('small', 1000, 1000)
      const large = await fill('large', rows, Math.min(rows, EXPORTED))
      say(
        `### ${database.name}: 1,000 rows of each list, beside ${count(rows)} (filled in ${large.seconds.toFixed(0)} s)`,
      )
      return measure(database.name, [small, large], asked)
    }),
})

type Filled = databases.Filled<{ cookie: string; seconds: number }>

const [from, to] = [300, 200].map((days) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10),
)
const shared = ['', 'assigned=me', 'assigned=nobody', `from=${from}&to=${to}`, 'place=surat', 'place=bhuj']
const filters: Record<string, string[]> = {
  enquiries: ['', 'status=new', 'status=won', 'assigned=me', 'assigned=nobody'],
  applications: [...shared, 'status=new', 'status=withdrawn', 'document=pan_card', 'document=aadhar_card'],
  executives: [...shared, 'status=registered', 'status=mandate_failed', 'mandate=active', 'mandate=expired'],
}

/** Every filter and every pair of two that differ in kind. */
function lists(): string[] {
  const kindOf = (filter: string) => filter.split('=', 1)[0] ?? ''
  return Object.entries(filters).flatMap(([list, all]) => {
    const pairs = all.flatMap((one, at) =>
      all
        .slice(at + 1)
        .flatMap((other) => (!one || kindOf(one) === kindOf(other) ? [] : [`${one}&${other}`])),
    )
    return [...all, ...pairs].map((query) => `records/${list}?${query}`)
  })
}

const names = 'asha,asha mehta,tri,xenia7,xenia100007,शर्मा,અનિલ પટેલ,meera nobody,zzz'.split(',')

type Visited = Site & { cookie: string }

interface Asked {
  path: string
  few: number[]
  many: number[]
}

/** A call of the desk: a reading of `path`, or with a body a sending to it. */
function call({ url, cookie }: Visited, path: string, body?: object): Promise<Response> {
  const headers = { cookie, 'content-type': 'application/json' }
  const sent = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers: { cookie } }
  return fetch(`${url}${staffApi}/${path}`, sent)
}

async function measure(
  name: string,
  [small, large]: [Filled, Filled],
  times: number,
): Promise<report.Target[]> {
  await using fewRows = await startFilled(small)
  await using manyRows = await startFilled(large)
  const sites = [
    { ...fewRows, cookie: small.cookie },
    { ...manyRows, cookie: large.cookie },
  ] as const
  const askAll = async (
    paths: readonly string[],
    ask: (site: Visited, text: string) => Promise<Response>,
  ) => {
    const found: Asked[] = []
    for (const path of paths) {
      const [few = [], many = []] = await timesOf(times, ...sites.map((site) => () => ask(site, path)))
      found.push({ path, few, many })
    }
    return found.toSorted((one, other) => p95(other.many) - p95(one.many))
  }
  progress(`${name}: ${lists().length} lists`)
  const pages = await askAll(lists(), call)
  print('the slowest lists', pages)
  const words = await askAll(names, (site, q) => call(site, 'search', { q }))
  print('search by name', words)
  const exported = await exportAll(sites[1])
  const took = `${exported.seconds.toFixed(1)} s and ${mB(exported.memory)} more memory`
  say(`An export of ${count(exported.rows)} rows took ${took}.`)
  const [slowest] = pages
  const all = (rows: Asked[]) => p95(rows.flatMap(({ many }) => many))
  return [
    atMost(`slowest list, p95, ${name}: ${slowest?.path}`, p95(slowest?.many ?? []), {
      limit: TARGETS.slowest,
    }),
    atMost(`all lists, p95, ${name}`, all(pages), { limit: TARGETS.page }),
    atMost(`search by name, p95, ${name}`, all(words), { limit: TARGETS.search }),
    atMost(`memory of an export, ${name}`, exported.memory, { limit: TARGETS.memory, show: mB }),
  ]
}

function p95(values: readonly number[]): number {
  return percentile(values, 0.95)
}

function print(title: string, rows: readonly Asked[]): void {
  tableOf(rows.slice(0, 15), [
    [title, ({ path }) => decodeURIComponent(path)],
    ['few: p50', ({ few }) => ms(median(few))],
    ['p95', ({ few }) => ms(p95(few))],
    ['many: p50', ({ many }) => ms(median(many))],
    ['p95', ({ many }) => ms(p95(many))],
  ])
}

/** Takes an export as it comes; how much more memory the server had at its most. */
async function exportAll(site: Visited) {
  const before = memoryOf(site.pids).own
  const begun = performance.now()
  const response = await call(site, 'export', { kind: 'enquiries' })
  if (!response.ok || !response.body) throw new Error(`the export answers ${response.status}`)
  let most = before
  let rows = 0
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    most = Math.max(most, memoryOf(site.pids).own)
    rows += piece.match(/^"EN-/gm)?.length ?? 0
  }
  return { rows, seconds: (performance.now() - begun) / 1000, memory: most - before }
}
