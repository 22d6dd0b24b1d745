import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { outputOf, root } from './lib/child.ts'
import { type Engine, postgres, sqlite } from './lib/engines.ts'
import { count, median, ms, percentile } from './lib/figures.ts'
import { startOurServer } from './lib/our-server.ts'
import { heading, progress, say, table, type Target, targets } from './lib/report.ts'
import { askEverything, type Times } from './lib/every-call.ts'
import { inTempFolder } from './lib/temp.ts'

const filler = join(root, 'tests', 'support', 'fill-tables.ts')
const FILL_LIMIT_MS = 40 * 60_000
const OPS_LIMIT_MS = 20 * 60_000
/** So many times what a call costs with few rows it may cost with many. */
const TARGET = 1.5

/** What the filler prints. */
interface Filled {
  enquiries: { bytes: number; seconds: number }
  records: { bytes: number; seconds: number }
  ids: string[]
}

interface Size {
  enquiries: number
  records: number
}

/** What each call costs while the tables are small and while they are large, and what the operator's commands take then. */
export async function main(words: string[]): Promise<void> {
  const { values } = parseArgs({
    args: words,
    options: {
      enquiries: { type: 'string', default: '1000000' },
      records: { type: 'string', default: '100000' },
      people: { type: 'string', default: '300' },
      only: { type: 'string', default: 'sqlite,postgres' },
    },
  })
  const large = { enquiries: Number(values.enquiries), records: Number(values.records) }
  heading('Growing tables', ['npm run bench -- scale', ...words].join(' '))
  const scaled = values.only.includes('postgres') ? await postgres() : undefined
  const engines = [...(values.only.includes('sqlite') ? [sqlite] : []), ...(scaled ? [scaled] : [])]
  try {
    const found: Target[] = []
    for (const engine of engines) {
      const work = (folder: string) => measure(engine, { folder, large, people: Number(values.people) })
      found.push(...(await inTempFolder(work)))
    }
    say('### Targets')
    say()
    targets(found)
  } finally {
    await scaled?.close()
  }
}

interface Site {
  env: Record<string, string>
  folder: string
  filled: Filled
}

async function measure(
  engine: Engine,
  { folder, large, people }: { folder: string; large: Size; people: number },
): Promise<Target[]> {
  const small = await fill(engine, join(folder, 'small'), { enquiries: 1000, records: 1000 })
  const big = await fill(engine, join(folder, 'large'), large)
  progress(`${engine.name}: every call, in turns`)
  const [few, many] = await Promise.all([start(small), start(big)])
  let times: [Times, Times]
  try {
    times = await askEverything([few, many], people)
  } finally {
    await Promise.all([few.stop(), many.stop()])
  }
  say(
    `### ${engine.name}: 1,000 enquiries and records, beside ${count(large.enquiries)} and ${count(large.records)}`,
  )
  say()
  const found = reportCalls(engine, times)
  await reportRest(engine, big, large)
  return found
}

async function fill(engine: Engine, folder: string, { enquiries, records }: Size): Promise<Site> {
  progress(`${engine.name}: ${count(enquiries)} enquiries and ${count(records)} records`)
  const { databaseUrl } = await engine.open(folder)
  const env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: databaseUrl, DATA_KEY: 'ab'.repeat(32) }
  mkdirSync(env.DATA_DIR, { recursive: true })
  const args = [filler, String(enquiries), String(records)]
  const said = await outputOf({ command: process.execPath, args, env }, FILL_LIMIT_MS)
  return { env, folder, filled: JSON.parse(said) as Filled }
}

async function start({ env, folder, filled }: Site) {
  const server = await startOurServer({ folder, env: { ...env, RATE_LIMIT_SCALE: '1000000' } })
  return { url: server.url, stop: server.stop, ids: filled.ids }
}

function reportCalls(engine: Engine, [few, many]: [Times, Times]): Target[] {
  const rows = [...many].map(([call, large]) => {
    const small = few.get(call) ?? []
    const [smallP99, largeP99] = [percentile(small, 0.99), percentile(large, 0.99)]
    return { call, small, large, smallP99, largeP99, times: largeP99 / smallP99 }
  })
  table(
    ['', 'asked', 'few: p50', 'p99', 'many: p50', 'p99', 'times as much, p99'],
    rows.map(({ call, small, large, smallP99, largeP99, times }) => [
      call,
      String(large.length),
      ms(median(small)),
      ms(smallP99),
      ms(median(large)),
      ms(largeP99),
      times.toFixed(2),
    ]),
  )
  const worst = rows.toSorted((one, other) => other.times - one.times)[0]
  return [
    {
      what: `the call that grows most, p99, ${engine.name}`,
      measured: worst ? `${worst.times.toFixed(2)} (${worst.call})` : '–',
      asked: `≤ ${TARGET}`,
      met: (worst?.times ?? Infinity) <= TARGET,
    },
  ]
}

async function reportRest(engine: Engine, site: Site, size: Size): Promise<void> {
  const { enquiries, records } = site.filled
  const each = (bytes: number, rows: number) => `${count(bytes / rows)} bytes`
  const rows = [
    ['an enquiry on disk, with its indexes and its job', each(enquiries.bytes, size.enquiries)],
    ['a record on disk, with its mandate and the rest', each(records.bytes, size.records)],
    ['rows made and sealed', `${enquiries.seconds.toFixed(1)} s and ${records.seconds.toFixed(1)} s`],
  ]
  const commands: [what: string, args: string[]][] = [
    ['export of all enquiries', ['export', 'enquiries', '--format', 'ndjson']],
    ['export of all records', ['export', 'executives', '--format', 'ndjson']],
    ['erasing one person by e-mail', ['erase', '--email', 'person-7@scale.example', '--yes']],
    ['erasing one who only sent an enquiry', ['erase', '--email', 'employer-7@scale.example', '--yes']],
  ]
  for (const [what, args] of commands) {
    progress(`${engine.name}: ${what}`)
    rows.push([what, await timeOf(site, args)])
  }
  table(['with many rows', ''], rows)
}

/** How long a command of the operator's takes, its start included. */
async function timeOf({ env }: Site, words: string[]): Promise<string> {
  const begun = performance.now()
  const args = ['-c', 'exec "$0" "$@" > /dev/null', process.execPath, 'ops/main.ts', ...words]
  const failed = await outputOf({ command: 'sh', args, env }, OPS_LIMIT_MS).then(
    () => false,
    () => true,
  )
  return failed ? 'failed' : `${((performance.now() - begun) / 1000).toFixed(1)} s`
}
