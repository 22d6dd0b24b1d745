import type { Page } from 'playwright-core'
import { api, sandbox } from '#contract/paths.ts'
import {
  account,
  blockWindows,
  decide,
  expectOneRegistration,
  openMandateStep,
} from '#tests/support/e2e/mandate.ts'
import { expect, PHONE, soon, test } from '#tests/support/e2e/test.ts'

/** The bank's window stays unanswered for, as one whose page was cut off from ours. */
async function keepSilent(page: Page): Promise<void> {
  await page.route(`**${sandbox.abandon}`, () => undefined)
}

test('a double click on Next opens one window and begins one transaction', async ({ open, site }) => {
  const { page, step, wizard, person } = await openMandateStep({ open, site })
  let windows = 0
  page.on('popup', () => (windows += 1))
  await step.fill()
  const opening = page.waitForEvent('popup')
  await step.go.dblclick()
  const bank = await opening
  await step.heading('Waiting for your bank').waitFor()
  await decide(bank, 'Authorise')

  await wizard.heading(3).waitFor()
  expect(windows).toBe(1)
  expect(step.transactions()).toHaveLength(1)
  expect(step.sent(api.registerExecutive)).toBe(1)
  await expectOneRegistration(site, person.email)
})

test.for([true, false])(
  'a press before the token waits for it; the window opens by itself while the browser allows it: %s',
  async (isAllowed, { open, site }) => {
    const { page, step, wizard } = await openMandateStep({ open, site }, { width: PHONE })
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(`**${api.generateMandateToken}`, async (route) => {
      await promise
      await route.continue()
    })
    await page.evaluate(
      (isActive) => Object.defineProperty(navigator, 'userActivation', { value: { isActive } }),
      isAllowed,
    )
    for (const [name, value] of Object.entries(account)) {
      await step.field(name as keyof typeof account).fill(value)
    }
    const opening = page.waitForEvent('popup')
    await step.go.click()
    await soon(() => step.go.isDisabled()).toBe(true)
    expect(page.context().pages()).toHaveLength(1)
    resolve()
    if (!isAllowed) await step.button('Open the bank’s window').click()
    await decide(await opening, 'Authorise')

    await wizard.heading(3).waitFor()
    expect(step.transactions()).toHaveLength(1)
  },
)

test('where no window can be opened, the bank comes into this tab and leads back', async ({ open, site }) => {
  const { page, step, wizard, person } = await openMandateStep({ open, site }, { width: PHONE })
  await step.fill()
  await blockWindows(page)
  await step.go.click()
  await page.getByText('Your browser did not open the bank’s window.').waitFor()
  await step.button('Continue in this tab').click()
  await page.getByRole('heading', { name: 'Set up a mandate' }).waitFor()
  await decide(page, 'Authorise')

  await wizard.heading(3).waitFor()
  expect(page.context().pages()).toHaveLength(1)
  await expectOneRegistration(site, person.email)
})

test('whoever comes back from a bank in this tab without an answer can go on', async ({ open, site }) => {
  const { page, step } = await openMandateStep({ open, site })
  await step.fill()
  await blockWindows(page)
  await step.go.click()
  await step.button('Continue in this tab').click()
  await page.getByRole('heading', { name: 'Set up a mandate' }).waitFor()
  await page.goBack({ waitUntil: 'commit' })
  await page.getByText(/^The bank’s window may still be open/).waitFor()
  await step.button('Start again').click()
  await step.alerts.getByText(/^Your bank has told us of no mandate\./).waitFor()
})

test('a blocked window can be tried once more', async ({ open, site }) => {
  const { page, step, wizard } = await openMandateStep({ open, site })
  await step.fill()
  await page.evaluate(() => {
    const { open: opens } = window
    let isFirst = true
    window.open = (...given) => {
      const opened = isFirst ? null : opens.apply(window, given)
      isFirst = false
      return opened
    }
  })
  await step.go.click()
  await step.button('Continue in this tab').waitFor()
  await page.locator('form[data-ready]').waitFor()
  const opening = page.waitForEvent('popup')
  await step.button('Open the bank’s window').click()
  await decide(await opening, 'Authorise')
  await wizard.heading(3).waitFor()
  expect(new Set(step.transactions()).size).toBe(2)
})

