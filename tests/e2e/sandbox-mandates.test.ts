import type { Page } from 'playwright-core'
import { pages } from '#contract/paths.ts'
import { axeViolations } from '#tests/support/e2e/axe.ts'
import { account, decide, openMandateStep, settle } from '#tests/support/e2e/mandate.ts'
import { problemsOf } from '#tests/support/e2e/problems.ts'
import { DESKTOP, expect, hasFocus, PHONE, soon, test } from '#tests/support/e2e/test.ts'

/** The narrowest screen that is served, and the narrowest one that has room to spare. */
const NARROW = 320

function mandates(page: Page) {
  return page.getByRole('list', { name: 'Mandates' }).getByRole('listitem')
}

function width(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth)
}

test.for(['light', 'dark'] as const)(
  'the bank’s window is read and used by anybody, %s',
  async (colorScheme, { open, site }) => {
    const { step, wizard } = await openMandateStep({ open, site }, { width: DESKTOP, colorScheme })
    await step.fill()
    const bank = await step.openBank()
    const problems = problemsOf(bank)
    await bank.setViewportSize({ width: NARROW, height: 640 })
    expect(await width(bank)).toBe(NARROW)
    expect(await axeViolations(bank)).toEqual([])
    expect(await bank.getByRole('main').innerText()).toContain(
      `XXXXXXXX${account.accountNo.slice(-4)} of ${account.accountName}, ${account.ifscCode}`,
    )
    for (const button of ['Authorise', 'Succeed at once', 'Decline', 'Send no status', 'Cancel']) {
      await bank.keyboard.press('Tab')
      expect(await hasFocus(bank.getByRole('button', { name: button, exact: true })), button).toBe(true)
    }
    await bank.reload()
    await bank.getByRole('button', { name: 'Succeed at once' }).focus()
    await bank.keyboard.press('Enter', { noWaitAfter: true } as never)
    await soon(() => bank.isClosed()).toBe(true)
    await wizard.heading(3).waitFor()
    expect(problems).toEqual([])
  },
)

test('a mandate is on the sandbox’s page as it begins, and the bank decides there', async ({
  open,
  site,
}) => {
  const { step, wizard } = await openMandateStep({ open, site })
  const page = await open({ width: PHONE })
  const problems = problemsOf(page)
  await page.goto(pages.sandbox)
  await step.fill()
  const bank = await step.openBank()
  const mine = mandates(page).filter({ hasText: step.transactions().at(-1) ?? 'none' })
  await mine.getByText('The bank is asked').waitFor()
  await decide(bank, 'Authorise')
  await mine.getByText('Initiated: the bank decides later (0398)').waitFor()
  await wizard.heading(3).waitFor()
  const text = await mine.innerText()
  expect(text).toContain(`of ${account.accountName}, ${account.ifscCode}`)
  expect(text).not.toContain(account.accountNo)
  expect(text).toContain('₹5,000')

  const success = mine.getByRole('button', { name: 'Success' })
  await success.focus()
  await page.keyboard.press('Enter')
  await mine.getByText('Active (0300)').waitFor()
  expect(await success.isVisible()).toBe(false)
  expect(await hasFocus(mine.locator('.mandate-status'))).toBe(true)
  await page.getByText('The bank has decided.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(problems).toEqual([])
})

test('a mandate that was settled elsewhere meanwhile says so and is not settled again', async ({
  open,
  site,
}) => {
  const { step } = await openMandateStep({ open, site })
  await step.fill()
  await decide(await step.openBank(), 'Authorise')
  const page = await open({ width: NARROW })
  await page.goto(pages.sandbox)
  const id = step.transactions().at(-1) ?? 'none'
  const mine = mandates(page).filter({ hasText: id })
  await mine.getByRole('button', { name: 'Failed' }).waitFor()
  await page.context().setOffline(true)
  await page.getByText('The server does not answer.').first().waitFor()
  await settle(site, id, 'Failed')
  await page.context().setOffline(false)
  await mine.getByText('Refused (0399)').waitFor()
  await mine.getByText('AP08 Account holder name mismatch').waitFor()
  expect(await mine.getByRole('button').count()).toBe(0)
  expect(await width(page)).toBe(NARROW)
})

test('the numbers that choose trouble are listed, and each part can be reached at once', async ({ open }) => {
  const page = await open({ width: PHONE })
  await page.goto(pages.sandbox)
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link').last().click()
  const rows = page.getByRole('table').getByRole('row')
  expect(await rows.count()).toBe(11)
  expect(await rows.nth(5).innerText()).toMatch(/0005\s+There is never an answer/)
})
