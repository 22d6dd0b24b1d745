import type { Page } from 'playwright-core'
import { keyWords } from '#web/features/staff/keys/words.ts'
import { noteWords } from '#web/features/staff/record/words.ts'
import { deskWords, keyNames } from '#web/features/staff/words.ts'
import { screenNames, statusNames } from '#contract/messages/staff.ts'
import { recordMessages } from '#contract/messages/staff-timeline.ts'
import { staffApi, staffPages } from '#contract/paths.ts'
import { addEnquiry, freshApplication, setInterview } from '#tests/support/desk-records.ts'
import { problemsOf } from '#tests/support/e2e/problems.ts'
import { button, test } from '#tests/support/e2e/staff.ts'
import { expect, hasFocus, soon } from '#tests/support/e2e/test.ts'

function commands(page: Page) {
  return page.getByRole('dialog', { name: keyNames.commands })
}

function field(page: Page) {
  return page.getByRole('combobox', { name: keyWords.field })
}

test('Ctrl and K open a field that finds records while one types', async ({ openDesk, site }) => {
  const { reference } = await freshApplication(site.deps, {
    full_name: 'Kokila Commanded',
    phone: '9812398123',
  })
  const page = await openDesk('recruiter')
  const problems = problemsOf(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(`${staffApi}/search`)) asked.push(request.postDataJSON().q)
  })
  await page.goto(staffPages.enquiries)
  const search = page.getByRole('searchbox', { name: deskWords.search })
  await search.focus()
  await page.keyboard.press('Control+K')
  await soon(() => hasFocus(field(page))).toBe(true)
  await page.keyboard.press('Escape')
  await commands(page).waitFor({ state: 'hidden' })
  await soon(() => hasFocus(search)).toBe(true)

  await page.keyboard.press('Control+K')
  await field(page).waitFor()
  for (const text of ['9812398', 'kokila@example', 'Ko']) {
    await field(page).fill(text)
    await page.getByRole('option', { name: keyWords.searchFor(text) }).waitFor()
  }
  await field(page).fill('Kokila Com')
  await page.getByRole('option', { name: reference }).waitFor()
  await commands(page).getByRole('status').getByText(keyWords.count(1, 0)).waitFor()
  expect(asked).toEqual(['Kokila Com'])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: reference }).waitFor()
  expect(problems).toEqual([])
})

test('commands go elsewhere and change the open record', async ({ openDesk, site }) => {
  const { path } = await freshApplication(site.deps, { full_name: 'Lata Commanded' })
  const page = await openDesk('recruiter')
  await page.goto(path.replace('records', staffPages.home))
  await page.getByText(statusNames.new).first().waitFor()
  await button(page, keyNames.commands).click()
  await field(page).fill('offered')
  await page.keyboard.press('Enter')
  await page.getByText(keyWords.nowStatus('Lata Commanded', statusNames.offered)).waitFor()
  await button(page, keyNames.commands).click()
  await page.getByRole('option', { name: keyWords.assignTo(keyWords.me) }).click()
  await page.getByText(keyWords.nowAssigned('Lata Commanded', keyWords.me)).waitFor()
  await button(page, keyNames.commands).click()
  await page.getByRole('option', { name: keyWords.note }).click()
  await soon(() => hasFocus(page.getByLabel(noteWords.label, { exact: true }))).toBe(true)
  // In a field a key only types.
  await page.keyboard.type('ij?')
  expect(await page.getByLabel(noteWords.label, { exact: true }).inputValue()).toBe('ij?')
  await button(page, keyNames.commands).click()
  await field(page).fill('executives')
  await page.getByRole('option', { name: screenNames.executives, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: screenNames.executives }).waitFor()
})

test('in a list j and k move from row to row, and i, e and o act on one', async ({ openDesk, site }) => {
  const later = (ms: number) => freshApplication(site.deps, { createdAt: site.clock.now() + ms })
  const [second, first] = [await later(60_000), await later(120_000)]
  const page = await openDesk('recruiter')
  await page.goto(staffPages.applications)
  const link = (reference: string) => page.getByRole('row').getByRole('link', { name: reference })
  await link(first.reference).waitFor()
  await page.keyboard.press('j')
  await soon(() => hasFocus(link(first.reference))).toBe(true)
  await page.keyboard.press('j')
  await soon(() => hasFocus(link(second.reference))).toBe(true)
  await page.keyboard.press('k')
  await soon(() => hasFocus(link(first.reference))).toBe(true)

  await page.keyboard.press('i')
  const row = page.getByRole('row').filter({ hasText: first.reference })
  await row.getByText(statusNames.interview).waitFor()
  // A colleague's later change is not overwritten.
  await page.keyboard.press('j')
  await setInterview(site, second.reference)
  await page.keyboard.press('e')
  await field(page).fill('rejected')
  await page.keyboard.press('Enter')
  await page.getByText(recordMessages.changedMeanwhile).waitFor()
  await page.getByRole('row').filter({ hasText: second.reference }).getByText(statusNames.interview).waitFor()
  await soon(() => page.getByRole('dialog').count()).toBe(0)
  await page.keyboard.press('o')
  await page.getByRole('heading', { level: 1, name: second.reference }).waitFor()
})

test('keys of one letter can be turned off, and do nothing behind a dialog', async ({ openDesk, site }) => {
  await addEnquiry(site.deps)
  const page = await openDesk('viewer')
  await page.goto(staffPages.enquiries)
  const rows = page.getByRole('row').getByRole('link')
  await rows.first().waitFor()
  await page.keyboard.press('j')
  await soon(() => hasFocus(rows.first())).toBe(true)
  await page.keyboard.press('e')
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: keyNames.keys })
  await help.getByText(keyWords.keys[0][1]).waitFor()
  await help.getByLabel(keyWords.single).uncheck()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'hidden' })
  await soon(() => hasFocus(rows.first())).toBe(true)
  await page.keyboard.press('?')
  await page.keyboard.press('o')
  await button(page, keyNames.keys).click()
  await help.waitFor()
  expect(new URL(page.url()).pathname).toBe(staffPages.enquiries)
  await help.getByLabel(keyWords.single).check()
})
