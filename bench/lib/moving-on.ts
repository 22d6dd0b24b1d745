import { join } from 'node:path'
import { listedPages, pages } from '#contract/paths.ts'
import { type Browser, startBrowser } from './browser.ts'
import { openDelayedLine } from './delayed-line.ts'
import { median, ms } from './figures.ts'
import { type Steps, walkHistory } from './history.ts'
import { clickThrough, DWELL_MS, type NextPage, PRESS_MS } from './next-page.ts'
import { progress, say, table, type Target } from './report.ts'

/** Milliseconds a byte needs over the slow line, one way: half of Lighthouse's slow 4G round trip. */
const ONE_WAY_MS = 75
const TARGET_MS = 50
const listeners = [pages.about, pages.services, pages.contact]

interface Origins {
  /** The site as it is, and the same without its speculation rules. */
  withRules: string
  without: string
}

/** From a click to the next page's first paint with and without speculation rules; then back and forward. */
export async function movingOn(options: {
  folder: string
  runs: number
  origins: Origins
}): Promise<Target[]> {
  const { folder, runs, origins } = options
  const browser = await startBrowser(join(folder, 'profile-moving-on'))
  const slow = {
    withRules: await openDelayedLine(origins.withRules, ONE_WAY_MS),
    without: await openDelayedLine(origins.without, ONE_WAY_MS),
  }
  try {
    introduce(runs)
    const lines = [
      { line: 'loopback', origins },
      {
        line: `${2 * ONE_WAY_MS} ms round trip`,
        origins: { withRules: slow.withRules.origin, without: slow.without.origin },
      },
    ]
    const found = []
    for (const { line, origins: both } of lines)
      found.push({ line, ...(await bothWays(browser, { runs, both })) })
    printClicks(found)
    const { back, forward } = await walkHistory(browser, { origin: origins.withRules, paths: listedPages })
    printHistory({ back, forward })
    return [
      ...found.map(({ line, withRules, without }) => clickTarget(line, { withRules, without })),
      historyTarget('back', back),
      historyTarget('forward', forward),
    ]
  } finally {
    slow.withRules.close()
    slow.without.close()
    await browser.stop()
  }
}

function introduce(runs: number): void {
  say('### The next page')
  say()
  say(
    `From the click to the first contentful paint, from \`/\` to ${listeners.map((path) => `\`${path}\``).join(', ')}, ` +
      `${runs} times each; the pointer rests ${DWELL_MS} ms on the link, the button stays down ${PRESS_MS} ms.`,
  )
  say()
}

interface BothWays {
  withRules: NextPage[]
  without: NextPage[]
}

async function bothWays(
  browser: Browser,
  { runs, both }: { runs: number; both: Origins },
): Promise<BothWays> {
  const found: BothWays = { withRules: [], without: [] }
  for (let run = 1; run <= runs; run += 1) {
    progress(`pages: clicks ${run} of ${runs}`)
    for (const to of listeners) {
      found.withRules.push(await clickThrough(browser, { origin: both.withRules, from: pages.home, to }))
      found.without.push(await clickThrough(browser, { origin: both.without, from: pages.home, to }))
    }
  }
  return found
}

function middleOf(list: readonly NextPage[]): number {
  return median(list.map(({ paintMs }) => paintMs))
}

function printClicks(found: readonly (BothWays & { line: string })[]): void {
  const row = (name: string, list: readonly NextPage[]) => [
    name,
    ms(middleOf(list)),
    ms(Math.max(...list.map(({ paintMs }) => paintMs))),
    `${list.filter(({ prerendered }) => prerendered).length} of ${list.length}`,
  ]
  table(
    ['', 'median', 'slowest', 'prerendered'],
    found.flatMap(({ line, withRules, without }) => [
      row(`${line}, with speculation rules`, withRules),
      row(`${line}, without`, without),
    ]),
  )
}

function printHistory(steps: { back: Steps; forward: Steps }): void {
  const { back, forward } = steps
  say(
    `From the back/forward cache: ${back.kept} of ${back.steps} steps back, ${forward.kept} of ${forward.steps} forward.`,
  )
  const reasons = [...new Set([...back.reasons, ...forward.reasons])]
  if (reasons.length > 0) say(`The browser says why not: ${reasons.join(', ')}.`)
  say()
}

function clickTarget(line: string, { withRules, without }: BothWays): Target {
  const value = middleOf(withRules)
  return {
    what: `click to first paint, ${line}`,
    measured: `${ms(value)} (without rules ${ms(middleOf(without))})`,
    asked: `≤ ${TARGET_MS} ms`,
    met: value <= TARGET_MS,
  }
}

function historyTarget(way: string, { kept, steps }: Steps): Target {
  return {
    what: `${way}: from the back/forward cache`,
    measured: `${kept} of ${steps}`,
    asked: 'all',
    met: kept === steps,
  }
}
