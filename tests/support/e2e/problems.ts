import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { listedPages, pages } from '#contract/paths.ts'

/** WCAG 2.0 to 2.2 at A and AA, what axe calls best practice, and the contrast of 7:1 that the look promises. */
const options: axe.RunOptions = {
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'],
  },
  rules: { 'target-size': { enabled: true }, 'color-contrast-enhanced': { enabled: true } },
  resultTypes: ['violations'],
}

/** What can be otherwise by night alone. */
const colours: axe.RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'color-contrast-enhanced', 'link-in-text-block'] },
  resultTypes: ['violations'],
}

/** What axe finds wrong with a page as it stands now, one line for each element. */
export async function axeViolations(page: Page, wanted = options): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (run) => (window as unknown as { axe: typeof axe }).axe.run(document, run),
    wanted,
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  )
}

/** What axe finds by day and, of the colours, by night; nothing moves meanwhile, or they would be half-way between two. */
export async function violationsByDayAndNight(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const [colorScheme, rules] of [
    ['light', options],
    ['dark', colours],
  ] as const) {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
    found.push(...(await axeViolations(page, rules)).map((finding) => `${colorScheme}: ${finding}`))
  }
  return found
}

/** An address that nothing will ever stand at. */
export const NOWHERE = '/nothing-stands-here'

export const formPages: string[] = [pages.contact, pages.career, pages.register]

/** Pages without a form: words, pictures and links alone. */
export const contentPages = listedPages.filter((path) => !formPages.includes(path))

/** Every document a visitor can meet: the listed pages and the one that says there is none. */
export const everyPage = [...listedPages, NOWHERE]

/**
 * Collects, from now on, what a page must not do: errors and warnings on the console (a breach of the content policy is
 * one), uncaught errors, requests that fail, and requests to another host.
 */
export function problemsOf(page: Page): string[] {
  const problems: string[] = []
  const isHome = (url: string) =>
    new URL(url).origin === new URL(page.url()).origin || page.url() === 'about:blank'
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // Given up because the page was left, as the icon of the tab often is.
    if (reason !== 'net::ERR_ABORTED') problems.push(`failed: ${request.url()} ${reason}`)
  })
  page.on('request', (request) => {
    const url = request.url()
    if (url.startsWith('http') && !isHome(url)) problems.push(`another host: ${url}`)
  })
  return problems
}
