import { pages } from '#contract/paths.ts'
import {
  account,
  blockWindows,
  decide,
  expectOneRegistration,
  openMandateStep,
} from '#tests/support/e2e/mandate.ts'
import { expect, PHONE, soon, test } from '#tests/support/e2e/test.ts'

test('if no window opens, the bank is shown in this tab and leads back', async ({ open, site }) => {
  const { page, step, wizard, person } = await openMandateStep({ open, site }, { width: PHONE })
  const goToBank = async () => {
    await step.fill()
    await blockWindows(page)
    await step.go.click()
    await page.getByText('Your browser did not open the bank’s window.').waitFor()
    await step.button('Continue in this tab').click()
    await page.getByRole('heading', { name: 'Set up a mandate' }).waitFor()
  }
  await goToBank()
  await page.goBack({ waitUntil: 'commit' })
  await page.getByText(/^The bank’s window may still be open/).waitFor()
  await step.button('Start again').click()
  await step.alerts.getByText(/^Your bank has told us of no mandate\./).waitFor()

  await goToBank()
  await decide(page, 'Authorise')
  await wizard.heading(3).waitFor()
  expect(page.context().pages()).toHaveLength(1)
  await expectOneRegistration(site, person.email)
})

test('the bank’s window can be brought to the front or cancelled, and the page refreshed', async ({
  open,
  site,
}) => {
  const { page, step, wizard, person } = await openMandateStep({ open, site }, { width: PHONE })
  await step.fill()
  const bank = await step.openBank()
  await bank.evaluate(() => {
    // A browser without a screen brings nothing to the front.
    window.focus = () => {
      document.title = 'in front'
    }
  })
  await step.button('Bring the bank’s window to front').click()
  await soon(() => bank.title()).toBe('in front')
  const closing = bank.waitForEvent('close')
  await step.button('Cancel').click()
  await closing
  await step.alerts.getByText(/^Cancelled: your bank has told us of no mandate\./).waitFor()
  expect(await step.field('accountNo').inputValue()).toBe(account.accountNo)

  const other = await step.openBank()
  await page.reload()
  await step.heading('Waiting for your bank').waitFor()
  await page.getByText(/^The bank’s window may still be open/).waitFor()
  await page.goto('about:blank')
  await decide(other, 'Authorise')
  await page.goto(pages.register)
  await wizard.heading(3).waitFor()
  expect(step.transactions()).toHaveLength(2)
  await expectOneRegistration(site, person.email)
})
