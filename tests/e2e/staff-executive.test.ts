import type { Page } from 'playwright-core'
import { recordWords } from '#contract/messages/staff-record.ts'
import { stepUpWords } from '#contract/messages/staff.ts'
import { staffPages } from '#contract/paths.ts'
import { button, enrolAs, STEP_UP_OVER_MS, test } from '#tests/support/e2e/staff.ts'
import { expect, hasFocus, soon } from '#tests/support/e2e/test.ts'
import { addExecutive } from '#tests/support/executive.ts'

/** As `addExecutive` writes it. */
const ACCOUNT = '123456789012'

async function openExecutive(page: Page, reference: string) {
  await page.goto(`${staffPages.executives}/${reference}`)
  await page.getByRole('heading', { level: 1, name: reference }).waitFor()
  return page.getByRole('region', { name: recordWords.timeline })
}

test('an executive is masked until a recruiter looks, who sends the link again and asks the bank', async ({
  openDesk,
  site,
}) => {
  const { reference, email, phone } = await addExecutive(site.deps)
  const page = await openDesk('recruiter')
  const timeline = await openExecutive(page, reference)
  await button(page, recordWords.showContact).waitFor()
  expect(await page.locator('main').innerText()).not.toMatch(new RegExp(`${email}|${phone}|${ACCOUNT}`))
  expect(await button(page, recordWords.bank).count()).toBe(0)

  await button(page, recordWords.showContact).click()
  await page.getByText(email).waitFor()
  await page.getByText(phone, { exact: true }).waitFor()
  await timeline.getByText('Contact shown').waitFor()
  // The button is gone, and what it showed has the focus.
  await soon(() => hasFocus(page.getByRole('region', { name: recordWords.facts, exact: true }))).toBe(true)

  await button(page, recordWords.link).click()
  await page.getByText(recordWords.linkSent).waitFor()
  await timeline.getByText('A new link was sent to the person').waitFor()
  await button(page, recordWords.mandate).click()
  await timeline.getByText(/^The gateway was asked: /).waitFor()
})

test('bank details come to an owner alone, once the passkey was used', async ({ open, site }) => {
  const { reference } = await addExecutive(site.deps)
  const page = await open()
  await enrolAs(site, page, 'owner')
  site.clock.advance(STEP_UP_OVER_MS)
  const timeline = await openExecutive(page, reference)
  await button(page, recordWords.bank).click()
  await button(page, stepUpWords.button).waitFor()
  expect(await page.getByText(ACCOUNT).count()).toBe(0)
  await button(page, stepUpWords.button).click()
  await page.getByText(ACCOUNT).waitFor()
  await timeline.getByText('Bank details shown').waitFor()
  await page.reload()
  await button(page, recordWords.bank).waitFor()
  expect(await page.getByText(ACCOUNT).count()).toBe(0)
})
