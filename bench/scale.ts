import { join } from 'node:path'
import { api, pages } from '#contract/paths.ts'
import { postApplication } from '#tests/support/application.ts'
import { postEnquiry } from '#tests/support/enquiry.ts'
import { registered } from '#tests/support/registration.ts'
import { newVisitor } from '#tests/support/visitor.ts'
import * as databases from './lib/databases.ts'
import { outputOf } from './lib/processes.ts'
import * as report from './lib/report.ts'
import { startFilled } from './lib/site.ts'

const { count, median, ms, percentile, progress, say, tableOf } = report

const COMMAND_LIMIT_MS = 20 * 60_000
/** So many times what a call costs with few rows it may cost with many. */
const TARGET = 1.5
/** Calls that change as little as nothing are asked so many times for each person. */
const READS = 3
/** The first are not counted: connections are opened and statements read. */
const WARM_UP = 20

interface Size {
  enquiries: number
  records: number
}

export const scale = report.bench({
  question: 'What does each call cost with a thousand rows, beside a million?',
  flags: { enquiries: 1_000_000, records: 100_000, people: 300, only: 'sqlite,postgres' },
  run: ({ people, only, ...large }, folder) =>
    databases.onEachDatabase(only, async (database) => {
      const fill = (name: string, { enquiries, records }: Size): Promise<Filled> => {
        progress(`${database.name}: ${count(enquiries)} enquiries and ${count(records)} records`)
        const place = join(folder, database.name, name)
        return databases.fill(database, place, ['tables', enquiries, records])
      }
      const small = await fill('small', { enquiries: 1000, records: 1000 })
      const big = await fill('large', large)
      progress(`${database.name}: every call, in turns`)
      const times = await askBoth([small, big], people)
      const sizes = `1,000 enquiries and records, beside ${count(large.enquiries)} and ${count(large.records)}`
      say(`### ${database.name}: ${sizes}`)
      const worst = printCalls(database.name, times)
      await printRest(big, large)
      return [worst]
    }),
})

type Filled = databases.Filled<Record<keyof Size, { bytes: number; seconds: number }>>

/** Milliseconds until each answer began, by what was asked. */
type Times = Map<string, number[]>

/**
 * Has so many people do everything at each of the two sites, one after the other and in turns, so that whatever else the
 * machine does meets both alike.
 */
async function askBoth(filled: readonly [Filled, Filled], people: number): Promise<[Times, Times]> {
  await using few = await startFilled(filled[0])
  await using many = await startFilled(filled[1])
  const times: [Times, Times] = [new Map(), new Map()]
  for (let person = 1; person <= WARM_UP + people; person += 1) {
    for (const [at, { url }] of [few, many].entries())
      await timeCalls(() => visit(url), person > WARM_UP ? times[at] : undefined)
  }
  return times
}

/** Does that, and notes how long each of its calls takes. */
async function timeCalls(work: () => Promise<void>, times: Times | undefined): Promise<void> {
  const { fetch } = globalThis
  globalThis.fetch = async (asked, init) => {
    const begun = performance.now()
    const answer = await fetch(asked, init)
    if (answer.status >= 400) throw new Error(`${answer.url} answers ${answer.status}`)
    const name = nameOf(new URL(answer.url).pathname)
    if (name) times?.set(name, [...(times.get(name) ?? []), performance.now() - begun])
    return answer
  }
  await work().finally(() => (globalThis.fetch = fetch))
}

async function visit(url: string): Promise<void> {
  const { visitor, id } = await registered(url)
  await visitor.get(api.onboardingSession)
  const stranger = newVisitor(url)
  for (let read = 0; read < READS; read += 1) {
    await stranger.get(api.fieldExecutive + id)
    await stranger.get(api.maxAmount)
    await stranger.get(pages.home)
    await postEnquiry(url)
  }
  await postApplication(url)
}

/** A call by the last word of its address, without an id; empty for the sandbox's own. */
function nameOf(path: string): string {
  if (path.startsWith('/sandbox')) return ''
  if (path.startsWith(api.fieldExecutive)) return 'getFieldExecById'
  return path === pages.home ? 'the home page' : (path.split('/').at(-1) ?? '')
}

function printCalls(database: string, [few, many]: [Times, Times]): report.Target {
  const rows = [...many].map(([name, large]) => {
    const small = few.get(name) ?? []
    const [smallP99, largeP99] = [percentile(small, 0.99), percentile(large, 0.99)]
    return { name, small, large, smallP99, largeP99, times: largeP99 / smallP99 }
  })
  tableOf(rows, [
    ['', ({ name }) => name],
    ['asked', ({ large }) => count(large.length)],
    ['few: p50', ({ small }) => ms(median(small))],
    ['p99', ({ smallP99 }) => ms(smallP99)],
    ['many: p50', ({ large }) => ms(median(large))],
    ['p99', ({ largeP99 }) => ms(largeP99)],
    ['times as much, p99', ({ times }) => times.toFixed(2)],
  ])
  const [worst] = rows.toSorted((one, other) => other.times - one.times)
  const what = `the call that grows most, p99, ${database}: ${worst?.name}`
  return report.atMost(what, worst?.times ?? NaN, { limit: TARGET, show: (times) => times.toFixed(2) })
}

const commands: [what: string, ...args: string[]][] = [
  ['export of all enquiries', 'export', 'enquiries', '--format', 'ndjson'],
  ['export of all records', 'export', 'executives', '--format', 'ndjson'],
]

/** What rows take on disk, how long they took to make, and how long the operator's commands take, their start included. */
async function printRest({ env, enquiries, records }: Filled, size: Size): Promise<void> {
  const each = (bytes: number, rows: number) => `${count(bytes / rows)} bytes`
  const rows = [
    ['an enquiry on disk, with its indexes and its job', each(enquiries.bytes, size.enquiries)],
    ['a record on disk, with its mandate and the rest', each(records.bytes, size.records)],
    ['rows made and encrypted', `${enquiries.seconds.toFixed(1)} s and ${records.seconds.toFixed(1)} s`],
  ]
  for (const [what, ...words] of commands) {
    progress(what)
    const args = ['-c', 'exec "$0" "$@" > /dev/null', process.execPath, 'ops/main.ts', ...words]
    const begun = performance.now()
    const seconds = () => `${((performance.now() - begun) / 1000).toFixed(1)} s`
    const took = outputOf({ command: 'sh', args, env }, COMMAND_LIMIT_MS).then(seconds, () => 'failed')
    rows.push([what, await took])
  }
  report.table(['with many rows', ''], rows)
}
