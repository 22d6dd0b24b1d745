import type { Locator, Page } from 'playwright-core'
import { openContactForm, visitor } from '#tests/support/e2e/enquiry.ts'
import { descriptionOf, expect, hasFocus, soon, test } from '#tests/support/e2e/test.ts'

/** One wrong answer; contract/fields/field.test.ts has all of them, and all fields have the same frame. */
const [name, value, sentence] = ['phone', '98765abcde', 'Phone number can only contain numbers'] as const

test('a wrong answer is marked in red under its field, linked to it, and not sent', async ({ open }) => {
  // Positions are compared, so the page must not be scrolling to the field.
  const page = await open({ reducedMotion: 'reduce' })
  const form = await openContactForm(page)
  const field = form[name]
  await form.fill({ ...visitor, [name]: value })
  const edge = () => field.evaluate((one) => Number.parseFloat(getComputedStyle(one).borderTopWidth))
  const before = await edge()
  await form.submit.click()

  const message = page.locator('form').getByText(sentence, { exact: true })
  await message.waitFor()
  expect(await field.getAttribute('aria-invalid'), sentence).toBe('true')
  expect(await descriptionOf(field)).toContain(sentence)
  await soon(() => hasFocus(field)).toBe(true)
  const [above, below] = [await field.boundingBox(), await message.boundingBox()]
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
  expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeLessThan(40)
  expect(await page.locator('form [aria-invalid]').count()).toBe(1)
  await expectRed(page, message, field)
  // By more than its colour.
  await page.emulateMedia({ forcedColors: 'active' })
  await soon(edge).toBeGreaterThan(before)
  await page.emulateMedia({ forcedColors: 'none' })

  await field.fill(visitor[name])
  await message.waitFor({ state: 'detached' })
  expect(await field.getAttribute('aria-invalid')).toBe(null)
  expect(await descriptionOf(field)).not.toContain(sentence)
  expect(form.sent).toEqual([])
})

/** Expects a message that is red, by day and by night, with a sign beside it, and a field with a red edge. */
async function expectRed(page: Page, message: Locator, field: Locator): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    const colours = [
      await message.evaluate((one) => getComputedStyle(one).color),
      await field.evaluate((one) => getComputedStyle(one).borderTopColor),
    ]
    for (const colour of colours) {
      const [red = 0, green = 0, blue = 0] = await page.evaluate(asBytes, colour)
      expect(red, `${colorScheme}: ${colour}`).toBeGreaterThan(1.4 * Math.max(green, blue))
    }
  }
  expect(await message.locator('xpath=..').locator('svg[aria-hidden="true"]').isVisible()).toBe(true)
}

/** Runs in the page: returns the channels as the browser paints them, in whatever notation the colour is. */
function asBytes(colour: string): number[] {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return []
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  return [...context.getImageData(0, 0, 1, 1).data]
}
