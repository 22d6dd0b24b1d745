import { api, pages, sandbox } from '#contract/paths.ts'
import {
  account,
  blockWindows,
  decide,
  expectOneRegistration,
  openMandateStep,
} from '#tests/support/e2e/mandate.ts'
import { expect, gate, PHONE, soon, test } from '#tests/support/e2e/test.ts'

test('a press before the token waits for it; the window opens by itself while the browser allows it', async ({
  open,
  site,
}) => {
  const { page, step, wizard } = await openMandateStep({ open, site }, { width: PHONE })
  let token = gate()
  await page.route(`**${api.generateMandateToken}`, async (route) => {
    await token.opened
    await route.continue()
  })
  await step.type()
  for (const isAllowed of [true, false]) {
    await page.evaluate(
      (isActive) =>
        Object.defineProperty(navigator, 'userActivation', { value: { isActive }, configurable: true }),
      isAllowed,
    )
    const opening = page.waitForEvent('popup')
    await step.go.click()
    await soon(() => step.go.isDisabled()).toBe(true)
    expect(page.context().pages()).toHaveLength(1)
    token.open()
    if (!isAllowed) await step.button('Open the bank’s window').click()
    const bank = await opening
    token = gate()
    await decide(bank, isAllowed ? 'Decline' : 'Authorise')
    if (isAllowed) await step.alerts.getByText('Bank mandate registration failed').waitFor()
  }
  await wizard.heading(3).waitFor()
  expect(step.transactions()).toHaveLength(2)
})

test('where no window can be opened, the bank comes into this tab; Back leads from it, and so does its answer', async ({
  open,
  site,
}) => {
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

test('whoever wishes it goes to the bank in this tab, also without storage, and nothing typed is lost', async ({
  open,
  site,
}) => {
  const { page, step, wizard } = await openMandateStep({ open, site }, { width: PHONE })
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError')
    }
  })
  await page.evaluate(() => sessionStorage.removeItem('open-mandate'))
  await step.fill()
  await step.button('Continue in this tab').click()
  await page.getByRole('heading', { name: 'Set up a mandate' }).waitFor()
  await decide(page, 'Decline')
  await wizard.heading(2).waitFor()
  await soon(() => step.field('accountName').inputValue()).toBe(account.accountName)
  expect(await step.field('ifscCode').inputValue()).toBe(account.ifscCode)
  expect(await step.field('accountNo').inputValue()).toBe(account.accountNo)
})

test('while the bank decides its window can be brought to front or cancelled, and the page refreshed or left', async ({
  open,
  site,
}) => {
  const { page, step, wizard, person } = await openMandateStep({ open, site }, { width: PHONE })
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
  const closing = bank.waitForEvent('close')
  await step.button('Cancel').click()
  await closing
  await step.alerts.getByText(/^Cancelled: your bank has told us of no mandate\./).waitFor()
  expect(await step.field('accountNo').inputValue()).toBe(account.accountNo)

  await step.ready()
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

test('a window that a browser cuts off is no refusal: its success is heard from our server', async ({
  open,
  site,
}) => {
  const { page, step, wizard, person } = await openMandateStep({ open, site })
  await page.route(`**${sandbox.abandon}`, (route) => route.abort())
  await step.fill()
  // As WebKit has it after the form was posted: the window is there, and looks closed to whoever opened it.
  await page.evaluate(() => {
    const { open: opens } = window
    window.open = (...given) => {
      const opened = opens.apply(window, given)
      return (
        opened &&
        new Proxy(opened, {
          get(target, name) {
            const value: unknown = Reflect.get(target, name)
            if (name === 'closed') return true
            return typeof value === 'function' ? value.bind(target) : value
          },
          set: (target, name, value) => Reflect.set(target, name, value),
        })
      )
    }
    // Nor is the channel heard on which the bank's window tells the page.
    Object.defineProperty(BroadcastChannel.prototype, 'onmessage', { set() {} })
  })
  const opening = page.waitForEvent('popup')
  await step.go.click()
  const bank = await opening
  await page.locator('[data-window="unsure"]').waitFor()
  await page.getByText(/^The bank’s window may still be open/).waitFor()
  await decide(bank, 'Authorise')
  await wizard.heading(3).waitFor()
  await expectOneRegistration(site, person.email)
})
