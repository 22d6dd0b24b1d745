import { keyWords } from '#contract/messages/staff-keys.ts'
import { listWords } from '#contract/messages/staff-lists.ts'
import { mailMessages, mailTemplates } from '#contract/messages/staff-mails.ts'
import { conflictWords, recordWords } from '#contract/messages/staff-record.ts'
import { rejectionNames, vacancyWords } from '#contract/messages/staff-vacancies.ts'
import { deskWords } from '#contract/messages/staff.ts'
import { eventNames, webhookWords } from '#contract/messages/staff-webhooks.ts'
import { todayInIndia } from '#contract/dates.ts'
import { staffPages } from '#contract/paths.ts'
import { webhookEvents } from '#contract/schemas/staff-webhooks.ts'
import { documentPart, postApplication, somebody } from '#tests/support/application.ts'
import { addEnquiry, freshApplication, setInterview } from '#tests/support/desk-records.ts'
import { button, test } from '#tests/support/e2e/staff.ts'
import { DESKTOP, expect, hasFocus, HEIGHT, PHONE, soon } from '#tests/support/e2e/test.ts'
import { publishVacancy, standAt } from '#tests/support/published-vacancy.ts'

const save = recordWords.save

test('what one does oneself is no change by somebody else', async ({ openDesk, site }) => {
  const { reference } = await freshApplication(site.deps)
  const page = await openDesk('recruiter')
  await page.goto(`${staffPages.applications}/${reference}`)
  const status = page.getByLabel(recordWords.status, { exact: true })
  await status.selectOption('shortlisted')
  await button(page, keyWords.toInterview).click()
  await soon(() => button(page, keyWords.toInterview).isDisabled()).toBe(true)
  await button(page, save).click()
  await page.getByText(recordWords.saved, { exact: true }).waitFor()
  expect(await page.getByText(conflictWords.title).count()).toBe(0)
  expect(await status.inputValue()).toBe('shortlisted')

  // Another person's change is still told.
  await status.selectOption('offered')
  await setInterview(site, reference)
  await button(page, save).click()
  await page.getByText(conflictWords.title).waitFor()
})

