import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import type { Browser } from 'puppeteer-core'
import { addressIn, defaultLanguage, languageCodes } from '#contract/messages/languages.ts'
import { listedPages, pages as paths, staffPages } from '#contract/paths.ts'
import { fill, sqlite } from './lib/databases.ts'
import { compressFixedFiles } from '#scripts/build/site.ts'
import { outputOf, root } from './lib/processes.ts'
import { atLeast, atMost, bench, count, inTurns, ms, say, tableOf, type Target } from './lib/report.ts'
import { openBrowser, startServer } from './lib/site.ts'

/** Two pages, with and without a form, beside copies without scripts. */
const bare = { [paths.home]: '/without-scripts/home', [paths.contact]: '/without-scripts/contact' }

/** An Astro page with a React form of four fields, from `bench/reference`. */
const reference = '/reference'

/** The home page in other languages. */
const translated = languageCodes
  .filter((code) => code !== defaultLanguage)
  .map((code) => addressIn(code, paths.home))

export const pages = bench({
  question:
    'How fast are the pages, beside two without their scripts, a reference, and home in each language?',
  flags: { runs: 5 },
  async run({ runs }, folder) {
    copySite(folder)
    await addReference(folder)
    const filled = await fill<{ reference: string }>(sqlite, join(folder, 'run'), ['vacancies', VACANCIES])
    await using server = await startServer({ ...filled, cwd: folder })
    const desk = await fill<{ cookie: string }>(sqlite, join(folder, 'desk'), ['desk', RECORDS, RECORDS])
    await using staffServer = await startServer({ ...desk, cwd: folder })
    await using browser = await openBrowser()
    const vacancy = await fetch(`${server.url}${paths.jobs}/${filled.reference}`)
    const jobs = [paths.jobs, new URL(vacancy.url).pathname]
    const all = [...listedPages, ...jobs, ...translated, ...Object.values(bare), reference]
    const measures = all.map((path) => [path, () => measure(browser, server.url + path)] as const)
    const list = () => measure(browser, staffServer.url + staffPages.enquiries, { cookie: desk.cookie })
    const found = await inTurns(runs, { ...Object.fromEntries(measures), [staffPages.enquiries]: list })
    say(
      `Lighthouse mobile, simulated slow 4G, first visit, brotli; median of ${runs}, in turns. Pages ` +
        '`/without-scripts` are those built, with their markup, styles, fonts and pictures and no script. ' +
        '`/reference` is a page of Astro with a React form of four fields, built from `bench/reference`.',
    )
    print(found)
    return targetsOf(found, jobs)
  },
})

/** Open vacancies: one full page and a second one. */
const VACANCIES = 25

/** Rows of each list of the desk, whose first page is measured. */
const RECORDS = 1000

