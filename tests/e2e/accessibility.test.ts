import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { pages } from '#contract/paths.ts'
import { openContactForm, visitor } from '#tests/support/e2e/enquiry.ts'
import { everyPage, misfits, violationsByDayAndNight } from '#tests/support/e2e/problems.ts'
import { atRest, expect, HEIGHT, openWhole, PHONE, soon, test } from '#tests/support/e2e/test.ts'

const documents = [...everyPage, pages.sandbox]
// Colours are read, so nothing is to be half-way between two.
const still = { reducedMotion: 'reduce' } as const

describe('axe finds nothing at a phone’s width, light or dark', () => {
  test('on every page, which fits at any width, whose buttons and fields are large enough for a thumb, and keep edge and ring in forced colours', async ({
    open,
  }) => {
    const page = await open({ width: PHONE, ...still })
    for (const path of documents) {
      await openWhole(page, path)
      expect(await violationsByDayAndNight(page), path).toEqual([])
      expect(await tooSmall(page), path).toEqual([])

      await page.emulateMedia({ forcedColors: 'active' })
      expect(await withoutEdge(page), path).toEqual([])
      await page.keyboard.press('Tab')
      const ring = await page.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body)
        return { outlineStyle, wide: Number.parseFloat(outlineWidth) >= 2 }
      })
      expect(ring, path).toEqual({ outlineStyle: 'solid', wide: true })
      await page.emulateMedia({ forcedColors: 'none' })
      if (path !== pages.sandbox) expect(await misfits(page), path).toEqual([])
      await page.setViewportSize({ width: PHONE, height: HEIGHT })
    }
  })

  test('on the form with all its errors, which are told apart in forced colours too, and while thanks are shown', async ({
    open,
  }) => {
    const page = await open({ width: PHONE, ...still })
    const form = await atRest(page, openContactForm)
    const edge = () => form.phone.evaluate((one) => Number.parseFloat(getComputedStyle(one).borderTopWidth))
    const sign = page.locator('form p', { hasText: 'Name is required' }).locator('svg')
    await page.emulateMedia({ forcedColors: 'active' })
    const before = await edge()
    await form.submit.click()
    await page.getByText('Enquiry is required', { exact: true }).waitFor()
    await soon(edge).toBeGreaterThan(before)
    expect(await sign.isVisible()).toBe(true)
    await page.emulateMedia({ forcedColors: 'none' })
    await page.clock.resume()
    expect(await violationsByDayAndNight(page)).toEqual([])

    await page.clock.pauseAt(new Date('2026-01-01T11:00:00Z'))
    await form.fill(visitor)
    await form.submit.click()
    // Under the pointer it stays, while the clock goes on, which axe needs.
    await page.getByRole('status').getByText('Form submitted successfully!', { exact: true }).hover()
    await page.clock.resume()
    expect(await violationsByDayAndNight(page)).toEqual([])
    expect(await form.toasts.innerText()).toContain('Form submitted successfully!')
  })
})

test('axe finds nothing in the open menu, light or dark', async ({ open }) => {
  const page = await open({ width: PHONE, ...still })
  await page.goto(pages.home)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('dialog').waitFor()
  expect(await violationsByDayAndNight(page)).toEqual([])
})

test('in forced colours the current testimonial is still told apart by its dot', async ({ open }) => {
  const page = await open({ forcedColors: 'active' })
  await page.goto(pages.home)
  const dots = page.getByRole('group', { name: 'Choose a testimonial' }).getByRole('button')
  const [current, other] = [await dots.nth(0).screenshot(), await dots.nth(1).screenshot()]
  expect(current.equals(other)).toBe(false)
})

function tooSmall(page: Page): Promise<string[]> {
  const controls = page
    .locator('button, input:not([tabindex="-1"]), textarea, a[class~="button"]')
    .locator('visible=true')
  return controls.evaluateAll((all) =>
    all
      .map((one) => ({
        name: one.textContent || one.getAttribute('name'),
        // A tick box is pressed by its words too.
        box: (one.closest('label') ?? one).getBoundingClientRect(),
      }))
      .filter(({ box }) => box.height < 44 || box.width < 44)
      .map(({ name, box }) => `${name}: ${box.width} by ${box.height}`),
  )
}

/** Buttons, links that look like buttons, and fields that have neither a border nor an underline to be seen by. */
function withoutEdge(page: Page): Promise<string[]> {
  // The browser draws a tick box itself, with its edge.
  const controls = page
    .locator('button, input:not([tabindex="-1"], [type="checkbox"]), textarea, a[class~="button"]')
    .locator('visible=true')
  return controls.evaluateAll((all) =>
    all
      .filter((one) => {
        const styles = [getComputedStyle(one), getComputedStyle(one, '::before')]
        return !styles.some(
          ({ borderTopStyle, borderTopWidth }) =>
            borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) >= 1,
        )
      })
      .map((one) => one.outerHTML.slice(0, 80)),
  )
}