test('two ticks within one round trip are both kept', async ({ openDesk }) => {
  const page = await openDesk('owner')
  await page.goto(staffPages.webhooks)
  const address = 'https://tools.example/two-ticks'
  await page.getByLabel(webhookWords.address).fill(address)
  await button(page, webhookWords.addButton).click()
  const endpoint = page.getByRole('region', { name: address })
  await endpoint.waitFor()
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/webhooks/*', async (route) => {
    if (route.request().method() === 'PATCH') await held
    await route.continue()
  })
  const answered: string[] = []
  page.on('response', (answer) => answer.request().method() === 'PATCH' && answered.push(answer.url()))
  const [first, second, ...others] = webhookEvents.map((event) => endpoint.getByLabel(eventNames[event]))
  await first?.uncheck()
  await second?.uncheck()
  letGo()
  await soon(() => answered.length).toBe(2)
  await page.reload()
  await endpoint.waitFor()
  const boxes = [first, second, others[0]].map(async (box) => box?.isChecked())
  expect(await Promise.all(boxes)).toEqual([false, false, true])

  // Deleting takes two presses, of which the first is forgotten.
  const [once, twice] = [button(endpoint, webhookWords.delete), button(endpoint, webhookWords.sureToDelete)]
  await page.clock.install()
  for (const forget of [
    () => page.keyboard.press('Escape'),
    () => page.keyboard.press('Tab'),
    () => page.clock.runFor(10_000),
  ]) {
    await once.focus()
    await page.keyboard.press('Enter')
    await twice.waitFor()
    await endpoint.getByRole('status').getByText(webhookWords.sureToDelete).waitFor()
    await forget()
    await once.waitFor()
  }
})

test('a document that is on its way is downloaded too, is seen as wide as the window, and leads to the next', async ({
  openDesk,
  site,
}) => {
  const person = somebody()
  expect((await postApplication(site.url, person, [documentPart()])).status).toBe(201)
  const page = await openDesk('recruiter')
  await page.goto(staffPages.applications)
  await page.getByRole('row').filter({ hasText: person.full_name }).getByRole('link').click()
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/documents/*', async (route) => {
    await held
    await route.continue()
  })
  const open = button(page, 'Open Resume')
  await open.click()
  const download = page.waitForEvent('download')
  await button(page, 'Download Resume').click()
  letGo()
  await download
  const view = page.getByRole('group', { name: 'Resume', exact: true })
  await view.waitFor()
  const width = () => view.evaluate((one) => one.getBoundingClientRect().width)
  const narrow = await width()
  await button(page, recordWords.wide).click()
  await soon(width).toBeGreaterThan(narrow * 1.4)
  await button(page, 'Close Resume').click()
  await page.locator('h1').focus()
  await page.keyboard.press('d')
  await view.waitFor()
})

test('an interview is about the only vacancy, in days to come, and by day unless that is meant', async ({
  openDesk,
  site,
}) => {
  const { deps } = site
  const { reference, id } = await freshApplication(deps)
  await standAt(deps, await publishVacancy(deps), id)
  const page = await openDesk('recruiter')
  await page.goto(`${staffPages.applications}/${reference}`)
  const part = page.getByRole('region', { name: mailMessages.title })
  const [, when, where] = mailTemplates.interview.blanks
  await button(part, mailTemplates.interview.label).click()
  const chosen = part.getByLabel(mailMessages.vacancy)
  await soon(() => chosen.inputValue()).toMatch(/^VA-/)
  const time = part.getByLabel(when.label)
  await soon(() => hasFocus(time)).toBe(true)
  await time.fill('2020-01-01T10:00')
  await part.getByLabel(where.label).fill('Ring Road, Surat')
  await button(part, mailMessages.preview).click()
  await part.locator('[data-field]').getByText(mailMessages.past).waitFor()
  await soon(() => hasFocus(time)).toBe(true)
  const tomorrow = todayInIndia(deps.clock.now() + 2 * 86_400_000)
  await time.fill(`${tomorrow}T02:30`)
  await button(part, mailMessages.preview).click()
  await part.getByText(mailMessages.night).waitFor()
  expect(await button(part, mailMessages.send).count()).toBe(0)
  await soon(async () => {
    if (await button(part, mailMessages.sendSure).count()) await button(part, mailMessages.sendSure).click()
    return part.getByText(mailMessages.sent).count()
  }).toBe(1)
})

test('many are rejected for a reason and set back again, except who was changed since', async ({
  openDesk,
  site,
}) => {
  const people = [await freshApplication(site.deps), await freshApplication(site.deps)]
  const page = await openDesk('recruiter')
  await page.goto(staffPages.applications)
  const row = ({ reference }: { reference: string }) => page.getByRole('row').filter({ hasText: reference })
  for (const one of people) await row(one).getByRole('checkbox').check()
  const setStatus = page.getByLabel(listWords.setStatus)
  const reason = listWords.rejectedFor(rejectionNames.pay)
  await setStatus.selectOption({ label: reason })
  await page.getByText(listWords.nobodyIsTold).waitFor()
  await button(page, save).click()
  for (const one of people) await row(one).getByText('Rejected').waitFor()
  await page.getByText(`${listWords.countChanged(2)} ${listWords.nobodyWasTold}`).waitFor()
  const [mine, theirs] = people
  if (!mine || !theirs) throw new Error('there are two')
  await setInterview(site, theirs.reference)
  await button(page, listWords.undo).click()
  await page.getByText(listWords.setBack(1)).waitFor()
  await page
    .getByRole('alert')
    .getByText(listWords.someLeft(1, [theirs.reference]))
    .waitFor()
  await row(mine).getByText('New').waitFor()
  await row(theirs).getByText('Interview').waitFor()

  // A single one is asked the same.
  await page.goto(`${staffPages.applications}/${mine.reference}`)
  await page.getByLabel(recordWords.status, { exact: true }).selectOption('rejected')
  expect(await button(page, save).isDisabled()).toBe(true)
  await page.getByLabel(vacancyWords.reason).selectOption({ label: rejectionNames.pay })
  await button(page, save).click()
  const noted = page.getByText(`New → Rejected (${rejectionNames.pay})`)
  await soon(() => noted.count()).toBe(2)
})

test('on paper stand a table and a sheet, with the day of printing and nothing to press', async ({
  openDesk,
  site,
}) => {
  const { reference } = await freshApplication(site.deps)
  const page = await openDesk('recruiter')
  await page.goto(staffPages.applications)
  const row = page.getByRole('row').filter({ hasText: reference })
  await row.waitFor()
  // As wide as a sheet of A4.
  await page.setViewportSize({ width: 718, height: HEIGHT })
  await page.emulateMedia({ media: 'print' })
  const seen = page.locator('main').locator('button, select, input, textarea').locator('visible=true')
  const printed = page.getByText(deskWords.printed(''), { exact: false })
  await printed.waitFor()
  expect(await seen.count()).toBe(0)
  expect(await row.evaluate((one) => getComputedStyle(one).display)).toBe('table-row')
  expect(await page.getByText(listWords.columns.assignedTo, { exact: true }).last().isVisible()).toBe(true)

  await page.emulateMedia({ media: null })
  await row.getByRole('link').click()
  await page.getByRole('region', { name: recordWords.timeline }).waitFor()
  await page.emulateMedia({ media: 'print' })
  await printed.waitFor()
  expect(await seen.count()).toBe(0)
  for (const shown of [recordWords.facts, recordWords.timeline, recordWords.documents])
    expect(await page.getByRole('region', { name: shown, exact: true }).isVisible(), shown).toBe(true)
  for (const hidden of [recordWords.work, mailMessages.title])
    expect(await page.locator(`section[aria-label="${hidden}"]`).isVisible(), hidden).toBe(false)
  await page.emulateMedia({ media: null })
  await page.setViewportSize({ width: DESKTOP, height: HEIGHT })
})

test('on a phone a list is a table to who hears it, and one press calls the person', async ({
  openDesk,
  site,
}) => {
  const { phone, reference } = await freshApplication(site.deps)
  await addEnquiry(site.deps)
  const page = await openDesk('recruiter')
  await page.setViewportSize({ width: PHONE, height: HEIGHT })
  await page.goto(staffPages.enquiries)
  const parts = page.locator('[role="table"] > [role="rowgroup"] > [role="row"]')
  await parts.first().waitFor()
  for (const part of ['columnheader', 'rowheader', 'cell'])
    expect(await parts.locator(`> [role="${part}"]`).count(), part).toBeGreaterThan(0)

  await page.goto(`${staffPages.applications}/${reference}`)
  const bar = [recordWords.call, recordWords.write, recordWords.toWork].map((name) => button(page, name))
  const tops = () => Promise.all(bar.map(async (one) => (await one.boundingBox())?.y))
  await bar[0]?.waitFor()
  expect(new Set(await tops()).size).toBe(1)
  await page.evaluate(() => {
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      document.title = this.href
    }
  })
  await bar[0]?.click()
  await soon(() => page.title()).toBe(`tel:+91${phone}`)
  await page.getByRole('region', { name: recordWords.timeline }).getByText('Contact shown').waitFor()
})
