import lighthouse from 'lighthouse'
import { listedPages } from '#contract/paths.ts'
import { freePort } from '#scripts/free-port.ts'
import { expect, launch, test } from '#tests/support/e2e/test.ts'

/**
 * The categories that depend on the page alone. How fast it is depends on the machine, so that is printed by
 * `npm run bench -- pages` beside two pages without their scripts; what speed is made of is held by budgets.test.ts.
 */
const categories = ['accessibility', 'best-practices', 'seo']

test('Lighthouse gives every page full marks', { timeout: 180_000 }, async ({ site, onTestFinished }) => {
  const port = await freePort()
  const browser = await launch([`--remote-debugging-port=${port}`])
  onTestFinished(() => browser.close())
  for (const path of listedPages) {
    const run = await lighthouse(site.url + path, {
      port,
      onlyCategories: categories,
      // Nothing here is timed, so nothing is waited for once the page is whole.
      pauseAfterFcpMs: 0,
      pauseAfterLoadMs: 0,
      networkQuietThresholdMs: 0,
      cpuQuietThresholdMs: 0,
      disableFullPageScreenshot: true,
      logLevel: 'silent',
    })
    const report = run?.lhr
    const scores = categories.map((id) => [id, report?.categories[id]?.score])
    const failed = Object.values(report?.audits ?? {})
      .filter(({ score, scoreDisplayMode }) => score !== null && score < 1 && scoreDisplayMode === 'binary')
      .map(({ id, title }) => `${id}: ${title}`)
    expect({ scores, failed }, path).toEqual({ scores: categories.map((id) => [id, 1]), failed: [] })
  }
})
