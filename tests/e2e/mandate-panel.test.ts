import { describe } from 'vitest'
import type { GatewaySwitch } from '#contract/schemas/sandbox.ts'
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
import { expect, PHONE, soon, test, widths } from '#tests/support/e2e/test.ts'

describe.for(widths)('the gateway’s panel at %i pixels', (width) => {
  test('opens the bank by a press of its own', async ({ open, site }) => {
    const { page, step, wizard, person } = await openMandateStep(
      { open, site },
      { width, switches: ['panel'] },
    )
    await step.fill()
    await step.go.click()
    const opening = page.waitForEvent('popup')
    await panelOf(page).press('Go to the bank')
    await decide(await opening, 'Authorise')
    await wizard.heading(3).waitFor()
    expect(await panelOf(page).itself.count()).toBe(0)
    await expectOneRegistration(site, person.email)
  })

  test('leaves the way out to the page, which takes panel and window away', async ({ open, site }) => {
    const { page, step } = await openMandateStep({ open, site }, { width, switches: ['panel'] })
    await step.fill()
    await step.go.click()
    const opening = page.waitForEvent('popup')
    await panelOf(page).press('Go to the bank')
    const closing = (await opening).waitForEvent('close')
    await step.button('Cancel').click()
    await closing
    await step.alerts.getByText(/^Cancelled: your bank has told us of no mandate\./).waitFor()
    expect(await panelOf(page).itself.count()).toBe(0)
    expect(await page.locator('body.hideScroll').count()).toBe(0)
    expect(await step.field('accountNo').inputValue()).toBe(account.accountNo)
  })
})

test('a panel that may open no window takes the bank into this tab, and that leads back', async ({
  open,
  site,
}) => {
  const { page, step, wizard, person } = await openMandateStep(
    { open, site },
    { width: PHONE, switches: ['panel'] },
  )
  await step.fill()
  await blockWindows(page)
  await step.go.click()
  await panelOf(page).press('Go to the bank')
  await page.getByRole('heading', { name: 'Set up a mandate' }).waitFor()
  await decide(page, 'Authorise')
  await wizard.heading(3).waitFor()
  expect(step.transactions()).toHaveLength(1)
  await expectOneRegistration(site, person.email)
})

test('a panel that is closed by its own button ends in words', async ({ open, site }) => {
  const { page, step } = await openMandateStep({ open, site }, { switches: ['panel'] })
  await step.fill()
  await step.go.click()
  await panelOf(page).press('Close the panel')
  await step.alerts.getByText('Bank mandate registration failed', { exact: true }).waitFor()
  expect(await step.field('accountNo').inputValue()).toBe(account.accountNo)
})

test('a try that fails and is repeated in the panel is one mandate under one transaction', async ({
  open,
  site,
}) => {
  const { page, step, wizard, person } = await openMandateStep({ open, site }, { switches: ['retry'] })
  await step.fill()
  await decide(await step.openBank(), 'Decline')
  const opening = page.waitForEvent('popup')
  await panelOf(page).press('Retry')
  await decide(await opening, 'Succeed at once')
  await wizard.heading(3).waitFor()
  expect(step.transactions()).toHaveLength(1)
  await expectOneRegistration(site, person.email)
})

test('a panel whose own click fails is said, and left', async ({ open, site }) => {
  const { page, step } = await openMandateStep({ open, site }, { width: PHONE, switches: ['panel', 'throw'] })
  await step.fill()
  await step.go.click()
  await panelOf(page).press('Go to the bank')
  await page.getByText(/^Something went wrong in the gateway’s panel\./).waitFor()
  await step.button('Cancel').click()
  await step.alerts.getByText(/^Cancelled:/).waitFor()
  expect(await panelOf(page).itself.count()).toBe(0)
})

describe('an answer', () => {
  const ways: GatewaySwitch[][] = [['post-first'], ['post-only']]

  test.for(ways)('brought by %s is one registration', async (switches, { open, site }) => {
    const { step, wizard, person } = await openMandateStep({ open, site }, { switches })
    await step.fill()
    await decide(await step.openBank(), 'Authorise')
    await wizard.heading(3).waitFor()
    await step.heading('You are registered').waitFor()
    expect(step.sent(api.registerExecutive)).toBe(1)
    expect(step.sent(api.gatewayReturn)).toBe(1)
    await expectOneRegistration(site, person.email)
  })

  test('that refuses, brought by a post after the window, leaves what was typed', async ({ open, site }) => {
    const { page, step } = await openMandateStep({ open, site }, { switches: ['post-after'] })
    await step.fill()
    await decide(await step.openBank(), 'Decline')
    await step.alerts.getByText('Bank mandate registration failed', { exact: true }).waitFor()
    await page.locator('form[data-ready]').waitFor()
    expect(await step.field('accountNo').inputValue()).toBe(account.accountNo)
    expect(step.sent(api.registerExecutive)).toBe(0)
  })
})

describe('a part of the gateway’s script', () => {
  test.for([
    { missing: 'no-jquery', form: 'form' },
    { missing: 'no-core', form: 'form[data-ready]' },
  ] as const)(
    'that never comes ($missing) ends in words, and a press asks for it anew',
    async ({ missing, form }, { open, site }) => {
      const { page, step, wizard, person } = await openMandateStep(
        { open, site },
        { width: PHONE, switches: [missing] },
      )
      for (const [name, value] of Object.entries(account))
        await step.field(name as keyof typeof account).fill(value)
      await page.locator(form).waitFor()
      await step.go.click()
      await step.alerts.getByText('Payment gateway is not available', { exact: true }).waitFor()
      expect(await panelOf(page).itself.count()).toBe(0)
      expect(await step.field('accountNo').inputValue()).toBe(account.accountNo)
      expect(page.context().pages()).toHaveLength(1)

      await switchOn(page, site)
      const opening = page.waitForEvent('popup')
      await step.go.click()
      // Where it was not there in time for that press.
      void step
        .button('Open the bank’s window')
        .click()
        .catch(() => undefined)
      await decide(await opening, 'Authorise')
      await wizard.heading(3).waitFor()
      await expectOneRegistration(site, person.email)
    },
  )
})

describe('in this tab', () => {
  test('whoever wishes it goes to the bank, also without storage, and nothing typed is lost', async ({
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
