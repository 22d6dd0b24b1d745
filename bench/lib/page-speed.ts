import { join } from 'node:path'
import { listedPages, pages } from '#contract/paths.ts'
import { startBrowser } from './browser.ts'
import { kB, ms } from './figures.ts'
import { heroPictures } from './hero.ts'
import { measure, middle, type PageFigures } from './lighthouse.ts'
import { pageBytes, type PageBytes, sharedWords } from './page-bytes.ts'
import { progress, say, table, type Target } from './report.ts'
import { handWritten } from './site-copy.ts'
import { speedTargets } from './speed-targets.ts'

export type Measured = PageFigures & { path: string; bytes: PageBytes }

/** Lighthouse on every page and on the hand-written ones, in turns; then bytes and the hero picture. */
export async function pageSpeed(options: {
  folder: string
  origin: string
  runs: number
}): Promise<Target[]> {
  const { folder, origin, runs } = options
  const measured = await measureAll({ ...options, paths: [...listedPages, ...Object.values(handWritten)] })
  say('### Pages')
  say()
  say(`Lighthouse mobile, simulated slow 4G, first visit, brotli; median of ${runs}, in turns.`)
  say()
  printPages(measured)
  for (const [built, hand] of Object.entries(handWritten)) {
    const share = await sharedWords(origin + built, origin + hand)
    say(`\`${hand}\` has ${Math.round(share * 100)} % of the words of \`${built}\`.`)
  }
  say()
  const browser = await startBrowser(join(folder, 'profile-hero'))
  try {
    const heroes = await heroPictures(browser, origin + pages.home)
    table(
      ['hero picture of `/`', 'chosen', 'bytes', 'sized, not lazy', 'fallback'],
      heroes.map((hero) => [hero.screen, hero.type, kB(hero.bytes), yes(hero.ready), yes(hero.fallback)]),
    )
    return speedTargets(measured, heroes)
  } finally {
    await browser.stop()
  }
}

function yes(value: boolean): string {
  return value ? 'yes' : 'no'
}

async function measureAll(options: {
  folder: string
  origin: string
  runs: number
  paths: readonly string[]
}): Promise<Measured[]> {
  const { folder, origin, runs, paths } = options
  const found = new Map(paths.map((path): [string, PageFigures[]] => [path, []]))
  for (let run = 1; run <= runs; run += 1) {
    progress(`pages: Lighthouse round ${run} of ${runs}`)
    const round = await measureOnce({ profile: join(folder, `profile-${run}`), origin, paths })
    for (const [at, figures] of round.entries()) found.get(paths[at] ?? '')?.push(figures)
  }
  const measured: Measured[] = []
  for (const [path, figures] of found) {
    const page = middle(figures)
    measured.push({ ...page, path, bytes: await pageBytes(page.requests) })
  }
  return measured
}

async function measureOnce(options: {
  profile: string
  origin: string
  paths: readonly string[]
}): Promise<PageFigures[]> {
  const browser = await startBrowser(options.profile)
  const figures: PageFigures[] = []
  try {
    for (const path of options.paths) figures.push(await measure(browser, options.origin + path))
  } finally {
    await browser.stop()
  }
  return figures
}

function printPages(measured: readonly Measured[]): void {
  table(
    [
      'page',
      'perf. / a11y / best pr. / SEO',
      'FCP',
      'LCP',
      'CLS',
      'TBT',
      'tasks > 50 ms',
      'requests',
      'JavaScript',
      'HTML + CSS',
      'pictures',
    ],
    measured.map(({ path, scores, bytes, ...page }) => [
      `\`${path}\``,
      Object.values(scores).join(' / '),
      ms(page.fcp),
      ms(page.lcp),
      page.cls.toFixed(3),
      ms(page.tbt),
      String(page.longTasks),
      String(page.requests.length),
      kB(bytes.script),
      kB(bytes.markup),
      kB(bytes.image),
    ]),
  )
  const faults = measured.flatMap(({ path, faults }) => faults.map((fault) => `\`${path}\` ${fault}`))
  if (faults.length > 0) say(`Not whole in the last run: ${faults.join('; ')}.\n`)
}
