import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { api, sandbox } from '#contract/paths.ts'
import { violationsByDayAndNight } from '#tests/support/e2e/axe.ts'
import { registerAndFail } from '#tests/support/e2e/registered.ts'
import { decide, openMandateStep } from '#tests/support/e2e/mandate.ts'
import { answer } from '#tests/support/e2e/register.ts'
import { closeToast, DESKTOP, expect, PHONE, test } from '#tests/support/e2e/test.ts'

const still = { reducedMotion: 'reduce' } as const

/** What hangs out of the page to the right. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((one) => one.checkVisibility() && !one.closest('.sr-only, [aria-hidden="true"]'))
      .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
      .map((one) => one.outerHTML.slice(0, 80)),
  )
}

describe.for([
  { width: 320, size: 32 },
  { width: PHONE, size: 16 },
  { width: DESKTOP, size: 16 },
])('at $width pixels with text of $size', ({ width, size }) => {
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
