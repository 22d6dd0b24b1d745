import type { Page } from 'playwright-core'
import { enquiryMessages } from '#contract/messages/enquiries.ts'
import { pages } from '#contract/paths.ts'
import { contactForm, listener, mailsFrom, visitor } from '#tests/support/e2e/enquiry.ts'
import { expect, hasFocus, PHONE, soon, test } from '#tests/support/e2e/test.ts'

/** Holds the form's own code back until the listener is opened, as a slow line does. */
async function holdScripts(page: Page, opened: Promise<void>): Promise<void> {
  await page.route('**/*.js', async (route) => {
    await opened
    await route.continue()
  })
}

test('what is typed before the form has woken is kept', async ({ open }) => {
  const page = await open({ width: PHONE })
  const { open: letThrough, opened } = listener()
  await holdScripts(page, opened)
  const form = contactForm(page)
  await page.goto(pages.contact, { waitUntil: 'commit' })
  await form.fill(visitor)
  await form.phone.focus()
  letThrough()
  await form.awake()

  expect(await form.values()).toEqual(visitor)
  expect(await hasFocus(form.phone)).toBe(true)
  await form.submit.click()
  await form.toasts.getByText(enquiryMessages.sent).waitFor()
  expect(form.sent).toEqual([expect.objectContaining(visitor)])
})

test('a form sent before it has woken is sent once it has, once, and never in an address', async ({
  open,
  site,
}) => {
  const page = await open()
  const { open: letThrough, opened } = listener()
  await holdScripts(page, opened)
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  const form = contactForm(page)
  const name = 'Esha Early'
  await page.goto(pages.contact, { waitUntil: 'commit' })
  await form.fill({ ...visitor, name })
  await form.submit.click()
  await form.submit.click()
  await form.name.press('Enter')
  await form.submit.locator('svg:visible').waitFor()
  expect(form.sent).toEqual([])

  letThrough()
  await form.toasts.getByText(enquiryMessages.sent).waitFor()
  expect(form.sent).toEqual([expect.objectContaining({ ...visitor, name })])
  expect(addresses).toEqual([site.url + pages.contact])
  await soon(async () => (await mailsFrom(site, name)).length).toBe(1)
})

test('a form sent empty before it has woken shows its sentences once it has', async ({ open }) => {
  const page = await open()
  const { open: letThrough, opened } = listener()
  await holdScripts(page, opened)
  const form = contactForm(page)
  await page.goto(pages.contact, { waitUntil: 'commit' })
  await form.submit.click()
  letThrough()

  await page.getByText('Name is required', { exact: true }).waitFor()
  expect(form.sent).toEqual([])
})

test('if its code never comes, the form says so, keeps what was typed, and names another way', async ({
  open,
}) => {
  const page = await open()
  await page.clock.install()
  await page.route('**/*.js', (route) => route.abort())
  const form = contactForm(page)
  await page.goto(pages.contact, { waitUntil: 'load' })
  await form.fill(visitor)
  await form.submit.click()
  const notice = page.getByText(enquiryMessages.notWorking, { exact: true })
  expect(await notice.isVisible()).toBe(false)
  await page.clock.runFor(15_000)

  await notice.waitFor()
  expect(await form.values()).toEqual(visitor)
  expect(new URL(page.url()).search).toBe('')
  expect(await page.getByRole('main').getByRole('link', { name: 'info@agency.example' }).isVisible()).toBe(
    true,
  )
})
