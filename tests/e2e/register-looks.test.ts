import { describe } from 'vitest'
import { violationsByDayAndNight } from '#tests/support/e2e/axe.ts'
import { newAadhaar, newPhone, openRegister, typeCode, verify } from '#tests/support/e2e/register.ts'
import { closeToast, DESKTOP, expect, hasFocus, PHONE, soon, test } from '#tests/support/e2e/test.ts'

const still = { reducedMotion: 'reduce' } as const

describe.for([PHONE, DESKTOP])('axe finds nothing at %i pixels, light or dark', (width) => {
  test('with the modal open, empty and after a wrong code', async ({ open }) => {
    const page = await open({ width, ...still })
    const form = await openRegister(page)
    await form.field('phone').fill(newPhone())
    await form.verify('phone').click()
    await form.modal.waitFor()
    expect(await violationsByDayAndNight(page)).toEqual([])
    await typeCode(form, '000000')
    await form.submit.click()
    await soon(() => form.code()).toBe('')
    expect(await violationsByDayAndNight(page)).toEqual([])
  })

  test('with fields filled and locked, and with all that is missing said', async ({ open, site }) => {
    const page = await open({ width, ...still })
    const form = await openRegister(page)
    await verify({ form, site }, 'aadhaar', newAadhaar('0007'))
    await verify({ form, site }, 'phone', newPhone())
    await form.next.click()
    await page.getByText('Email is required').waitFor()
    await closeToast(form.toasts)
    expect(await violationsByDayAndNight(page)).toEqual([])
  })

  test('with a code that waits to be entered', async ({ open }) => {
    const page = await open({ width, ...still })
    const form = await openRegister(page)
    await form.field('phone').fill(newPhone())
    await form.verify('phone').click()
    await form.cancel.click()
    await page.getByRole('button', { name: 'Enter the code' }).waitFor()
    await form.modal.waitFor({ state: 'detached' })
    expect(await violationsByDayAndNight(page)).toEqual([])
  })
})

describe('on a phone of 320 pixels', () => {
  test('with its keyboard open the boxes and Submit are in sight, and the rest can be reached', async ({
    open,
  }) => {
    const page = await open({ width: 320, ...still })
    const form = await openRegister(page)
    await form.field('phone').fill(newPhone())
    await form.verify('phone').click()
    await form.modal.waitFor()
    await page.setViewportSize({ width: 320, height: 300 })
    await soon(async () => (await form.modal.locator('..').boundingBox())?.height).toBe(300)
    for (const one of [form.boxes.first(), form.boxes.last(), form.submit]) {
      const box = await one.boundingBox()
      expect(box?.y).toBeGreaterThanOrEqual(0)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(300)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320)
    }
    await page.keyboard.type('123456')
    await form.cancel.scrollIntoViewIfNeeded()
    const title = form.modal.getByRole('heading', { name: 'Enter OTP' })
    await title.scrollIntoViewIfNeeded()
    expect((await title.boundingBox())?.y).toBeGreaterThanOrEqual(0)
  })

  test('nothing hangs out of the page: not the modal, not the sentences, not with text at 200 %', async ({
    open,
  }) => {
    for (const size of [16, 32]) {
      const page = await open({ width: 320, ...still })
      const session = await page.context().newCDPSession(page)
      await session.send('Page.setFontSizes', { fontSizes: { standard: size, fixed: size } })
      const form = await openRegister(page)
      await form.next.click()
      await form.field('phone').fill(newPhone())
      await form.verify('phone').click()
      await form.modal.waitFor()
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll('main *, [role="dialog"], [role="dialog"] *')]
          .filter((one) => one.checkVisibility() && !one.closest('.sr-only, [aria-hidden="true"]'))
          .filter(
            (one) => one.getBoundingClientRect().right > 321 && getComputedStyle(one).position !== 'absolute',
          )
          .map((one) => one.outerHTML.slice(0, 80)),
      )
      expect(wide, `text of ${size} pixels`).toEqual([])
      await page.close()
    }
  })
})

test('in forced colours the current step, the badges and the boxes still have an edge', async ({ open }) => {
  const page = await open({ forcedColors: 'active', ...still })
  const form = await openRegister(page)
  await form.field('phone').fill(newPhone())
  await form.verify('phone').click()
  await soon(() => hasFocus(form.boxes.first())).toBe(true)
  const edges = await form.boxes.evaluateAll((all) => all.map((one) => getComputedStyle(one).borderTopWidth))
  expect(edges).toEqual(Array.from({ length: 6 }, () => '1px'))
})
