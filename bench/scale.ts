import { join } from 'node:path'
import { api, pages } from '#contract/paths.ts'
import { postApplication } from '#tests/support/application.ts'
import { postEnquiry } from '#tests/support/enquiry.ts'
import { registered } from '#tests/support/registration.ts'
import { newVisitor } from '#tests/support/visitor.ts'
import { compare, printCompared, type Ask } from './lib/compare.ts'
import { fill, onEachDatabase } from './lib/databases.ts'
import { atMost, bench, count, progress, say } from './lib/report.ts'

/** How many times more a call may cost with many rows than with few. */
const TARGET = 1.5
/** How often each person makes calls that change nothing. */
const READS = 3

export const scale = bench({
  question: 'What does each call cost with a thousand rows, beside a million?',
  flags: { enquiries: 1_000_000, records: 100_000, people: 300, only: 'sqlite,postgres' },
  run: ({ people, only, enquiries, records }, folder) =>
    onEachDatabase(only, async (database) => {
      const { name } = database
      progress(`${name}: ${count(enquiries)} enquiries and ${count(records)} records`)
      const few = await fill(database, join(folder, name, 'small'), ['tables', 1000, 1000])
      const many = await fill(database, join(folder, name, 'large'), ['tables', enquiries, records])
      progress(`${name}: every call, in turns`)
      const times = await compare([few, many], people, ({ url }, ask) => visit(url, ask))
      say(`### ${name}: 1,000 enquiries and records, beside ${count(enquiries)} and ${count(records)}`)
      const grown = printCompared('', times, 'p99').map(
        (row) => [row.many.p99 / row.few.p99, row.name] as const,
      )
      const [most = NaN, worst] = grown.toSorted(([one], [other]) => other - one)[0] ?? []
      const show = (times: number) => times.toFixed(2)
      return [atMost(`the call that grows most, p99, ${name}: ${worst}`, most, { limit: TARGET, show })]
    }),
})

/** Makes one person use every call, with the functions of the tests, and records the times. */
async function visit(url: string, ask: Ask): Promise<void> {
  const { fetch } = globalThis
  globalThis.fetch = (asked, init) => ask(nameOf(new URL(String(asked)).pathname), () => fetch(asked, init))
  try {
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
  } finally {
    globalThis.fetch = fetch
  }
}

/** Returns the last word of an address, without an id; '' for the sandbox. */
function nameOf(path: string): string {
  if (path.startsWith('/sandbox')) return ''
  if (path.startsWith(api.fieldExecutive)) return 'getFieldExecById'
  return path === pages.home ? 'the home page' : (path.split('/').at(-1) ?? '')
}
