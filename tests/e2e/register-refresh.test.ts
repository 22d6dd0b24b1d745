import {
  enterCode,
  kept,
  masked,
  messagesTo,
  newPhone,
  openedModal,
  openRegister,
  verify,
} from '#tests/support/e2e/register.ts'
import { expect, hasFocus, soon, test } from '#tests/support/e2e/test.ts'

test('a refresh keeps a code on its way, a verified number, and the step', async ({ open, site }) => {
  const { page, form, number: aadhaar, code } = await openedModal({ open, site }, 'aadhaar')
  await page.keyboard.type('12')
  expect(await kept(page)).not.toContain(code)
  await page.reload()
  await page.getByRole('button', { name: 'Enter the code' }).click()
  await form.opened()
  expect(await form.value('aadhaar')).toBe(masked(aadhaar))
  await enterCode({ form, site }, 'aadhaar', aadhaar)
  expect(await messagesTo(site, aadhaar)).toHaveLength(1)
  await verify({ form, site }, 'phone', newPhone())
  await form.field('email').fill('asha@example.in')
  const before = await form.values()
  const stored = await kept(page)
  for (const secret of [aadhaar, before['name'], before['address']]) expect(stored).not.toContain(secret)

  await page.reload()
  await soon(() => form.badge('aadhaar')).toBe('VERIFIED')
  await soon(() => form.badge('phone')).toBe('VERIFIED')
  expect(await form.value('aadhaar')).toBe(masked(aadhaar))
  await soon(() => form.values()).toEqual(before)
  expect(await form.field('name').isEditable()).toBe(false)
  await page.getByRole('img', { name: 'Profile photo' }).waitFor()
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  const other = await openRegister(await page.context().newPage())
  await soon(() => other.badge('aadhaar')).toBe('VERIFIED')
  expect(await other.value('aadhaar')).toBe(masked(aadhaar))

  await form.next.click()
  await form.heading(2).waitFor()
  await page.reload()
  await form.heading(2).waitFor()
  await soon(() => page.title()).toBe('Step 2 of 3: Mandate Details · Sunrise Placements')
  await form.back.click()
  await form.heading(1).waitFor()
  await soon(() => form.value('email')).toBe('asha@example.in')
  await soon(() => form.badge('aadhaar')).toBe('VERIFIED')

  // The browser's own Back and Forward move by steps; a number changed meanwhile prevents Forward.
  await form.next.click()
  await form.heading(2).waitFor()
  await page.goBack()
  await soon(() => hasFocus(form.heading(1))).toBe(true)
  expect(await form.value('email')).toBe('asha@example.in')
  await page.goForward()
  await soon(() => hasFocus(form.heading(2))).toBe(true)
  await page.goBack()
  await form.field('phone').fill(newPhone())
  await soon(() => form.badge('phone')).toBe('NOT VERIFIED')
  await page.goForward()
  await soon(() => new URL(page.url()).hash).toBe('#step-2')
  expect(await form.heading(1).isVisible()).toBe(true)
  expect(await page.title()).toMatch(/^Step 1 of 3/)
})