test('a window that is closed by hand ends in words, and the next try goes through', async ({
  open,
  site,
}) => {
  const { page, step, wizard, person } = await openMandateStep({ open, site })
  await step.fill()
  await (await step.openBank()).close()
  await step.alerts.getByText('Bank mandate registration failed', { exact: true }).waitFor()
  await page.locator('form[data-ready]').waitFor()
  await decide(await step.openBank(), 'Authorise')
  await wizard.heading(3).waitFor()
  await expectOneRegistration(site, person.email)
})

test('a window that is gone without an answer is said, and «Start again» leads on', async ({
  open,
  site,
}) => {
  const { page, step } = await openMandateStep({ open, site }, { width: PHONE })
  await keepSilent(page)
  await step.fill()
  await (await step.openBank()).close()
  await page.getByText(/^The bank’s window is closed\./).waitFor()
  await step.button('Start again').click()
  await step.alerts.getByText(/^Your bank has told us of no mandate\./).waitFor()
  expect(await step.field('accountNo').inputValue()).toBe(account.accountNo)
  expect(step.sent(api.registerExecutive)).toBe(0)
})

test('an answer that never comes to the page is heard from our server', async ({ open, site }) => {
  const { page, step, wizard, person } = await openMandateStep({ open, site })
  await keepSilent(page)
  // The channel on which the bank's window tells the page.
  await page.evaluate(() => {
    Object.defineProperty(BroadcastChannel.prototype, 'onmessage', { set: () => undefined })
  })
  await step.fill()
  await decide(await step.openBank(), 'Authorise')
  await wizard.heading(3).waitFor()
  await expectOneRegistration(site, person.email)
})

test('«Cancel» closes the window and says that there is no mandate', async ({ open, site }) => {
  const { page, step } = await openMandateStep({ open, site }, { width: PHONE })
  await step.fill()
  const bank = await step.openBank()
  const closing = bank.waitForEvent('close')
  await step.button('Cancel').click()
  await closing
  await step.alerts.getByText(/^Cancelled: your bank has told us of no mandate\./).waitFor()
  expect(await step.field('accountNo').inputValue()).toBe(account.accountNo)
  await page.locator('form[data-ready]').waitFor()
})

test('«Bring the bank’s window to front» does', async ({ open, site }) => {
  const { step } = await openMandateStep({ open, site })
  await step.fill()
  const bank = await step.openBank()
  await bank.evaluate(() => {
    // A browser without a screen brings nothing to front.
    window.focus = () => {
      document.title = 'in front'
    }
  })
  await step.button('Bring the bank’s window to front').click()
  await soon(() => bank.title()).toBe('in front')
})

test('a refresh while the window is open loses nothing', async ({ open, site }) => {
  const { page, step, wizard, person } = await openMandateStep({ open, site }, { width: PHONE })
  await step.fill()
  const bank = await step.openBank()
  await page.reload()
  await step.heading('Waiting for your bank').waitFor()
  await page.getByText(/^The bank’s window may still be open/).waitFor()
  await decide(bank, 'Authorise')

  await wizard.heading(3).waitFor()
  expect(step.transactions()).toHaveLength(1)
  await expectOneRegistration(site, person.email)
})

test('a page left while the bank decides goes on when it is opened again', async ({ open, site }) => {
  const { page, step, wizard, person } = await openMandateStep({ open, site })
  await step.fill()
  const bank = await step.openBank()
  await page.goto('about:blank')
  await decide(bank, 'Authorise')
  await page.goto('/register')

  await wizard.heading(3).waitFor()
  await expectOneRegistration(site, person.email)
})
