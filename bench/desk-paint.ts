import { staffPages } from '#contract/paths.ts'
import { fill, sqlite } from './lib/databases.ts'
import { atMost, bench, inTurns, ms, say, tableOf } from './lib/report.ts'
import { openBrowser, startFilled } from './lib/site.ts'
import { measure } from './pages.ts'

/** The goal, in milliseconds. */
const LCP_MS = 2000
/** Of each list, as an agency has after a year. */
const RECORDS = 1000

export const deskPaint = bench({
  question: 'When is the list of enquiries painted for somebody who is signed in, from cold?',
  flags: { runs: 5 },
  async run({ runs }, folder) {
    const filled = await fill<{ cookie: string }>(sqlite, folder, ['fill-desk.ts', RECORDS, RECORDS])
    await using server = await startFilled(filled)
    await using browser = await openBrowser()
    const path = staffPages.enquiries
    const found = await inTurns(runs, { [path]: () => measure(browser, server.url + path, filled.cookie) })
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
