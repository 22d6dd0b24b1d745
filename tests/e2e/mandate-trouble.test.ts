import { api, sandbox } from '#contract/paths.ts'
import { account, decide, expectOneRegistration, openMandateStep } from '#tests/support/e2e/mandate.ts'
import { announced, expect, PHONE, soon, test } from '#tests/support/e2e/test.ts'

test('a missing maximum, token or gateway script is reported', async ({ open, site }) => {
  const { page, step, wizard } = await openMandateStep({ open, site }, { width: PHONE })
  const said = async (sentence: string) => {
    await step.alerts.getByText(sentence, { exact: true }).waitFor()
    await announced(page, sentence)
  }
  await wizard.back.click()
  // Each step has a button of that name.
  await wizard.heading(1).waitFor()
  await page.route(`**${api.maxAmount}`, (route) => route.abort())
  await wizard.next.click()
  await said('Failed to fetch all the transaction')
  await Promise.all([page.waitForEvent('requestfailed'), step.button('Try again').click()])
  // Busy until the answer has come.
  await soon(() => step.button('Try again').isEnabled()).toBe(true)
  await page.unroute(`**${api.maxAmount}`)

  const body = `
    window.$.pnCheckout = () => { throw new Error('no bank today') }
    window.pnCheckoutShared = { openNewWindow() {} }`
  await page.route(`**${sandbox.gateway}**/checkout.js`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  )
  await page.route(`**${api.generateMandateToken}`, (route) => route.abort())
  await step.fill({ accountNo: '100020003001' })
  await step.go.click()
  await said('Failed to generate mandate token')
  expect(await step.field('accountName').inputValue()).toBe(account.accountName)

  await page.unroute(`**${api.generateMandateToken}`)
  await step.fill()
  await step.go.click()
  await said('Failed to initiate bank selection')
})

test('a mandate that this page does not know of is not set up twice', async ({ open, site }) => {
  const { page, step, wizard, person } = await openMandateStep({ open, site })
  await step.fill()
  const bank = await step.openBank()
  // As another tab of this visitor, without a note of the attempt.
  await page.evaluate(() => sessionStorage.removeItem('open-mandate'))
  await page.reload()
  await wizard.heading(2).waitFor()
  await step.fill()
  await soon(() => step.field('ifscCode').inputValue()).toBe(account.ifscCode)
  const closed = bank.waitForEvent('close')
  await decide(bank, 'Authorise')
  await closed
  await step.field('accountName').fill('Field Worker Again')
  await step.go.click()

  await wizard.heading(3).waitFor()
  await expectOneRegistration(site, person.email)
})
