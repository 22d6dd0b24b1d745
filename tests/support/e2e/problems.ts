import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { listedPages } from '#contract/paths.ts'
import { DESKTOP, HEIGHT, PHONE } from './test.ts'

/** Stylesheets are needed for experimental rules only. */
const common: axe.RunOptions = { resultTypes: ['violations'], preload: false }

/** WCAG 2.0 to 2.2 at A and AA, axe's best practices, and the promised contrast of 7:1. */
const options: axe.RunOptions = {
  ...common,
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'],
  },
  rules: {
    'target-size': { enabled: true },
    'color-contrast-enhanced': { enabled: true },
    'color-contrast': { enabled: false },
  },
}

/** Rules whose result may differ by night and at another width of the same document. */
const elsewhere: axe.RunOptions = {
  ...common,
  runOnly: {
    type: 'rule',
    values: ['color-contrast-enhanced', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'],
  },
}

/** Minified, because each document parses it again. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Makes the stricter contrast rule find what the other finds too, so that each text is checked once. */
const strictest: axe.Spec = {
  checks: [
    {
      id: 'color-contrast-enhanced',
      options: {
        ...{ ignoreUnicode: true, ignoreLength: false, ignorePseudo: false, pseudoSizeThreshold: 0.25 },
        ...{ boldValue: 700, boldTextPt: 14, largeTextPt: 18 },
        ...{ shadowOutlineEmMax: 0.1, textStrokeEmMin: 0.03 },
        contrastRatio: { normal: { expected: 7 }, large: { expected: 4.5 } },
      },
    },
  ],
}

/** Returns what axe finds wrong with a page now, one line for each element. */
async function axeViolations(page: Page, wanted = options): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window)))
    await page.evaluate(`${source}; axe.configure(${JSON.stringify(strictest)})`)
  const { violations } = await page.evaluate(
    (run) => (window as unknown as { axe: typeof axe }).axe.run(document, run),
    wanted,
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  )
}

/** Widths of a desktop, where the last media query of the styles begins, of a phone, and the smallest. */
const allWidths = [DESKTOP, PHONE, 320]

function setWidth(page: Page, width: number): Promise<void> {
  return page.setViewportSize({ width, height: HEIGHT })
}

interface Looked {
  /** Exists on phones only. */
  isNarrow?: boolean
  /** Whether it is checked with its text at twice the size. */
  isEnlarged?: boolean
  /** The width at which the whole document is checked. */
  first?: number
  /** Part of the public site: checked in forced colours, and for targets that a thumb can hit. */
  isPublic?: boolean
}

/**
 * Returns what is wrong with a screen: what axe finds by day and, for colours, by night and at another width; what
 * overflows at any width, and on the smallest one with text at 200 %. Nothing may move meanwhile, or colours would be
 * half-way.
 */
export async function faultsOf(
  page: Page,
  { isNarrow = false, isEnlarged = true, first = PHONE, isPublic = false }: Looked = {},
): Promise<string[]> {
  await setWidth(page, first)
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  const found = await axeViolations(page)
  await page.emulateMedia({ colorScheme: null })
  if (isPublic) found.push(...(await graspFaults(page)))
  const widths = isNarrow ? [PHONE, 320] : allWidths
  const another = isNarrow ? 320 : first === PHONE ? DESKTOP : PHONE
  const byNightAt = async (width: number) => {
    if (width !== another) return []
    await page.emulateMedia({ colorScheme: 'dark' })
    // In a window as high as the page, where nothing is covered by bars that stay in view.
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width, height })
    const faults = await axeViolations(page, elsewhere)
    await page.emulateMedia({ colorScheme: null })
    return faults.map((fault) => `by night: ${fault}`)
  }
  found.push(...(await misfits(page, widths, byNightAt)))
  if (isEnlarged) {
    // The smallest width is the last.
    await enlargeText(page, 32)
    found.push(...(await overflowing(page)).map((fault) => `with text at 200 %: ${fault}`))
    await enlargeText(page, 16)
  }
  await setWidth(page, first)
  return found
}

