import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { staffPages } from '#contract/paths.ts'
import { root, run as runProgram } from './lib/processes.ts'
import { atMost, bench, inTurns, ms, say, tableOf } from './lib/report.ts'
import { openBrowser, startServer, WITHOUT_LIMITS } from './lib/site.ts'
import { measure } from './pages.ts'

/** Staff.md part 6, milliseconds. */
const LCP_MS = 2000
/** Of each list, as an agency has after a year. */
const RECORDS = 1000
const FILL_LIMIT_MS = 10 * 60_000

export const deskPaint = bench({
  question: 'When is the list of enquiries painted for somebody who is signed in, from cold?',
  flags: { runs: 5 },
  async run({ runs }, folder) {
    const env = { DATA_DIR: join(folder, 'data'), DATA_KEY: 'ab'.repeat(32) }
    mkdirSync(env.DATA_DIR, { recursive: true })
    const fill = [join(root, 'tests', 'support', 'fill-desk.ts'), String(RECORDS), String(RECORDS)]
    const { cookie } = await runProgram<{ cookie: string }>(fill, FILL_LIMIT_MS, env)
    await using server = await startServer({ folder, env: { ...env, ...WITHOUT_LIMITS } })
    await using browser = await openBrowser()
    const path = staffPages.enquiries
    const found = await inTurns(runs, { [path]: () => measure(browser, server.url + path, cookie) })
    say(`Lighthouse mobile, simulated slow 4G, first visit, brotli; median of ${runs}.`)
    tableOf(found, [
      ['page', ([name]) => `\`${name}\``],
      ['FCP', ([, { fcp }]) => ms(fcp)],
      ['LCP', ([, { lcp }]) => ms(lcp)],
      ['TBT', ([, { tbt }]) => ms(tbt)],
      ['requests', ([, { requests }]) => String(requests)],
    ])
    return [atMost(`LCP of \`${path}\``, found.get(path)?.lcp ?? NaN, { limit: LCP_MS })]
  },
})
