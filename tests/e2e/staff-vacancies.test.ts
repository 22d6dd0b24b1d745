import type { Page } from 'playwright-core'
import { missingToPublish, vacancyContent } from '#contract/fields/vacancy.ts'
import { rejectionNames } from '#contract/messages/staff-vacancies.ts'
import { vacancyWords as words } from '#web/features/staff/vacancies/words.ts'
import { staffPages } from '#contract/paths.ts'
import { freshApplication, freshEnquiry } from '#tests/support/desk-records.ts'
import { problemsOf } from '#tests/support/e2e/problems.ts'
import { button, test } from '#tests/support/e2e/staff.ts'
import { expect, hasFocus, soon } from '#tests/support/e2e/test.ts'
import { vacancyDay } from '#tests/support/vacancy.ts'

const description = 'You keep the books of a **textile mill**: invoices, wages and the yearly accounts.\n\n'

function field(page: Page, label: string) {
  return page.getByLabel(label, { exact: true })
}

test('a recruiter writes and publishes a vacancy, and places a person', async ({ openDesk, site }) => {
  const person = await freshApplication(site.deps, { full_name: 'Farida Shaikh' })
  const other = await freshApplication(site.deps, { full_name: 'Ravi Shah' })
  const page = await openDesk('recruiter')
  const problems = problemsOf(page)
  const { reference: enquiry } = await freshEnquiry(site.deps)
  await page.goto(`${staffPages.enquiries}/${enquiry}`)
  await page.getByRole('link', { name: words.fromEnquiry }).click()
  await field(page, 'Title').fill('Senior accountant')
  await button(page, 'Publish').click()
  // What is missing is marked at its field, and the first of these has the focus.
  await soon(() => hasFocus(field(page, 'Description'))).toBe(true)
  // Employer and contact are those of the enquiry.
  expect(await field(page, 'Employer').inputValue()).not.toBe('')
  const draft = vacancyContent.parse({ title: 'Senior accountant', employer: 'x', agreed_by: 'x' })
  for (const { message } of missingToPublish(draft, vacancyDay(site.clock.now(), 0)))
    await page.getByText(message, { exact: true }).first().waitFor()

  await field(page, 'Description').fill(description.repeat(2))
  await field(page, 'Employer is confidential').check()
  await field(page, 'The employer has agreed').check()
  await page.getByRole('group', { name: 'Employment' }).getByLabel('Full time').check()
  const choices = { 'Agreed to show': 'confidential', 'Paid per': 'month', Sector: 'finance' }
  for (const [label, choice] of Object.entries(choices)) await field(page, label).selectOption(choice)
  for (const [label, value] of Object.entries({
    ...{ 'Agreed by': 'R. Example', 'Agreed on': vacancyDay(Date.now(), 0) },
    ...{ City: 'Surat', State: 'Gujarat', 'PIN code': '395 002', 'Pay from': '25,000', 'Pay to': '32000' },
    ...{ Openings: '1', 'Open until': vacancyDay(site.clock.now(), 30) },
  }))
    await field(page, label).fill(value)
  const preview = page.getByRole('region', { name: words.preview })
  await preview.getByRole('heading', { name: 'Senior accountant' }).waitFor()
  await preview.getByText('₹25,000 to ₹32,000 a month').waitFor()
  expect(await preview.locator('strong').first().innerText()).toBe('textile mill')
  await button(page, 'Publish').click()
  await page.getByRole('main').getByText('Published', { exact: true }).waitFor()
  await soon(() => new URL(page.url()).pathname).toMatch(/^\/staff\/vacancies\/VA-[0-9A-Z]{6}$/)
  const reference = page.url().slice(-9)
  await page.getByRole('link', { name: enquiry }).waitFor()

  for (const { reference: application } of [person, other]) {
    await page.goto(`${staffPages.applications}/${application}`)
    const region = page.getByRole('region', { name: 'Vacancies' })
    await button(region, 'Add to a vacancy').click()
    await region.getByLabel(words.addTo).selectOption(reference)
    await button(region, words.addNow).click()
    await region.getByText(words.added('Senior accountant')).waitFor()
  }
  await page.getByRole('region', { name: 'Vacancies' }).getByRole('link', { name: reference }).click()
  const column = (name: string) => page.getByRole('region', { name, exact: true })
  const said = page.locator('[aria-live="assertive"]')
  const handle = page.getByRole('button', { name: `Move ${person.reference}` })
  await handle.press('Enter')
  for (let press = 0; press < 4; press++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await column('Placed').getByText(person.reference).waitFor()
  await soon(() => said.innerText()).toBe(`${person.reference} moved to Placed.`)
  await soon(() => hasFocus(handle)).toBe(true)

  // A rejection needs its reason; without one the person stays.
  await column('New').getByText('Ravi Shah').dragTo(column('Rejected'))
  const dialog = page.getByRole('dialog', { name: words.rejectTitle('Ravi Shah') })
  await button(dialog, 'Cancel').click()
  await soon(() => said.innerText()).toBe(`${other.reference} stays in New.`)
  await column('New').getByText('Ravi Shah').dragTo(column('Rejected'))
  await dialog.getByLabel(words.reason).selectOption({ label: rejectionNames.filled })
  await button(dialog, words.reject).click()
  await column('Rejected').getByText(other.reference).waitFor()

  // The last opening is filled.
  await page.getByText(words.isFull).waitFor()
  await button(page, 'Close vacancy').click()
  await button(page.getByRole('dialog'), 'Close vacancy').click()
  await page.getByText('Closed · Filled').waitFor()
  await page.goto(`${staffPages.vacancies}?state=closed`)
  const row = page.getByRole('row').filter({ hasText: reference })
  await row.getByText('Placed 1 · Rejected 1').waitFor()
  expect(problems).toEqual([])
})
