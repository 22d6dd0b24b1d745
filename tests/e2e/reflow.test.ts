import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { pages } from '#contract/paths.ts'
import { openContactForm } from '#tests/support/e2e/enquiry.ts'
import { everyPage } from '#tests/support/e2e/problems.ts'
import { DESKTOP, expect, PHONE, test } from '#tests/support/e2e/test.ts'
import { inForm } from '#tests/support/long.ts'

/** What hangs out of the page to the right or left, and words that are cut off. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const room = document.documentElement.clientWidth
    const found: string[] = []
    if (document.documentElement.scrollWidth > room)
      found.push(`the page is ${document.documentElement.scrollWidth} wide`)
    for (const element of document.querySelectorAll<HTMLElement>(
      'h1, h2, h3, p, li, a, label, button, input, textarea',
    )) {
      if (
        !element.checkVisibility({ visibilityProperty: true }) ||
        element.closest('[aria-hidden], [inert], .sr-only')
      )
        continue
      const { left, right, width } = element.getBoundingClientRect()
      const name = `${element.tagName} ${element.textContent.slice(0, 30)}`
      if (width > 1 && (right > room + 1 || left < -1)) found.push(`${name} from ${left} to ${right}`)
      const clips = getComputedStyle(element).overflowX !== 'visible' && !element.matches('input, textarea')
      if (clips && width > 1 && element.scrollWidth > element.clientWidth + 1)
        found.push(`${name} is cut off`)
    }
    return found
  })
}

async function enlargeText(page: Page, pixels: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: pixels } })
}

test.for(inForm({ short: [320, 1920], long: [320, 768, 1920, 2560] }))(
  'at %i pixels no page scrolls sideways',
  async (width, { open }) => {
    const page = await open({ width, reducedMotion: 'reduce' })
    for (const path of everyPage) {
      await page.goto(path)
      expect(await overflowing(page), path).toEqual([])
    }
  },
)

test('at 320 pixels the menu and the form with all its sentences do not either', async ({ open }) => {
  const page = await open({ width: 320 })
  const form = await openContactForm(page)
  await form.submit.click()
  await page.getByText('Enquiry is required', { exact: true }).waitFor()
  expect(await overflowing(page)).toEqual([])

  await page.goto(pages.home)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('dialog').waitFor()
  expect(await overflowing(page)).toEqual([])
})

describe.for(inForm({ short: [320], long: [320, PHONE, DESKTOP] }))(
  'with text at 200 % and %i pixels',
  (width) => {
    test('nothing is lost: no sideways scroll, and the way round the site still works', async ({ open }) => {
      const page = await open({ width, reducedMotion: 'reduce' })
      for (const path of everyPage) {
        await enlargeText(page, 32)
        await page.goto(path)
        const size = await page
          .getByRole('main')
          .locator('p')
          .first()
          .evaluate((one) => getComputedStyle(one).fontSize)
        expect(Number.parseFloat(size), 'the text did grow').toBeGreaterThan(26)
        expect(await overflowing(page), path).toEqual([])
      }
      const menu = page.getByRole('button', { name: 'Menu', exact: true })
      if (await menu.isVisible()) await menu.click()
      await page.getByRole('link', { name: 'Services', exact: true }).locator('visible=true').first().click()
      await page.waitForURL('**/services')
    })
  },
)

test('lines of prose are neither too long nor too short to read', async ({ open }) => {
  for (const width of [DESKTOP, 1920, 2560]) {
    const page = await open({ width })
    await page.goto(pages.privacy)
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
