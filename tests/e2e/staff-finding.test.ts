import { deskWords } from '#contract/messages/staff.ts'
import { staffPages } from '#contract/paths.ts'
import { test } from '#tests/support/e2e/staff.ts'
import { expect, hasFocus, soon } from '#tests/support/e2e/test.ts'

test('a slash leads to the search, and is typed where something is typed', async ({ openDesk }) => {
  const page = await openDesk('recruiter')
  await page.goto(staffPages.enquiries)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const search = page.getByLabel(deskWords.search)
  await page.keyboard.press('/')
  await soon(() => hasFocus(search)).toBe(true)
  expect(await search.inputValue()).toBe('')
  await page.keyboard.press('/')
  expect(await search.inputValue()).toBe('/')
})
