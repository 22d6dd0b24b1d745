import { describe } from 'vitest'
import { api, sandbox } from '#contract/paths.ts'
import { account, decide, expectOneRegistration, openMandateStep } from '#tests/support/e2e/mandate.ts'
import { answer } from '#tests/support/e2e/register.ts'
import { expect, PHONE, soon, test } from '#tests/support/e2e/test.ts'

const checkoutScript = `**${sandbox.gateway}**/checkout.js`

function refusal(status: number, code: string, message: string) {
  return { status, body: { code, message } }
}

describe('the gateway’s script', () => {
  test('that fails when it is called is said', async ({ open, site }) => {
    const { page, step } = await openMandateStep({ open, site })
    const body = `
      window.$.pnCheckout = () => { throw new Error('no bank today') }
      window.pnCheckoutShared = { openNewWindow() {} }`
    await page.route(checkoutScript, (route) => route.fulfill({ contentType: 'text/javascript', body }))
    await step.fill()
    await step.go.click()
    await step.alerts.getByText('Failed to initiate bank selection', { exact: true }).waitFor()
    await step.toasts.getByText('Failed to initiate bank selection', { exact: true }).waitFor()
  })
})

describe('a token', () => {
  test('that is refused is told in the server’s words, and a cut line in the catalogue’s', async ({
    open,
    site,
  }) => {
    const { page, step } = await openMandateStep({ open, site })
    await answer(page, api.generateMandateToken, () => refusal(429, 'rate_limited', 'Too many requests.'))
    await type(step)
    await step.go.click()
    await step.alerts.getByText('Too many requests.', { exact: true }).waitFor()

    await page.unroute(`**${api.generateMandateToken}`)
    await page.route(`**${api.generateMandateToken}`, (route) => route.abort())
    await step.field('accountNo').fill('100020003001')
    await step.go.click()
    await step.alerts.getByText('Failed to generate mandate token', { exact: true }).waitFor()
    expect(await step.field('accountName').inputValue()).toBe(account.accountName)
  })
})

test('a maximum that cannot be read is said where it would stand, and asked for again', async ({
  open,
  site,
}) => {
  const { page, step, wizard } = await openMandateStep({ open, site }, { width: PHONE })
  await wizard.back.click()
  await page.route(`**${api.maxAmount}`, (route) => route.abort())
  await wizard.next.click()
  const sentence = 'Failed to fetch all the transaction'
  await step.toasts.getByText(sentence, { exact: true }).waitFor()
  await step.alerts.getByText(sentence, { exact: true }).waitFor()
  await page.unroute(`**${api.maxAmount}`)
  await step.button('Try again').click()
  await page.getByText('₹5,000 for each debit').waitFor()
})

test('a line that is cut while the bank decides is said, and the answer comes when it is back', async ({
  open,
  site,
}) => {
  const { page, step, wizard, person } = await openMandateStep({ open, site }, { width: PHONE })
  await step.fill()
  const bank = await step.openBank()
  const line = `**${api.mandateStatus}*`
  await page.route(line, (route) => route.abort('internetdisconnected'))
  await page.getByText(/^We cannot learn how it stands/).waitFor()
  // After a refresh the page hears from our server alone.
  await page.reload()
  await step.heading('Waiting for your bank').waitFor()
  const closed = bank.waitForEvent('close')
  await decide(bank, 'Authorise')
  await closed
  await page.getByText(/^We cannot learn how it stands/).waitFor()
  await page.unroute(line)
  await wizard.heading(3).waitFor()
  await expectOneRegistration(site, person.email)
})

describe('a registration', () => {
  test('whose answer is lost is tried again without the bank, and is one', async ({ open, site }) => {
    const { page, step, wizard, person } = await openMandateStep({ open, site })
    await page.route(`**${api.registerExecutive}`, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await step.fill()
    await decide(await step.openBank(), 'Authorise')
    await step.heading('Almost done').waitFor()
    await step.alerts.getByText('An error occurred during registration.', { exact: true }).waitFor()
    await page.unroute(`**${api.registerExecutive}`)
    await step.button('Try again').click()

    await wizard.heading(3).waitFor()
    expect(step.transactions()).toHaveLength(1)
    await expectOneRegistration(site, person.email)
  })

  test('that is refused says why in the server’s words; a page of a proxy is none of them', async ({
    open,
    site,
  }) => {
    const { page, step, wizard } = await openMandateStep({ open, site }, { width: PHONE })
    await answer(page, api.registerExecutive, () => refusal(503, 'unavailable', 'The site is very busy.'))
    await step.fill()
    await decide(await step.openBank(), 'Authorise')
    await step.alerts.getByText('The site is very busy.', { exact: true }).waitFor()
    await page.unroute(`**${api.registerExecutive}`)
    await page.route(`**${api.registerExecutive}`, (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    )
    await step.button('Try again').click()
    await step.alerts.getByText('Registration failed. Please try again.', { exact: true }).waitFor()
    await page.unroute(`**${api.registerExecutive}`)
    await step.button('Try again').click()
    await wizard.heading(3).waitFor()
  })

  test('without a photo asks for one, and goes on without the bank once there is one', async ({
    open,
    site,
  }) => {
    const { page, step, wizard, person } = await openMandateStep({ open, site })
    // A picture that this browser cannot read any more.
    await page.evaluate(() => {
      window.createImageBitmap = () => Promise.reject(new Error('no picture'))
    })
    await step.fill()
    await decide(await step.openBank(), 'Authorise')
    await step.alerts.getByText('Profile photo is required', { exact: true }).waitFor()
    await step.toasts.getByText('Profile photo is required', { exact: true }).waitFor()
    expect(step.sent(api.registerExecutive)).toBe(0)

    await page.reload()
    await wizard.heading(3).waitFor()
    expect(step.transactions()).toHaveLength(1)
    await expectOneRegistration(site, person.email)
  })
})

test('a mandate of which this page knows nothing is gone on with, not set up twice', async ({
  open,
  site,
}) => {
  const { page, step, wizard, person } = await openMandateStep({ open, site })
  await step.fill()
  const bank = await step.openBank()
  // As another tab of this visitor: it has no note of the try.
  await page.evaluate(() => sessionStorage.removeItem('open-mandate'))
  await page.reload()
  await wizard.heading(2).waitFor()
  await type(step)
  const closed = bank.waitForEvent('close')
  await decide(bank, 'Authorise')
  await closed
  await step.field('accountName').fill('Field Worker Again')
  await step.go.click()

  await wizard.heading(3).waitFor()
  await expectOneRegistration(site, person.email)
})

/** Fills the fields without waiting for what cannot come. */
async function type(step: Awaited<ReturnType<typeof openMandateStep>>['step']): Promise<void> {
  for (const [name, value] of Object.entries(account)) {
    await step.field(name as keyof typeof account).fill(value)
  }
  await soon(() => step.field('ifscCode').inputValue()).toBe(account.ifscCode)
}
