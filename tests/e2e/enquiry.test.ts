import { enquiryMessages } from '#contract/messages/en/enquiries.ts'
import { pages } from '#contract/paths.ts'
import { contactForm, holdScripts, mailsFrom, openContactForm, visitor } from '#tests/support/e2e/enquiry.ts'
import { problemsOf } from '#tests/support/e2e/problems.ts'
import { announced, atRest, expect, hasFocus, soon, tabTo, test, PHONE } from '#tests/support/e2e/test.ts'

const empty = { name: '', email: '', phone: '', enquiry: '' }

test('on a phone an enquiry is filled in, sent, thanked for and mailed', async ({ open, site }) => {
  const page = await open({ width: PHONE, isFresh: true })
  const problems = problemsOf(page)
  const name = 'Meera Desai 390'
  const form = await atRest(page, openContactForm)
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Contact Form')
  // As on a page that was opened before a newer notice was published.
  await page.locator('[data-notice]').evaluate((one) => one.setAttribute('data-notice', '2026-01-02'))
  // By keyboard only; spaces around an answer are allowed.
  const typed = { ...visitor, name: `  ${name} `, phone: ` ${visitor.phone} ` }
  for (const [field, value] of Object.entries(typed)) {
    await tabTo(page, form[field as keyof typeof typed])
    await page.keyboard.type(value)
  }
  expect(await form.values()).toEqual(typed)
  await page.keyboard.press('Tab')
  expect(await hasFocus(form.submit)).toBe(true)
  await page.keyboard.press('Enter')

  const toast = form.toasts.getByText('Form submitted successfully!', { exact: true })
  await toast.waitFor()
  const box = await toast.boundingBox()
  expect(box?.y).toBeLessThan(120)
  const middle = await form.toasts.locator('> *').first().boundingBox()
  expect(Math.abs((middle?.x ?? 0) + (middle?.width ?? 0) / 2 - PHONE / 2)).toBeLessThanOrEqual(8)
  await soon(() => form.values()).toEqual(empty)
  // A panel with the reference and the time of an answer stays.
  const panel = page.locator('[data-receipt-panel]')
  const [reference = ''] = /EN-\w{6}/.exec(await panel.getByRole('heading', { level: 2 }).innerText()) ?? []
  expect(reference).not.toBe('')
  await panel.getByText('within 2 working days').waitFor()
  await panel.getByText('We have your enquiry.').waitFor()
  // It is above the empty form, visible, and has the focus.
  await soon(() => hasFocus(panel)).toBe(true)
  const [top = 0, below = 0] = [(await panel.boundingBox())?.y, (await form.name.boundingBox())?.y]
  expect([top >= 0, top < below, top < 700]).toEqual([true, true, true])
  expect(form.sent).toEqual([expect.objectContaining({ ...visitor, name, notice: '2026-01-02' })])
  expect(new URL(page.url()).search).toBe('')
  expect(problems).toEqual([])

  await soon(async () => (await mailsFrom(site, name)).length).toBe(1)
})

test('what is sent before the form has woken is sent once it has, once', async ({ open, site }) => {
  const page = await open()
  const letThrough = await holdScripts(page)
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
  await announced(page, enquiryMessages.sent)
  expect(form.sent).toEqual([expect.objectContaining({ ...visitor, name })])
  expect(addresses).toEqual([site.url + pages.contact])
  await soon(async () => (await mailsFrom(site, name)).length).toBe(1)
})

test('if its code never arrives, the form says so, and keeps what was typed', async ({ open }) => {
  const page = await open({ isFresh: true })
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

test('a service’s own link begins the enquiry with it, and keeps what was typed', async ({ open }) => {
  const page = await open({ width: PHONE })
  await page.goto('/gu/services')
  await page.locator('main a[href$="about=executive"]').click()
  await page.locator('form[data-awake]').waitFor()
  const enquiry = page.locator('[name="enquiry"]')
  await soon(() => enquiry.inputValue()).toBe('વિષય: એક્ઝિક્યુટિવ સર્ચ\n\n')
  await enquiry.fill('Something else')
  await page.goto(`${pages.contact}?about=staffing`)
  await page.locator('form[data-awake]').waitFor()
  await soon(() => enquiry.inputValue()).toBe('Something else')
  await page.goto(`${pages.contact}?about=nothing`)
  await page.locator('form[data-awake]').waitFor()
  await soon(() => enquiry.inputValue()).toBe('Something else')
})
