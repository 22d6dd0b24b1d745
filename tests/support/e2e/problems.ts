import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { listedPages } from '#contract/paths.ts'
import { DESKTOP, HEIGHT, PHONE } from './test.ts'

/** Stylesheets are read for experimental rules alone. */
const common: axe.RunOptions = { resultTypes: ['violations'], preload: false }

/** WCAG 2.0 to 2.2 at A and AA, what axe calls best practice, and the contrast of 7:1 that the look promises. */
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

/** What can be otherwise by night alone. */
const colours: axe.RunOptions = {
  ...common,
  runOnly: { type: 'rule', values: ['color-contrast-enhanced', 'link-in-text-block'] },
}

/** What can be otherwise at another width, where the document is the same. */
const drawn: axe.RunOptions = {
  ...common,
  runOnly: { type: 'rule', values: ['target-size', 'scrollable-region-focusable'] },
}

/** Has the stricter rule of contrast find what the other finds too: one look at each text instead of two. */
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

/** What axe finds wrong with a page as it stands now, one line for each element. */
async function axeViolations(page: Page, wanted = options): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window)))
    await page.evaluate(`${axe.source}; axe.configure(${JSON.stringify(strictest)})`)
  const { violations } = await page.evaluate(
    (run) => (window as unknown as { axe: typeof axe }).axe.run(document, run),
    wanted,
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  )
}

/** A wide screen, a desktop's, a phone's, and the smallest. */
const allWidths = [1920, DESKTOP, PHONE, 320]

function setWidth(page: Page, width: number): Promise<void> {
  return page.setViewportSize({ width, height: HEIGHT })
}

interface Looked {
  /** There on phones alone. */
  isNarrow?: boolean
  /** Whether its text is looked at in twice the size. */
  isEnlarged?: boolean
  /** The width at which the document is judged whole. */
  first?: number
  /** Of the public site: looked at in forced colours, and taken hold of by a thumb. */
  isPublic?: boolean
}

/**
 * What is wrong with a screen as it stands: what axe finds by day and, of the colours, by night; what hangs out of it at
 * any width, and on the smallest one with its text at 200 %. Nothing moves meanwhile, or colours would be half-way.
 */
export async function faultsOf(
  page: Page,
  { isNarrow = false, isEnlarged = true, first = PHONE, isPublic = false }: Looked = {},
): Promise<string[]> {
  await setWidth(page, first)
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  const found = await axeViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  found.push(...(await axeViolations(page, colours)).map((finding) => `by night: ${finding}`))
  await page.emulateMedia({ colorScheme: null })
  if (isPublic) found.push(...(await graspFaults(page)))
  const another = first === PHONE ? DESKTOP : PHONE
  const drawnAt = async (width: number) => {
    if (width !== another) return []
    // In a window as high as the page: what a bar that stays in view half covers can be scrolled out from under it.
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width, height })
    return axeViolations(page, drawn)
  }
  found.push(...(await misfits(page, isNarrow ? [PHONE, 320] : allWidths, drawnAt)))
  if (isEnlarged) {
    // The smallest width is the last.
    await enlargeText(page, 32)
    found.push(...(await overflowing(page)).map((fault) => `with text at 200 %: ${fault}`))
    await enlargeText(page, 16)
  }
  await setWidth(page, first)
  return found
}

/** What a thumb would miss at a phone's width, and what has neither edge nor line to be seen by in forced colours. */
async function graspFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  // What the Aadhaar record filled in is read-only words beside their labels: nothing to press or to type in.
  const read = '[readonly][aria-describedby="read-card"]'
  // A tick box is pressed by its words too, and the browser draws its edge.
  const controls = page.locator(
    `button, input:not([tabindex="-1"], ${read}), textarea:not(${read}), a[class~="button"]`,
  )
  const faults = await controls.locator('visible=true').evaluateAll((all) =>
    all.flatMap((one) => {
      // A toast went between the browser's two steps.
      if (!one.checkVisibility()) return []
      const { width, height } = (one.closest('label') ?? one).getBoundingClientRect()
      // The sign that closes a toast stands in the toast's own edge.
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

/** An address that nothing will ever stand at. */
export const NOWHERE = '/nothing-stands-here'

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

/** Has the browser draw text as large as one who cannot see well sets it; 16 pixels are usual. */
export async function enlargeText(page: Page, pixels: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: pixels } })
}

/** What hangs out of a page at these widths, or is wrong with its bar, and whatever else is found at one. */
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

/** What hangs out of the page to the right or left, and words that are cut off. */
export function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const room = document.documentElement.clientWidth
    const found: string[] = []
    if (document.documentElement.scrollWidth > room)
      found.push(`the page is ${document.documentElement.scrollWidth} wide`)
    // What lies in a part that scrolls sideways by itself can be reached there.
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
