import type { Filled } from './databases.ts'
import { count, ms, tableOf, timesOf } from './report.ts'
import { startServer, type Site } from './site.ts'

/** Visits that are not counted, while connections open and statements are prepared. */
const WARM_UP = 10

/** Milliseconds until each answer began, with few and with many rows, by name. */
export type Compared = Map<string, [few: number[], many: number[]]>

/** Sends a request and records its time under a name; without a name nothing is recorded. */
export type Ask = (name: string, ask: () => Promise<Response>) => Promise<Response>

/** Visits both sites in turns, so that other work of the machine affects both alike. */
export async function compare<Printed extends object>(
  filled: readonly [few: Filled<Printed>, many: Filled<Printed>],
  visits: number,
  visit: (site: Site & Printed, ask: Ask) => Promise<unknown>,
): Promise<Compared> {
  await using few = await startServer(filled[0])
  await using many = await startServer(filled[1])
  const sites = [
    { ...filled[0], ...few },
    { ...filled[1], ...many },
  ]
  const found: Compared = new Map()
  for (let turn = 0; turn < WARM_UP + visits; turn += 1) {
    for (const [at, site] of sites.entries()) {
      await visit(site, async (name, ask) => {
        const begun = performance.now()
        const answer = await ask()
        const took = performance.now() - begun
        if (answer.status >= 400) throw new Error(`${answer.url} answers ${answer.status}`)
        const times = found.get(name) ?? [[], []]
        if (turn >= WARM_UP) times[at]?.push(took)
        if (name) found.set(name, times)
        return answer
      })
    }
  }
  return found
}

/** Prints the slowest calls with many rows. Returns all, slowest first. */
export function printCompared(title: string, compared: Compared, at: 'p95' | 'p99') {
  const rows = [...compared].map(([name, [few, many]]) => {
    return { name, asked: many.length, few: timesOf(few), many: timesOf(many) }
  })
  const slowest = rows.toSorted((one, other) => other.many[at] - one.many[at])
  tableOf(slowest.slice(0, 15), [
    [title, ({ name }) => name],
    ['asked', ({ asked }) => count(asked)],
    ['few: p50', ({ few }) => ms(few.p50)],
    [at, ({ few }) => ms(few[at])],
    ['many: p50', ({ many }) => ms(many.p50)],
    [at, ({ many }) => ms(many[at])],
    [`times as much, ${at}`, ({ few, many }) => (many[at] / few[at]).toFixed(2)],
  ])
  return slowest
}
