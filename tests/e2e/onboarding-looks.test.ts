import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { api, sandbox } from '#contract/paths.ts'
import { decide, openMandateStep } from '#tests/support/e2e/mandate.ts'
import { violationsByDayAndNight } from '#tests/support/e2e/problems.ts'
import { answer, newAadhaar, newPhone, openRegister, typeCode, verify } from '#tests/support/e2e/register.ts'
import { registerAndFail } from '#tests/support/e2e/registered.ts'
import { closeToast, expect, hasFocus, PHONE, soon, test, widths } from '#tests/support/e2e/test.ts'

const still = { reducedMotion: 'reduce' } as const

describe.for(widths)('axe finds nothing at %i pixels, light or dark', (width) => {
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

/** What hangs out of the page to the right. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((one) => one.checkVisibility() && !one.closest('.sr-only, [aria-hidden="true"]'))
      .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
      .map((one) => one.outerHTML.slice(0, 80)),
  )
}

const screens = [{ width: 320, size: 32 }, ...widths.map((width) => ({ width, size: 16 }))]

describe.for(screens)('at $width pixels with text of $size', ({ width, size }) => {
  async function enlarge(page: Page): Promise<void> {
    const session = await page.context().newCDPSession(page)
    await session.send('Page.setFontSizes', { fontSizes: { standard: size, fixed: size } })
  }
  async function expectClean(page: Page, state: string): Promise<void> {
    expect(await tooWide(page), state).toEqual([])
    if (width !== 320) expect(await violationsByDayAndNight(page), state).toEqual([])
  }

  test('step 2 keeps its form in every state', async ({ open, site }) => {
    const { page, step, wizard } = await openMandateStep({ open, site }, { width, ...still })
    await enlarge(page)
    await expectClean(page, 'empty')
    await step.go.click()
    await step.alerts.getByText('Please fill all mandate details correctly').waitFor()
    await closeToast(step.toasts)
    await expectClean(page, 'with all that is wrong')
    await step.fill()
    await expectClean(page, 'filled')
    const bank = await step.openBank()
    await step.heading('Waiting for your bank').waitFor()
    await expectClean(page, 'waiting')
    await answer(page, api.registerExecutive, () => ({
      status: 503,
      body: { code: 'unavailable', message: 'The site is very busy. Please try again in a few seconds.' },
    }))
    await decide(bank, 'Authorise')
    await step.heading('Almost done').waitFor()
    await closeToast(step.toasts)
    await expectClean(page, 'not finished')
    await page.unroute(`**${api.registerExecutive}`)
    await step.button('Try again').click()
    await wizard.heading(3).waitFor()
  })

  test('a window that does not open, and one that is gone, do too', async ({ open, site }) => {
    const { page, step } = await openMandateStep({ open, site }, { width, ...still })
    await enlarge(page)
    await page.route(`**${sandbox.abandon}`, () => undefined)
    await page.evaluate(() => {
      const { open: opens } = window
      let isFirst = true
      window.open = (...given) => {
        const opened = isFirst ? null : opens.apply(window, given)
        isFirst = false
        return opened
      }
    })
    await step.fill()
    await step.go.click()
    await step.button('Continue in this tab').waitFor()
    await expectClean(page, 'blocked')
    await page.locator('form[data-ready]').waitFor()
    const opening = page.waitForEvent('popup')
    await step.button('Open the bank’s window').click()
    const bank = await opening
    await bank.getByRole('heading', { name: 'Set up a mandate' }).waitFor()
    await page.locator('[data-window="open"]').waitFor()
    await bank.close()
    await page.getByText(/^The bank’s window is closed\./).waitFor()
    await expectClean(page, 'gone')
    await step.button('Start again').click()
    await step.alerts.getByText(/^Your bank has told us of no mandate\./).waitFor()
    await closeToast(step.toasts)
    await expectClean(page, 'with how it ended')
  })

  test('the page that mends a mandate does too', async ({ open, site }) => {
    const { path } = await registerAndFail(site)
    const page = await open({ width, ...still })
    await enlarge(page)
    await page.goto(path)
    await page.locator('form[data-ready]').waitFor()
    await expectClean(page, 'filled in')
  })
})

test('a record that is being opened says so, and keeps its room', async ({ open, site }) => {
  const { path } = await registerAndFail(site)
  const page = await open({ width: PHONE, ...still })
  await page.route(`**${api.fieldExecutive}*`, () => undefined)
  await page.goto(path)
  await page.getByRole('status').filter({ hasText: 'Opening' }).waitFor()
  expect(await violationsByDayAndNight(page)).toEqual([])
})
