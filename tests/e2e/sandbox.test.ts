import type { Page, Route } from 'playwright-core'
import { pages } from '#contract/paths.ts'
import { visitor } from '#tests/support/e2e/enquiry.ts'
import { account, openMandateStep } from '#tests/support/e2e/mandate.ts'
import { problemsOf } from '#tests/support/e2e/problems.ts'
import { postEnquiry } from '#tests/support/enquiry.ts'
import type { Server } from '#tests/support/e2e/server.ts'
import { DESKTOP, expect, hasFocus, PHONE, soon, soonByClock, test } from '#tests/support/e2e/test.ts'

const sender = 'sandbox.page@example.in'

async function send(site: Server, name: string): Promise<void> {
  expect((await postEnquiry(site.url, { ...visitor, name, email: sender })).status).toBe(201)
}

function entries(page: Page, list: 'Messages' | 'Mandates') {
  return page.getByRole('list', { name: list }).getByRole('listitem')
}

function statusOf(page: Page): Promise<string> {
  return page.getByRole('status').innerText()
}

test('messages appear by themselves, while what is opened and focused stays so', async ({ open, site }) => {
  const page = await open({ width: PHONE, isFresh: true })
  const problems = problemsOf(page)
  await page.clock.install()
  const soonAsked = <Value>(read: () => Promise<Value>) => soonByClock(page, read)
  // A recipient of this test's own, so that other tests' messages are excluded.
  await page.goto(`${pages.sandbox}?to=${sender}`)
  await page.getByText('Nothing was sent to this recipient.').waitFor()
  await page.getByLabel('Sent to').fill('')
  await page.getByRole('button', { name: 'Show' }).click()
  await page.waitForURL(`**${pages.sandbox}?to=`)
  // The mails to staff; the sender gets one as well.
  const mine = () => entries(page, 'Messages').filter({ hasText: `Reply to ${sender}` })
  const count = () => mine().count()

  await send(site, 'Nisha <b>Rao</b>')
  await soonAsked(count).toBe(1)
  const text = await mine().first().innerText()
  expect(text).toContain('New enquiry from Nisha <b>Rao</b>')
  expect(text).toMatch(/\d{1,2} \w+ 20\d\d, [\d:]+ [ap]m IST/)
  for (const line of visitor.enquiry.split('\n')) expect(text).toContain(line)
  expect(await statusOf(page)).toMatch(/^(1 message\.|\d+ messages, newest first\.|The newest 100 )/)

  await send(site, 'Second')
  await soonAsked(count).toBe(2)
  const opened = () =>
    mine()
      .locator('details')
      .evaluateAll((all) => all.map((one) => (one as HTMLDetailsElement).open))
  expect(await opened()).toEqual([true, true])
  await mine().nth(0).locator('summary').click()
  await mine().nth(1).locator('summary').focus()
  await send(site, 'Third')
  await soonAsked(count).toBe(3)
  expect(await opened()).toEqual([true, false, true])
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Nisha')
  expect(problems).toEqual([])

  // A silent server is reported, until it answers.
  const silence = (route: Route) => route.abort()
  await page.route(`**${pages.sandbox}?*`, silence)
  await soonAsked(() => statusOf(page)).toMatch(/^The server does not answer\./)
  expect(await count()).toBe(3)
  await page.unroute(`**${pages.sandbox}?*`, silence)
  await soonAsked(() => statusOf(page)).toMatch(/newest first\.$/)
})

test('anybody uses the bank’s window, and the bank decides on the sandbox’s page', async ({ open, site }) => {
  const { step, wizard } = await openMandateStep({ open, site }, { width: DESKTOP, colorScheme: 'dark' })
  const page = await open({ width: PHONE, colorScheme: 'dark' })
  const problems = problemsOf(page)
  await page.goto(pages.sandbox)
  await step.fill()
  const bank = await step.openBank()
  problems.push(...problemsOf(bank))
  const mine = entries(page, 'Mandates').filter({ hasText: step.transactions().at(-1) ?? 'none' })
  await mine.getByText('The bank is asked').waitFor()
  expect(await bank.getByRole('main').innerText()).toContain(
    `XXXXXXXX${account.accountNo.slice(-4)} of ${account.accountName}, ${account.ifscCode}`,
  )
  for (const button of ['Authorise', 'Succeed at once', 'Decline', 'Send no status', 'Cancel']) {
    await bank.keyboard.press('Tab')
    expect(await hasFocus(bank.getByRole('button', { name: button, exact: true })), button).toBe(true)
  }
  await bank.reload()
  await bank.getByRole('button', { name: 'Authorise' }).focus()
  await bank.keyboard.press('Enter', { noWaitAfter: true } as never)
  await soon(() => bank.isClosed()).toBe(true)
  await wizard.heading(3).waitFor()

  await mine.getByText('Initiated: the bank decides later (0398)').waitFor()
  const text = await mine.innerText()
  expect(text).toContain(`of ${account.accountName}, ${account.ifscCode}`)
  expect(text).not.toContain(account.accountNo)
  expect(text).toContain('₹5,000')
  const success = mine.getByRole('button', { name: 'Success' })
  await success.focus()
  await page.keyboard.press('Enter')
  await mine.getByText('Active (0300)').waitFor()
  expect(await success.isVisible()).toBe(false)
  await page.getByRole('alert').getByText('The bank has decided.').waitFor()
  expect(problems).toEqual([])
})
