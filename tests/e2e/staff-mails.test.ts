import { mailMessages, mailTemplates } from '#contract/messages/staff-mails.ts'
import { recordWords } from '#web/features/staff/record/words.ts'
import { staffPages } from '#contract/paths.ts'
import { freshApplication } from '#tests/support/desk-records.ts'
import { button, test } from '#tests/support/e2e/staff.ts'
import { expect, hasFocus, HEIGHT, PHONE, soon } from '#tests/support/e2e/test.ts'

const { letter } = mailTemplates

test('free words stay, are previewed and sent once, and are recorded', async ({ openDesk, site }) => {
  const { reference } = await freshApplication(site.deps, { full_name: 'Asha Mehta' })
  const page = await openDesk('recruiter')
  await page.setViewportSize({ width: PHONE, height: HEIGHT })
  await page.goto(`${staffPages.applications}/${reference}`)
  const part = page.getByRole('region', { name: mailMessages.title })
  const heading = part.getByRole('heading', { name: mailMessages.previewTitle })
  const mails: string[] = []
  page.on('request', (request) => request.url().endsWith('/mails') && mails.push(request.method()))
  await button(part, letter.label).click()
  const field = part.getByLabel(letter.blanks[0].label)
  await soon(() => hasFocus(field)).toBe(true)
  await button(part, mailMessages.preview).click()
  await part.getByText(mailMessages.fill).waitFor()
  await soon(() => hasFocus(field)).toBe(true)
  await page.keyboard.type('Please come at ten.')
  await page.reload()
  await soon(() => field.inputValue()).toBe('Please come at ten.')
  const now = Date.now()
  await page.clock.setFixedTime(now)
  await button(part, mailMessages.preview).click()
  await soon(() => hasFocus(heading)).toBe(true)
  await button(part, mailMessages.change).click()
  await soon(() => hasFocus(field)).toBe(true)
  await button(part, mailMessages.preview).click()
  await part.getByText('Dear Asha Mehta,').waitFor()
  // A second press at the place of the preview button sends nothing unread.
  await button(part, mailMessages.send).click()
  await page.clock.setFixedTime(now + 1000)
  await button(part, mailMessages.send).click()
  const said = part.getByText(mailMessages.sent)
  await said.waitFor()
  await soon(() => hasFocus(said)).toBe(true)
  expect(mails).toEqual(['POST'])
  await page.getByRole('region', { name: recordWords.timeline }).getByText('Please come at ten.').waitFor()
})
