import { recordWords } from '#web/features/staff/record/words.ts'
import { staffPages } from '#contract/paths.ts'
import { button, test } from '#tests/support/e2e/staff.ts'
import { expect, hasFocus, soon } from '#tests/support/e2e/test.ts'
import { addExecutive } from '#tests/support/executive.ts'

/** As `addExecutive` writes it. */
const ACCOUNT = '123456789012'

test('an executive is masked until a recruiter looks, who can then act', async ({ openDesk, site }) => {
  const { reference, email, phone } = await addExecutive(site.deps, { email: 'row?cc=me@example.in' })
  const page = await openDesk('recruiter')
  await page.goto(`${staffPages.executives}/${reference}`)
  await page.getByRole('heading', { level: 1, name: reference }).waitFor()
  const timeline = page.getByRole('region', { name: recordWords.timeline })
  await button(page, recordWords.showContact).waitFor()
  const masked = await page.locator('main').innerText()
  for (const hidden of [email, phone, ACCOUNT]) expect(masked).not.toContain(hidden)
  expect(await button(page, recordWords.bank).count()).toBe(0)

  await button(page, recordWords.showContact).click()
  const href = (label: string) => page.getByRole('link', { name: label, exact: true }).getAttribute('href')
  expect(await href(email)).toBe(`mailto:row%3Fcc%3Dme@example.in?subject=${reference}`)
  expect(await href(phone)).toBe(`tel:+91${phone}`)
  expect(await href(recordWords.whatsApp)).toBe(`https://wa.me/91${phone}`)
  await timeline.getByText('Contact shown').waitFor()
  // The button is gone, and what it showed has the focus.
  await soon(() => hasFocus(page.getByRole('region', { name: recordWords.facts, exact: true }))).toBe(true)

  await button(page, recordWords.link).click()
  await page.getByText(recordWords.linkSent).waitFor()
  await timeline.getByText('A new link was sent to the person').waitFor()
  await button(page, recordWords.mandate).click()
  await timeline.getByText(/^The bank was asked: /).waitFor()
})
