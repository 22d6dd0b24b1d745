import { careerMessages } from '#contract/messages/en/career-answers.ts'
import { applicationForm } from '#contract/messages/en/careers.ts'
import { receiptMessages } from '#contract/messages/en/forms.ts'
import { jobPage } from '#contract/messages/en/jobs.ts'
import { ownPage } from '#contract/messages/en/my.ts'
import { api, pages, recordPages } from '#contract/paths.ts'
import { noticesBefore } from '#contract/schemas/notices.ts'
import { careerForm, newApplicant } from '#tests/support/e2e/career.ts'
import { pdf } from '#tests/support/e2e/documents.ts'
import { words } from '#tests/support/e2e/languages.ts'
import { problemsOf } from '#tests/support/e2e/problems.ts'
import { type DeskSite, test } from '#tests/support/e2e/staff.ts'
import { expect, PHONE, soon } from '#tests/support/e2e/test.ts'
import { publishVacancy } from '#tests/support/published-vacancy.ts'

/** Publishes a vacancy and returns its reference once visitors see it. */
async function published(site: DeskSite, title: string): Promise<string> {
  const reference = await publishVacancy(site.deps, { title })
  await soon(async () => (await fetch(site.url + api.vacancy + reference)).status).toBe(200)
  return reference
}

/** Returns the people at a vacancy, and which notice their form showed. */
function standingAt({ deps }: DeskSite, reference: string) {
  return deps.db
    .selectFrom('vacancy_candidates')
    .innerJoin('vacancies', 'vacancies.id', 'vacancy_id')
    .innerJoin('records', 'records.id', 'application_id')
    .select(['stage', 'notice_version'])
    .where('vacancies.reference', '=', reference)
    .execute()
}

test('a job seeker applies for a vacancy, and is led to their own page', async ({ open, site }) => {
  const reference = await published(site, 'Glass cutter')
  const page = await open({ width: PHONE })
  const problems = problemsOf(page)
  await page.goto(`${pages.jobs}?q=glass`)
  await page.getByRole('link', { name: 'Glass cutter' }).click()
  await soon(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('Glass cutter')
  await page.getByRole('link', { name: jobPage.apply, exact: true }).first().click()
  await page.waitForURL(`**${pages.career}?job=${reference}`)
  const panel = page.locator('[data-vacancy]')
  await panel.getByText(applicationForm.applyFor, { exact: true }).waitFor()
  await panel.getByText('Glass cutter', { exact: true }).waitFor()
  const form = careerForm(page)
  await soon(() => page.getByLabel(applicationForm.role.label, { exact: true }).inputValue()).toBe(
    'Glass cutter',
  )
  expect(await page.getByLabel(applicationForm.sector.label, { exact: true }).inputValue()).toBe('finance')
  await form.fill(newApplicant())
  await form.choose('resume', pdf('resume.pdf'))
  await form.submit.click()
  await form.banner.getByRole('link', { name: receiptMessages.page }).waitFor()
  const notice = noticesBefore('career', words.en)[0]?.version
  expect(await standingAt(site, reference)).toEqual([{ stage: 'new', notice_version: notice }])
  // Home after three seconds, where the link to it is shown again.
  await page.waitForURL((url) => url.pathname === pages.home)
  await page.getByRole('status').getByRole('link', { name: receiptMessages.page }).click()
  await page.waitForURL(`**${recordPages.own}*`)
  await page.getByRole('button', { name: ownPage.sendCode, exact: true }).waitFor()
  expect(problems).toEqual([])
})

test('a job seeker can apply without the vacancy in the address', async ({ open, site }) => {
  const reference = await published(site, 'Stone mason')
  const page = await open()
  await page.goto(`${pages.career}?job=${reference}`)
  await page.locator('[data-vacancy]').getByText('Stone mason').waitFor()
  await page.getByRole('button', { name: applicationForm.withoutVacancy, exact: true }).click()
  expect(await page.locator('[data-vacancy]').count()).toBe(0)
  expect(new URL(page.url()).search).toBe('')
  const form = careerForm(page)
  await form.fill(newApplicant())
  await form.choose('resume', pdf('resume.pdf'))
  await form.submit.click()
  await form.banner.getByText(careerMessages.sent, { exact: true }).waitFor()
  expect(await standingAt(site, reference)).toEqual([])
})

test('without JavaScript the form sends the vacancy, comes back with errors, and is accepted', async ({
  open,
  site,
}) => {
  const reference = await published(site, 'Brass founder')
  const page = await open({ width: PHONE, javaScriptEnabled: false })
  await page.goto(`${pages.career}?job=${reference}`)
  const panel = page.locator('[data-vacancy]')
  await panel.getByText('Brass founder', { exact: true }).waitFor()
  const person = newApplicant()
  const { applicationForm: fields, careerMessages: said } = words.en
  const submit = page.getByRole('main').getByRole('button', { name: fields.submit })
  const resume = page.locator('input[name="resume"]')
  for (const name of ['full_name', 'email', 'date_of_birth'] as const)
    await page.getByLabel(fields[name].label).fill(person[name])
  await resume.setInputFiles(pdf('resume.pdf'))
  await submit.click()
  await page.getByText(fields.phone.required, { exact: true }).waitFor()
  await panel.getByText('Brass founder', { exact: true }).waitFor()
  expect(await panel.locator('input').inputValue()).toBe(reference)
  expect(await page.getByLabel(fields.date_of_birth.label).inputValue()).toBe(person.date_of_birth)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await page.getByLabel(fields.phone.label).fill(person.phone)
  await resume.setInputFiles(pdf('resume.pdf'))
  await submit.click()
  await page.getByRole('status').getByText(said.sent, { exact: true }).waitFor()
  expect(await standingAt(site, reference)).toMatchObject([{ stage: 'new' }])
  await page.waitForURL((url) => url.pathname === pages.home)
})
