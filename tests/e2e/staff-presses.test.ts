import type { Page } from 'playwright-core'
import { keyWords } from '#web/features/staff/keys/words.ts'
import { boardWords } from '#web/features/staff/board/words.ts'
import { listWords } from '#web/features/staff/lists/words.ts'
import { mailMessages, mailTemplates } from '#contract/messages/staff-mails.ts'
import { conflictWords, recordWords } from '#web/features/staff/record/words.ts'
import { rejectionNames } from '#contract/messages/staff-vacancies.ts'
import { vacancyWords } from '#web/features/staff/vacancies/words.ts'
import { deskWords } from '#web/features/staff/words.ts'
import { statusNames } from '#contract/messages/staff.ts'
import { eventNames, webhookWords } from '#web/features/staff/webhooks/words.ts'
import { todayInIndia } from '#contract/dates.ts'
import { staffApi, staffPages } from '#contract/paths.ts'
import { type ApplicationStatus, rejectionReasons } from '#contract/schemas/staff-records.ts'
import { webhookEvents } from '#contract/schemas/staff-webhooks.ts'
import { documentPart, goodApplication, postApplication, somebody } from '#tests/support/application.ts'
import { addEnquiry, freshApplication, setInterview } from '#tests/support/desk-records.ts'
import { button, test } from '#tests/support/e2e/staff.ts'
import { DESKTOP, expect, hasFocus, HEIGHT, PHONE, soon } from '#tests/support/e2e/test.ts'
import { publishVacancy, standAt } from '#tests/support/published-vacancy.ts'

const save = recordWords.save
const boardPath = `${staffPages.applications}/board`

