import type { Locator, Page } from 'playwright-core'
import { describe } from 'vitest'
import { addressIn, languageCodes } from '#contract/messages/languages.ts'
import { pages } from '#contract/paths.ts'
import { words } from '#tests/support/e2e/languages.ts'
import { enlargeText } from '#tests/support/e2e/problems.ts'
import { DESKTOP, expect, hasFocus, HEIGHT, openForm, PHONE, soon, test } from '#tests/support/e2e/test.ts'

test('text grows with the browser’s setting, and the menu works at 200 % and 320 pixels', async ({
  open,
}) => {
  const page = await open({ width: 320, isFresh: true, reducedMotion: 'reduce' })
  await enlargeText(page, 32)
  await page.goto(pages.about)
  const text = page.getByRole('main').locator('p').first()
  const size = await text.evaluate((one) => getComputedStyle(one).fontSize)
  expect(Number.parseFloat(size)).toBeGreaterThan(26)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Services', exact: true }).click()
  await page.waitForURL('**/services')
})

test('lines of prose are neither too long nor too short to read', async ({ open }) => {
  const page = await open()
  await page.goto(pages.privacy)
  for (const width of [DESKTOP, 1920, 2560]) {
    await page.setViewportSize({ width, height: HEIGHT })
    const characters = await page.getByRole('main').evaluate((main) => {
      const paragraph = [...main.querySelectorAll('p')].find(({ textContent }) => textContent.length > 300)
      if (!paragraph) return 0
      const lines =
        paragraph.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(paragraph).lineHeight)
      return paragraph.textContent.length / lines
    })
    expect(characters).toBeGreaterThanOrEqual(45)
    expect(characters).toBeLessThanOrEqual(80)
  }
})

describe('by keyboard alone at a phone’s width', () => {
  test('the skip link comes first, becomes visible, and leads past the bar', async ({ open }) => {
    const page = await open({ width: PHONE })
    await page.goto(pages.home)
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    expect(await hasFocus(skip)).toBe(true)
    await soon(() => isOnTop(skip)).toBe(true)
    await page.keyboard.press('Enter')
    await soon(() => hasFocus(page.getByRole('main'))).toBe(true)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  })

  test('every stop is visible, in forced colours too, with a ring and with nothing over it', async ({
    open,
  }) => {
    const page = await open({ width: PHONE })
    for (const path of [pages.home, pages.services, pages.contact, pages.terms]) {
      await page.emulateMedia({ forcedColors: path === pages.contact ? 'active' : 'none' })
      await page.goto(path)
      const stops = await walk(page)
      expect(stops.length, path).toBeGreaterThan(15)
      const bad = stops.filter(({ ring, covered }) => !ring || covered)
      expect(bad, path).toEqual([])
    }
  })
})

function isOnTop(element: Locator): Promise<boolean> {
  return element.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    return top !== null && (one.contains(top) || top.contains(one))
  })
}

interface Stop {
  name: string
  /** Whether a line of at least two pixels is drawn around it. */
  ring: boolean
  covered: boolean
}

/** Presses Tab from the top of the page until the focus has left it, and returns every stop. */
async function walk(page: Page): Promise<Stop[]> {
  const stops: Stop[] = []
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(tellOfFocus)
    if (!stop) break
    stops.push(stop)
  }
  return stops
}

function tellOfFocus(): Stop | null {
  const LINE = 48
  const { activeElement: one } = document
  if (!one || one === document.body) return null
  const { outlineStyle, outlineWidth } = getComputedStyle(one)
  const { x, width, top, bottom } = one.getBoundingClientRect()
  // A field taller than the rest of the screen may extend below it, except its current line; with one pixel of
  // tolerance for rounding.
  const isInSight = top >= -1 && Math.min(bottom, top + LINE) <= innerHeight + 1
  const seen = [top + 4, (top + bottom) / 2, bottom - 4].some((y) => {
    const there = document.elementFromPoint(x + width / 2, y)
    return there !== null && (one.contains(there) || there.contains(one))
  })
  return {
    name: one.textContent || one.getAttribute('name') || one.tagName,
    ring: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
    covered: !seen || !isInSight,
  }
}

/** Returns the focused field, from its label to its message, and where the toasts end. */
function inUse(page: Page) {
  return page.evaluate(() => {
    const field = document.activeElement?.closest('[data-field]') ?? document.body
    const { top, bottom } = field.getBoundingClientRect()
    const toasts = [...document.querySelectorAll('[data-toast]')]
    const ends = toasts.map((toast) => toast.getBoundingClientRect().bottom)
    return { toasts: toasts.length, isSeen: top >= Math.max(0, ...ends) && bottom <= innerHeight }
  })
}

test.for([
  { path: pages.contact, press: 'Submit', toasts: 0 },
  { path: pages.register, press: 'Next', toasts: 1 },
])(
  'a wrong field that gets the focus is visible from its label to its message: $path',
  async ({ path, press, toasts }, { open }) => {
    const page = await open({ width: PHONE })
    await openForm(page, path)
    await page.getByRole('button', { name: press, exact: true }).click()
    await page.locator('[aria-invalid="true"]:focus').waitFor()
    await soon(() => inUse(page)).toEqual({ toasts, isSeen: true })
  },
)

test('what registering is and costs is above the Aadhaar number', async ({ open }) => {
  const page = await open({ width: PHONE })
  for (const language of languageCodes) {
    await page.goto(addressIn(language, pages.register))
    const { promise, more, details } = words[language].registerPage
    const { serviceFee, twoWays } = words[language]
    for (const line of [twoWays.fee, serviceFee.untold, promise])
      expect(await page.getByText(line, { exact: true }).isVisible(), line).toBe(true)
    expect(await page.locator('[data-notice]').isVisible()).toBe(true)
    const number = page.locator('[name="aadhaar_no"]')
    const depth = await number.evaluate((one) => one.getBoundingClientRect().top + scrollY)
    // In the first screen of a phone, whose height is 844.
    expect(depth, language).toBeLessThanOrEqual(796)
    await page.getByText(more, { exact: true }).click()
    for (const { about } of details)
      expect(await page.getByText(about, { exact: true }).isVisible()).toBe(true)
  }
})