/** Returns targets too small for a thumb on a phone, and controls without edge or line in forced colours. */
async function graspFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  // The data from the Aadhaar record are read-only text beside their labels.
  const read = '[readonly][aria-describedby="read-card"]'
  // A checkbox is pressed by its words too, and the browser draws its edge.
  const controls = page.locator(
    `button, input:not([tabindex="-1"], ${read}), textarea:not(${read}), a[class~="button"]`,
  )
  const faults = await controls.locator('visible=true').evaluateAll((all) =>
    all.flatMap((one) => {
      // A toast disappeared between the browser's two steps.
      if (!one.checkVisibility()) return []
      const { width, height } = (one.closest('label') ?? one).getBoundingClientRect()
      // The sign that closes a toast is within the toast's own edge.
      const hasEdge = [getComputedStyle(one), getComputedStyle(one, '::before')].some(
        (style) =>
          (style.borderTopStyle !== 'none' && Number.parseFloat(style.borderTopWidth) >= 1) ||
          style.textDecorationLine.includes('underline') ||
          one.matches('[data-toast] *, [type="checkbox"]'),
      )
      const name = one.textContent || one.getAttribute('name')
      return [
        ...(height < 44 || width < 44 ? [`${name}: ${width} by ${height}`] : []),
        ...(hasEdge ? [] : [`${name} has no edge in forced colours`]),
      ]
    }),
  )
  await page.emulateMedia({ forcedColors: null })
  return faults
}

/** An address that will never have a page. */
export const NOWHERE = '/nothing-stands-here'

/** Every document a visitor can meet: the listed pages and the one for unknown addresses. */
export const everyPage = [...listedPages, NOWHERE]

/**
 * Collects errors and warnings on the console (such as violations of the content policy), uncaught errors, failed
 * requests, and requests to another host, from now on.
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
    // Cancelled because the page was left, as the icon of the tab often is.
    if (reason !== 'net::ERR_ABORTED') problems.push(`failed: ${request.url()} ${reason}`)
  })
  page.on('request', (request) => {
    const url = request.url()
    if (url.startsWith('http') && !isHome(url)) problems.push(`another host: ${url}`)
  })
  return problems
}

/** Makes the browser draw text as large as people with low vision set it; 16 pixels are usual. */
export async function enlargeText(page: Page, pixels: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: pixels } })
}

/** Returns what overflows at these widths or is wrong with the bar, and what `more` finds at one. */
export async function misfits(
  page: Page,
  widths: readonly number[] = allWidths,
  more: (width: number) => Promise<string[]> = async () => [],
): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await setWidth(page, width)
    const faults = [...(await overflowing(page)), ...(await more(width))]
    const bars = page.locator('.site-header')
    const heights = await bars.evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().height))
    // Two rows at most: the name and the menu, and on the smallest phones the languages.
    faults.push(...heights.filter((height) => height >= 120).map((height) => `the bar is ${height} high`))
    found.push(...faults.map((fault) => `at ${width} pixels: ${fault}`))
  }
  return found
}

/** Returns what overflows the page to the right or left, and words that are cut off. */
export function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const room = document.documentElement.clientWidth
    const found: string[] = []
    if (document.documentElement.scrollWidth > room)
      found.push(`the page is ${document.documentElement.scrollWidth} wide`)
    // Content of a part that scrolls sideways can be reached there.
    const isReached = (element: Element): boolean => {
      for (let one = element.parentElement; one; one = one.parentElement)
        if (getComputedStyle(one).overflowX === 'auto' && one.scrollWidth > one.clientWidth) return true
      return false
    }
    const seen = 'h1, h2, h3, p, li, a, label, button, input, textarea, main form *, [role="dialog"] *'
    for (const element of document.querySelectorAll<HTMLElement>(seen)) {
      if (element.closest('[aria-hidden], [inert], .sr-only')) continue
      if (!element.checkVisibility({ visibilityProperty: true })) continue
      const { left, right, width } = element.getBoundingClientRect()
      const name = `${element.tagName} ${element.textContent.slice(0, 30)}`
      if (width > 1 && (right > room + 1 || left < -1) && !isReached(element))
        found.push(`${name} from ${left} to ${right}`)
      const clips = getComputedStyle(element).overflowX !== 'visible' && !element.matches('input, textarea')
      if (clips && width > 1 && element.scrollWidth > element.clientWidth + 1)
        found.push(`${name} is cut off`)
    }
    return found
  })
}
