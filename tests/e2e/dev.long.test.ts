import { enquiryMessages } from '#contract/messages/en/enquiries.ts'
import { pages } from '#contract/paths.ts'
import { openContactForm, visitor } from '#tests/support/e2e/enquiry.ts'
import { problemsOf } from '#tests/support/e2e/problems.ts'
import { startServer } from '#tests/support/e2e/server.ts'
import { announced, expect, soon, test as plain } from '#tests/support/e2e/test.ts'

const test = plain.extend('site', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const server = await startServer({ RATE_LIMIT_SCALE: '1000' }, 'scripts/dev.ts')
  onCleanup(server.stop)
  return server
})

test('`npm run dev` serves a page whose form wakes and is sent', async ({ open }) => {
  const page = await open()
  // What a page needs is compiled when it is requested.
  page.setDefaultNavigationTimeout(120_000)
  const problems = problemsOf(page)
  const form = await openContactForm(page)
  await form.fill(visitor)
  await form.submit.click()
  await announced(page, enquiryMessages.sent)
  expect(problems).toEqual([])
})

test('`npm run dev` answers a form that a browser posts by itself', async ({ site }) => {
  const post = () => {
    const body = new URLSearchParams({ ...visitor, email: 'nobody' })
    return fetch(site.url + pages.contact, { method: 'POST', headers: { origin: site.url }, body })
  }
  // The server behind the pages may start after them.
  await soon(async () => (await post()).status).toBe(422)
  expect(await (await post()).text()).toContain('aria-invalid="true"')
})
