import { join } from 'node:path'
import { staffApi } from '#contract/paths.ts'
import { compare, printCompared } from './lib/compare.ts'
import { fill, onEachDatabase, type Filled } from './lib/databases.ts'
import { memoryOf } from './lib/processes.ts'
import { atMost, bench, count, mB, progress, say, timesOf } from './lib/report.ts'
import { startServer } from './lib/site.ts'

/** Goals: milliseconds (all lists, slowest list, search) and bytes. */
const TARGETS = { page: 60, slowest: 150, search: 150, memory: 60e6 }

export const desk = bench({
  question:
    'What do lists, the search and the export of the desk cost with a thousand rows, beside a hundred thousand?',
  flags: { rows: 100_000, asked: 40, only: 'sqlite,postgres' },
  run: ({ rows, asked, only }, folder) =>
    onEachDatabase(only, async (database) => {
      const { name } = database
      progress(`${name}: ${count(rows)} rows of each list`)
      const few: Desk = await fill(database, join(folder, name, 'small'), ['desk', 1000, 1000])
      const many: Desk = await fill(database, join(folder, name, 'large'), ['desk', rows, rows])
      say(`### ${name}: 1,000 rows of each list, beside ${count(rows)}`)
      progress(`${name}: ${lists().length} lists`)
      const pages = await compare([few, many], asked, async (site, ask) => {
        for (const path of lists()) await (await ask(path, () => call(site, path))).arrayBuffer()
      })
      const [slowest] = printCompared('the slowest lists', pages, 'p95')
      const found = await compare([few, many], asked, async (site, ask) => {
        for (const q of names) await (await ask(q, () => call(site, 'search', { q }))).arrayBuffer()
      })
      printCompared('search by name', found, 'p95')
      const exported = await exportAll(many)
      const took = `${exported.seconds.toFixed(1)} s and ${mB(exported.memory)} more memory`
      say(`An export of ${count(exported.rows)} rows took ${took}.`)
      const all = (of: typeof pages) => timesOf([...of.values()].flatMap(([, times]) => times)).p95
      return [
        atMost(`slowest list, p95, ${name}: ${slowest?.name}`, slowest?.many.p95 ?? NaN, {
          limit: TARGETS.slowest,
        }),
        atMost(`all lists, p95, ${name}`, all(pages), { limit: TARGETS.page }),
        atMost(`search by name, p95, ${name}`, all(found), { limit: TARGETS.search }),
        atMost(`memory of an export, ${name}`, exported.memory, { limit: TARGETS.memory, show: mB }),
      ]
    }),
})

type Desk = Filled<{ cookie: string }>

const [from, to] = [300, 200].map((days) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10),
)
const shared = ['', 'assigned=me', 'assigned=nobody', `from=${from}&to=${to}`, 'place=surat', 'place=bhuj']
const filters: Record<string, string[]> = {
  enquiries: ['', 'status=new', 'status=won', 'assigned=me', 'assigned=nobody'],
  applications: [...shared, 'status=new', 'status=withdrawn', 'document=pan_card', 'document=aadhar_card'],
  executives: [...shared, 'status=registered', 'status=mandate_failed', 'mandate=active', 'mandate=expired'],
}

/** Returns every filter and every pair of filters of different kinds. */
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

/** Calls the desk: GET without a body, POST with one. */
function call(
  { url, cookie }: { url: string; cookie: string },
  path: string,
  body?: object,
): Promise<Response> {
  const headers = { cookie, 'content-type': 'application/json' }
  const sent = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers: { cookie } }
  return fetch(`${url}${staffApi}/${path}`, sent)
}

/** Reads an export and measures how much more memory the server used. */
async function exportAll(filled: Desk) {
  await using site = await startServer(filled)
  const before = memoryOf(site.pids).own
  const begun = performance.now()
  const response = await call({ ...filled, ...site }, 'export', { kind: 'enquiries' })
  if (!response.ok || !response.body) throw new Error(`the export answers ${response.status}`)
  let most = before
  let rows = 0
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    most = Math.max(most, memoryOf(site.pids).own)
    rows += piece.match(/^"EN-/gm)?.length ?? 0
  }
  return { rows, seconds: (performance.now() - begun) / 1000, memory: most - before }
}