/** Copies server and site and adds the pages without scripts, so that our server serves both alike. */
function copySite(folder: string): void {
  for (const name of ['server', 'sandbox', 'contract', 'dist', 'package.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const dist = join(folder, 'dist')
  mkdirSync(join(dist, 'without-scripts'))
  for (const [path, bareFile] of Object.entries(bare)) {
    const html = readFileSync(join(dist, `${path === paths.home ? 'index' : path}.html`), 'utf8')
    writeFileSync(join(dist, `${bareFile}.html`), html.replaceAll(/<script\b[\s\S]*?<\/script>/g, ''))
  }
}

const BUILD_LIMIT_MS = 5 * 60_000

/** Builds the reference and puts it into the copied site, compressed like ours, so that our server serves both alike. */
async function addReference(folder: string): Promise<void> {
  const [astro, built] = [join(root, 'node_modules', 'astro', 'bin', 'astro.mjs'), join(folder, 'reference')]
  const args = [astro, 'build', '--root', join(root, 'bench', 'reference'), '--outDir', built]
  const env = { ASTRO_TELEMETRY_DISABLED: '1' }
  await outputOf({ command: process.execPath, args, env }, BUILD_LIMIT_MS)
  await compressFixedFiles(built)
  cpSync(join(built, '_astro'), join(folder, 'dist', '_astro'), { recursive: true })
  cpSync(join(built, 'index.html'), join(folder, 'dist', `${reference}.html`))
}

/** The score, milliseconds, and tasks of more than 50 ms on a processor four times slower than this one. */
type Figures = Awaited<ReturnType<typeof measure>>

/** Runs Lighthouse with its defaults: mobile, simulated slow 4G and processor, cleared storage. */
async function measure(browser: Browser, url: string, extraHeaders: Record<string, string> = {}) {
  const port = Number(new URL(browser.wsEndpoint()).port)
  const audit = () =>
    lighthouse(url, { port, logLevel: 'silent', onlyCategories: ['performance'], extraHeaders })
  // On a busy machine Chromium sometimes records no trace; then Lighthouse runs again.
  let result = await audit()
  if (result?.lhr.runtimeError) result = await audit()
  if (!result || result.lhr.runtimeError)
    throw new Error(`Lighthouse, ${url}: ${result?.lhr.runtimeError?.message}`)
  const { lhr } = result
  const tasks = lhr.audits['long-tasks']?.details
  const value = (audit: string) => lhr.audits[audit]?.numericValue ?? NaN
  return {
    performance: Math.round((lhr.categories['performance']?.score ?? NaN) * 100),
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    tbt: value('total-blocking-time'),
    longTasks: tasks && 'items' in tasks ? tasks.items.length : 0,
  }
}

function print(found: ReadonlyMap<string, Figures>): void {
  tableOf(found, [
    ['page', ([path]) => `\`${path}\``],
    ['performance', ([, { performance }]) => count(performance)],
    ['FCP', ([, { fcp }]) => ms(fcp)],
    ['LCP', ([, { lcp }]) => ms(lcp)],
    ['CLS', ([, { cls }]) => cls.toFixed(3)],
    ['TBT', ([, { tbt }]) => ms(tbt)],
    ['tasks > 50 ms', ([, { longTasks }]) => count(longTasks)],
  ])
}

/** Targets for speed. `tests/e2e/budgets.test.ts` checks bytes, fonts and the other scores. */
function targetsOf(found: ReadonlyMap<string, Figures>, jobs: readonly string[]): Target[] {
  const formPages: string[] = [paths.contact, paths.career, paths.register]
  const others = [...Object.values(bare), reference, staffPages.enquiries]
  const ours = [...found].filter(([path]) => !others.includes(path))
  const most = (figure: keyof Figures) => Math.max(...ours.map(([, page]) => page[figure]))
  const lowest = (hasForm: boolean) => {
    const pages = ours.filter(([path]) => formPages.includes(path) === hasForm)
    return Math.min(...pages.map(([, { performance }]) => performance))
  }
  const beside = (figure: 'lcp' | 'fcp' | 'tbt', [path, other]: [string, string], limit: number) => {
    const ratio = (found.get(path)?.[figure] ?? NaN) / (found.get(other)?.[figure] ?? NaN)
    const what = `\`${path}\` ${figure.toUpperCase()}, of that of \`${other}\``
    return atMost(what, ratio, { limit, show: (times) => `${times.toFixed(3)} times` })
  }
  const lcp = (path: string, limit: number) =>
    atMost(`\`${path}\` LCP`, found.get(path)?.lcp ?? NaN, { limit })
  return [
    atLeast('Lighthouse performance, content pages', lowest(false), { limit: 100 }),
    atLeast('Lighthouse performance, form pages', lowest(true), { limit: 99 }),
    atMost('tasks over 50 ms, every page', most('longTasks'), { limit: 0, show: count }),
    atMost('CLS, every page', most('cls'), { limit: 0, show: String }),
    beside('lcp', [paths.home, bare[paths.home]], 1.05),
    beside('fcp', [paths.contact, bare[paths.contact]], 1.1),
    beside('lcp', [paths.contact, bare[paths.contact]], 1.1),
    beside('tbt', [paths.contact, reference], 1),
    beside('tbt', [paths.career, reference], 1.2),
    beside('tbt', [paths.register, reference], 1.2),
    ...translated.map((path) => beside('lcp', [path, paths.home], 1.05)),
    ...[...jobs, paths.register].map((path) => lcp(path, 900)),
    lcp(paths.contact, 858),
    lcp(staffPages.enquiries, 1900),
  ]
}
