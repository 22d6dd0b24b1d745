import type { Page } from 'playwright-core'
import { listWords } from '#contract/messages/staff-lists.ts'
import { mailMessages, mailTemplates } from '#contract/messages/staff-mails.ts'
import { conflictWords, recordWords } from '#contract/messages/staff-record.ts'
import { deskWords, screenNames } from '#contract/messages/staff.ts'
import { staffApi, staffPages } from '#contract/paths.ts'
import { documentPart, postApplication, somebody } from '#tests/support/application.ts'
import { addApplication, addEnquiry, referenceOf, setInterview } from '#tests/support/desk-records.ts'
import { faultsOf, overflowing, violationsByDayAndNight } from '#tests/support/e2e/problems.ts'
import { type DeskSite, test } from '#tests/support/e2e/staff.ts'
import { answer, expect, HEIGHT, PHONE, refusal } from '#tests/support/e2e/test.ts'
import { addExecutive } from '#tests/support/executive.ts'

const finding = 'axe finds nothing by day and night, and nothing hangs out of a phone'

/** One record of each kind, one of them with texts that are hard to break into lines. */
async function addRecords({ deps }: DeskSite) {
  const enquiry = await addEnquiry(deps, {
    name: 'Venkatanarasimharajuvaripeta Subrahmanyeswara',
    email: `a.very.long.address.of.${'somebody.at.work'.repeat(3)}@human-resources.example.in`,
    enquiry: `https://www.example.in/${'an-address-without-any-place-to-break-it'.repeat(4)}`,
  })
  const application = await addApplication(deps, { fields: ['resume', 'pan_card'] })
  const { reference } = await addExecutive(deps)
  return {
    enquiry: `${staffPages.enquiries}/${await referenceOf(deps, 'enquiries', enquiry)}`,
    application: `${staffPages.applications}/${await referenceOf(deps, 'applications', application)}`,
    executive: `${staffPages.executives}/${reference}`,
  }
}

/** Goes to another address as a link of the desk does, which loads nothing of it anew. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new Event('popstate'))
  }, path)
  // Looked for at every frame: a locator looks twice a second after its first few times.
  await page.waitForFunction(
    (loading) => document.querySelector('h1') && !document.body.textContent.includes(loading),
    deskWords.loading,
  )
}

test(`on every screen ${finding}`, async ({ openDesk, site }) => {
  const { enrol: _, ...screens } = staffPages
  const records = await addRecords(site)
  const page = await openDesk('owner')
  await page.goto(staffPages.home)
  const more = [`${staffPages.applications}/board`, `${staffPages.home}/search`, `${staffPages.home}/x`]
  for (const path of [...Object.values(screens), ...Object.values(records), ...more]) {
    await follow(page, path)
    expect.soft(await faultsOf(page), path).toEqual([])
  }
})

test(`where a list fails, is empty or has a choice, and where a search found somebody, ${finding}`, async ({
  openDesk,
  site,
}) => {
  await addRecords(site)
  const page = await openDesk('owner')
  await answer(page, `${staffApi}/today`, () => refusal(429, 'rate_limited', deskWords.failed))
  await page.goto(staffPages.home)
  await page.getByRole('alert').getByText(deskWords.failed).waitFor()
  expect(await faultsOf(page)).toEqual([])

  await follow(page, `${staffPages.enquiries}?status=won&from=2000-01-01&to=2000-01-02`)
  await page.getByText(listWords.noneMatch).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await follow(page, staffPages.applications)
  await page.getByLabel(listWords.selectAll).check()
  expect(await faultsOf(page)).toEqual([])

  await page.getByLabel(deskWords.search).fill('Venkatanarasimharajuvaripeta')
  await page.keyboard.press('Enter')
  await page.getByRole('main').getByRole('listitem').first().waitFor()
  expect(await faultsOf(page)).toEqual([])
})

test(`where a record’s contact and document are open, a mail is seen and a change clashes, ${finding}`, async ({
  openDesk,
  site,
}) => {
  const person = somebody()
  expect((await postApplication(site.url, person, [documentPart()])).status).toBe(201)
  const page = await openDesk('recruiter')
  await page.goto(staffPages.applications)
  await page.getByRole('row').filter({ hasText: person.full_name }).getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: person.full_name }).waitFor()
  const reference = page.url().slice(-9)
  await page.getByRole('button', { name: recordWords.showContact }).click()
  await page.getByText(recordWords.shownContact).waitFor()
  await page.getByRole('button', { name: `${recordWords.open} Resume` }).click()
  await page.locator('[aria-label^="Page 1 of "]').waitFor()
  // The record was read anew for the last time: what changes from here on, this page does not know.
  await page.getByText('Document opened: Resume').waitFor()
  await page.getByLabel(mailMessages.template).selectOption({ label: mailTemplates.received.label })
  await page.getByRole('button', { name: mailMessages.preview }).click()
  await page.getByRole('button', { name: mailMessages.send }).waitFor()

  await setInterview(site, reference)
  await page.getByLabel(recordWords.status).selectOption({ label: 'Shortlisted' })
  await page.getByRole('button', { name: recordWords.save, exact: true }).click()
  await page.getByText(conflictWords.title).waitFor()
  await page.context().setOffline(true)
  await page.getByText(deskWords.offline).waitFor()
  expect(await faultsOf(page)).toEqual([])
})

test(`with its menu open and where the role ends ${finding}`, async ({ openDesk }) => {
  const page = await openDesk('viewer')
  await page.setViewportSize({ width: PHONE, height: HEIGHT })
  await page.goto(staffPages.webhooks)
  await page.getByRole('heading', { name: deskWords.denied }).waitFor()
  await page.getByRole('button', { name: deskWords.menu }).click()
  await page.getByRole('link', { name: screenNames.today, exact: true }).waitFor()
  expect([...(await violationsByDayAndNight(page)), ...(await overflowing(page))]).toEqual([])
  expect(await faultsOf(page)).toEqual([])
})
