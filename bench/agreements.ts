import { join } from 'node:path'
import { sendLoad } from './lib/load.ts'
import { costFigures, costOf, root, startListening } from './lib/processes.ts'
import { atMost, bench, compare, count, inTurns, ms, say } from './lib/report.ts'

export const agreements = bench({
  question: 'What do two hundred agreements cost, beside the same work on the thread that answers?',
  flags: { runs: 3, agreements: 200, at: 8 },
  async run({ runs, agreements: amount, at }) {
    const found = await inTurns(runs, {
      'in threads, as the server does': () => measure(['threads'], amount, at),
      'in two threads': () => measure(['threads', '2'], amount, at),
      'on the thread that answers': () => measure(['here'], amount, at),
    })
    say(`### ${amount} agreements, ${at} at once: drawn up with a photo, and signed`)
    compare(found, [
      ['one agreement, median', ({ half }) => ms(half)],
      ['one agreement, p95', ({ most }) => ms(most)],
      ['agreements a second', ({ perSecond }) => perSecond.toFixed(1)],
      ['not made', ({ lost }) => count(lost)],
      ...costFigures,
    ])
    return [...found.values()]
      .slice(0, 1)
      .flatMap(({ most, p99, lost }) => [
        atMost('one agreement, p95', most, { limit: 300 }),
        atMost('a page meanwhile, p99', p99, { limit: 100 }),
        atMost('agreements not made', lost, { limit: 0, show: count }),
      ])
  },
})

/** Starts the program that makes agreements and has it make so many of them, so many at once. */
async function measure(args: string[], amount: number, atOnce: number) {
  const program = join(root, 'tests', 'support', 'agreement-server.ts')
  await using server = await startListening({ command: process.execPath, args: [program, ...args] })
  return await costOf(server, async () => {
    const send = { method: 'POST', path: '/', headers: {} } as const
    const { p50, p95, perSecond, sent, good } = await sendLoad({ url: server.url, send, amount, atOnce })
    return { half: p50, most: p95, perSecond, lost: sent - good }
  })
}