test('a person’s own change is no conflict', async ({ openDesk, site }) => {
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

  // Another person's change is still reported.
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

  // Deleting takes two presses, and the first is forgotten after a while.
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

test('a document that is loading can be downloaded too, is as wide as the window, and leads to the next', async ({
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
  await button(page, `${recordWords.asPictures} Resume`).click()
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

test('an interview is about the only vacancy, in the future, and by day unless confirmed', async ({
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

test('many are rejected for a reason and set back again, except those that somebody changed', async ({
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

  // A single one requires it too.
  await page.goto(`${staffPages.applications}/${mine.reference}`)
  await page.getByLabel(recordWords.status, { exact: true }).selectOption('rejected')
  expect(await button(page, save).isDisabled()).toBe(true)
  await page.getByLabel(vacancyWords.reason).selectOption({ label: rejectionNames.pay })
  await button(page, save).click()
  const noted = page.getByText(`New → Rejected (${rejectionNames.pay})`)
  await soon(() => noted.count()).toBe(2)
})

test('printed pages have a table and a sheet, with the day of printing and no buttons', async ({
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

  await page.goto(staffPages.vacancies)
  await printed.waitFor()
  expect(await seen.count()).toBe(0)

  await page.emulateMedia({ media: null })
  await page.goto(staffPages.applications)
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

test('on a phone a list is a table for screen readers, and one press calls the person', async ({
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

/** Holds each PATCH back until it is released; counts the requests. */
async function holdChanges(page: Page) {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const asked: string[] = []
  await page.route(`**${staffApi}/**`, async (route) => {
    if (route.request().method() === 'PATCH') {
      asked.push(route.request().url())
      await held
    }
    await route.continue()
  })
  return { asked, letGo }
}

test('a second move on a board before the first is answered causes no conflict', async ({
  openDesk,
  site,
}) => {
  const { deps } = site
  const vacancy = await publishVacancy(deps)
  for (const path of [boardPath, `${staffPages.vacancies}/${vacancy}/board`]) {
    const people = [await freshApplication(deps), await freshApplication(deps)] as const
    if (path !== boardPath) for (const { id } of people) await standAt(deps, vacancy, id)
    const [one, other] = people.map(({ reference }) => reference) as [string, string]
    const page = await openDesk('recruiter')
    const { asked, letGo } = await holdChanges(page)
    await page.goto(path)
    const said = page.locator('[aria-live="assertive"]')
    const move = async (reference: string) => {
      await button(page, boardWords.move(reference)).focus()
      for (const key of ['Enter', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    }
    const column = (status: ApplicationStatus) =>
      page.getByRole('region', { name: statusNames[status], exact: true })
    await move(one)
    await column('shortlisted').getByText(one).waitFor()
    await soon(() => asked.length).toBe(1)
    // The same card cannot be picked up again, and another one moves meanwhile.
    await move(one)
    await soon(() => said.innerText()).toBe(boardWords.saving(one, statusNames.shortlisted))
    await move(other)
    await soon(() => asked.length).toBe(2)
    letGo()
    await soon(() => page.locator('[aria-busy="true"]').count()).toBe(0)
    await move(one)
    await column('interview').getByText(one).waitFor()
    await column('shortlisted').getByText(other).waitFor()
    await soon(() => said.innerText()).toBe(boardWords.dropped(one, statusNames.interview))
    expect(asked.length).toBe(3)
    expect(await page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0)
  }
})

test('two keys before the first is answered make one change after the other', async ({ openDesk, site }) => {
  const { reference } = await freshApplication(site.deps)
  const page = await openDesk('recruiter')
  const { asked, letGo } = await holdChanges(page)
  await page.goto(staffPages.applications)
  const row = page.getByRole('row').filter({ hasText: reference })
  await row.getByRole('link').focus()
  await page.keyboard.press('i')
  await soon(() => asked.length).toBe(1)
  await page.keyboard.press('e')
  const command = page.getByRole('combobox', { name: keyWords.field })
  await command.fill(keyWords.assignTo(keyWords.me))
  await page.keyboard.press('Enter')
  await command.waitFor({ state: 'hidden' })
  letGo()
  await page.getByText(keyWords.nowAssigned(goodApplication.full_name, keyWords.me)).waitFor()
  await row.getByText(statusNames.interview).waitFor()
  expect(await page.getByText(conflictWords.title).count()).toBe(0)
})

test('each way to reject somebody asks for the reason', async ({ openDesk, site }) => {
  const { deps } = site
  const [byCommand, onBoard] = [await freshApplication(deps), await freshApplication(deps)]
  const page = await openDesk('recruiter')
  await page.goto(staffPages.applications)
  const row = page.getByRole('row').filter({ hasText: byCommand.reference })
  await row.getByRole('link').focus()
  await page.keyboard.press('e')
  const field = page.getByRole('combobox', { name: keyWords.field })
  await field.fill('rejected')
  const ways = page.getByRole('option', { name: statusNames.rejected })
  expect(await ways.count()).toBe(rejectionReasons.length)
  await ways.getByText(listWords.rejectedFor(rejectionNames.pay)).click()
  await row.getByText(statusNames.rejected).waitFor()

  await page.goto(boardPath)
  const [from, to] = [statusNames.new, statusNames.rejected].map((name) =>
    page.getByRole('region', { name, exact: true }),
  )
  const handle = button(page, boardWords.move(onBoard.reference))
  const dialog = page.getByRole('dialog')
  const reject = async () => {
    await handle.focus()
    await page.keyboard.press('Enter')
    for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await dialog.waitFor()
  }
  await reject()
  expect(await button(dialog, vacancyWords.reject).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await from?.getByText(onBoard.reference).waitFor()
  await reject()
  await dialog.getByLabel(vacancyWords.reason).selectOption({ label: rejectionNames.pay })
  await button(dialog, vacancyWords.reject).click()
  await to?.getByText(onBoard.reference).waitFor()
  for (const { reference } of [byCommand, onBoard]) {
    await page.goto(`${staffPages.applications}/${reference}`)
    await page.getByText(`New → Rejected (${rejectionNames.pay})`).waitFor()
  }
})
