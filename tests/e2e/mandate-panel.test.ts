import { api, sandbox } from '#contract/paths.ts'
import {
  account,
  blockWindows,
  decide,
  expectOneRegistration,
  openMandateStep,
  panelOf,
  switchOn,
} from '#tests/support/e2e/mandate.ts'
import { expect, PHONE, test } from '#tests/support/e2e/test.ts'

const failed = 'Bank mandate registration failed'

test('the gateway’s panel opens the bank, and can be left in each way', async ({ open, site }) => {
  const { page, step, wizard, person } = await openMandateStep(
    { open, site },
    { width: PHONE, switches: ['panel', 'throw'] },
  )
  const panel = panelOf(page)
  await step.fill()
  await step.go.click()
  await panel.press('Go to the bank')
  await page.getByText(/^Your bank’s page should be here by now\./).waitFor()
  await step.button('Cancel').click()
  await step.alerts.getByText(/^Cancelled:/).waitFor()
  expect(await panel.itself.count()).toBe(0)

  await switchOn(page, site, 'panel')
  await page.reload()
  await step.fill()
  await step.go.click()
  await panel.press('Close the panel')
  await step.alerts.getByText(failed, { exact: true }).waitFor()
  expect(await step.field('accountNo').inputValue()).toBe(account.accountNo)

  await step.go.click()
  const opening = page.waitForEvent('popup')
  await panel.press('Go to the bank')
  const closing = (await opening).waitForEvent('close')
  // The script notices a moment later, and must not affect the next panel.
  const foundOut = page.waitForResponse(`**${sandbox.abandon}`)
  await step.button('Cancel').click()
  await closing
  await step.alerts.getByText(/^Cancelled: your bank has told us of no mandate\./).waitFor()
  expect(await panel.itself.count()).toBe(0)
  expect(await page.locator('body.hideScroll').count()).toBe(0)
  expect(await step.field('accountNo').inputValue()).toBe(account.accountNo)

  // A panel that may open no window shows the bank in this tab, and that leads back.
  await step.go.click()
  await foundOut
  await panel.itself.getByRole('button', { name: 'Go to the bank' }).waitFor()
  await blockWindows(page)
  await panel.press('Go to the bank')
  await page.getByRole('heading', { name: 'Set up a mandate' }).waitFor()
  await decide(page, 'Authorise')
  await wizard.heading(3).waitFor()
  await expectOneRegistration(site, person.email)
})

test('an answer by a post after the window, or by a post only, counts once', async ({ open, site }) => {
  const { page, step, wizard, person } = await openMandateStep({ open, site }, { switches: ['post-after'] })
  await step.fill()
  await decide(await step.openBank(), 'Decline')
  await step.alerts.getByText(failed, { exact: true }).waitFor()
  expect(await step.field('accountNo').inputValue()).toBe(account.accountNo)
  expect(step.sent(api.registerExecutive)).toBe(0)
  await switchOn(page, site, 'post-only')
  await page.reload()
  const before = step.sent(api.gatewayReturn)
  await step.fill()
  await decide(await step.openBank(), 'Authorise')
  await wizard.heading(3).waitFor()
  await step.heading('You are registered').waitFor()
  expect([step.sent(api.registerExecutive), step.sent(api.gatewayReturn)]).toEqual([1, before + 1])
  await expectOneRegistration(site, person.email)
})
