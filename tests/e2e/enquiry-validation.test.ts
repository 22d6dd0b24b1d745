import { describe } from 'vitest'
import { fieldMessages } from '#contract/messages/en/common.ts'
import type { Enquiry } from '#contract/schemas/enquiries.ts'
import { openContactForm, visitor } from '#tests/support/e2e/enquiry.ts'
import { descriptionOf, expect, hasFocus, PHONE, soon, test } from '#tests/support/e2e/test.ts'
import { inForm } from '#tests/support/long.ts'

/** A wrong answer, and the specification's sentence for it, to the letter. */
const wrong: [field: keyof Enquiry, value: string, sentence: string][] = [
  ['name', '', 'Name is required'],
  ['name', 'x'.repeat(101), 'Name is too long'],
  ['email', '', 'Email is required'],
  ['email', 'meera', 'Invalid email address'],
  ['email', `${'x'.repeat(92)}@mail.in`.padStart(101, 'x'), 'Email is too long'],
  ['phone', '', 'Phone number is required'],
  ['phone', '987654321', 'Phone number must be at least 10 digits'],
  ['phone', '98765abcde', 'Phone number can only contain numbers'],
  ['enquiry', '', 'Enquiry is required'],
  ['enquiry', 'x'.repeat(501), 'Enquiry is too long'],
]

test('every wrong answer has its sentence, in red, under its field and tied to it, and nothing is sent', async ({
  open,
}) => {
  // Places are compared, so the page is not to be on its way to the field.
  const page = await open({ reducedMotion: 'reduce' })
  const form = await openContactForm(page)
  for (const [name, value, sentence] of wrong) {
    const field = form[name]
    await form.fill({ ...visitor, [name]: value })
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

    await field.fill(visitor[name])
    await message.waitFor({ state: 'detached' })
    expect(await field.getAttribute('aria-invalid')).toBe(null)
    expect(await descriptionOf(field)).not.toContain(sentence)
  }
  expect(form.sent).toEqual([])
})

describe.for(inForm({ short: ['dark'], long: ['light', 'dark'] } as const))(
  'in the %s look',
  (colorScheme) => {
    test('a message is red and has a sign beside it, and its field has a red edge', async ({ open }) => {
      const page = await open({ colorScheme })
      const form = await openContactForm(page)
      await form.submit.click()
      const message = page.locator('form p', { hasText: fieldMessages.name.required })

      const colours = {
        text: await message.evaluate((one) => getComputedStyle(one).color),
        edge: await form.name.evaluate((one) => getComputedStyle(one).borderTopColor),
      }
      for (const [part, colour] of Object.entries(colours)) {
        const [red = 0, green = 0, blue = 0] = (await asBytes(colour)) as number[]
        expect(red, `${part} ${colour}`).toBeGreaterThan(1.4 * Math.max(green, blue))
      }
      expect(await message.locator('svg[aria-hidden="true"]').isVisible()).toBe(true)

      /** The channels as the browser paints them, whatever the colour is written in. */
      function asBytes(colour: string): Promise<number[]> {
        return page.evaluate((fill) => {
          const context = document.createElement('canvas').getContext('2d')
          if (!context) return []
          context.fillStyle = fill
          context.fillRect(0, 0, 1, 1)
          return [...context.getImageData(0, 0, 1, 1).data]
        }, colour)
      }
    })
  },
)

test('an empty form shows all four sentences and leads to the first field', async ({ open }) => {
  const page = await open({ width: PHONE })
  const form = await openContactForm(page)
  await form.submit.click()

  for (const { required } of Object.values(fieldMessages))
    await page.getByText(required, { exact: true }).waitFor()
  expect(await page.locator('form [aria-invalid="true"]').count()).toBe(4)
  await soon(() => hasFocus(form.name)).toBe(true)
  expect(form.sent).toEqual([])
})

test('nothing is said before the first try, and then each field is checked as it is mended', async ({
  open,
}) => {
  const page = await open()
  const form = await openContactForm(page)
  await form.email.fill('meera')
  await form.name.focus()
  await form.phone.focus()
  expect(await page.locator('form [aria-invalid]').count()).toBe(0)

  await form.submit.click()
  await page.getByText('Invalid email address', { exact: true }).waitFor()
  await form.email.pressSequentially('@example.i')
  await page.getByText('Invalid email address', { exact: true }).waitFor({ state: 'detached' })
  await form.email.fill('')
  await page.getByText('Email is required', { exact: true }).waitFor()
})
