import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import * as z from 'zod/mini'
import { enquiryMessages } from '#contract/messages/en/enquiries.ts'
import { pages } from '#contract/paths.ts'
import { contactForm, gate, mailsFrom, openContactForm, visitor } from '#tests/support/e2e/enquiry.ts'
import { problemsOf } from '#tests/support/e2e/problems.ts'
import { atRest, expect, hasFocus, PHONE, soon, test, widths } from '#tests/support/e2e/test.ts'

const empty = { name: '', email: '', phone: '', enquiry: '' }
const exported = z.object({ id: z.string(), name: z.string(), enquiry: z.string() })

describe.for(widths)('at %i pixels', (width) => {
  test('an enquiry is filled in, sent, thanked for, mailed to the agency and kept', async ({
    open,
    site,
  }) => {
    const page = await open({ width })
    const problems = problemsOf(page)
    const name = `Meera Desai ${width}`
    const form = await atRest(page, openContactForm)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Contact Form')
    await form.fill({ ...visitor, name })
    await form.submit.click()

    const toast = form.toasts.getByText('Form submitted successfully!', { exact: true })
    await toast.waitFor()
    const box = await toast.boundingBox()
    expect(box?.y).toBeLessThan(120)
    const middle = await form.toasts.locator('> *').first().boundingBox()
    expect(Math.abs((middle?.x ?? 0) + (middle?.width ?? 0) / 2 - width / 2)).toBeLessThanOrEqual(8)
    await soon(() => form.values()).toEqual(empty)
    expect(new URL(page.url()).search).toBe('')
    expect(problems).toEqual([])

    await soon(async () => (await mailsFrom(site, name)).length).toBe(1)
    const [mail] = await mailsFrom(site, name)
    expect(mail).toMatchObject({
      channel: 'email',
      to: 'inbox@agency.example',
      replyTo: visitor.email,
      subject: `New enquiry from ${name}`,
    })
    for (const said of [
      name,
      visitor.email,
      visitor.phone,
      'two night nurses in Surat.',
      'When can we talk?',
    ]) {
      expect(mail?.text).toContain(said)
    }

    const lines = (await site.ops('export', 'enquiries', '--format', 'ndjson', '--reveal')).trim().split('\n')
    const rows = lines.map((line) => exported.parse(JSON.parse(line))).filter((row) => row.name === name)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.enquiry).toBe(visitor.enquiry)
  })
})

test('the whole way goes by keyboard alone', async ({ open, site }) => {
  const page = await open()
  const form = await openContactForm(page)
  const name = 'Kiran Keyboard'
  const steps: string[] = []
  for (const value of [name, visitor.email, visitor.phone, 'One line.\nAnd another.']) {
    await tabUntil('input, textarea')
    await page.keyboard.type(value)
    steps.push(value)
  }
  expect(await form.values()).toEqual({ ...visitor, name, enquiry: steps.at(-1) })
  await page.keyboard.press('Tab')
  expect(await hasFocus(form.submit)).toBe(true)
  await page.keyboard.press('Enter')

  await form.toasts.getByText(enquiryMessages.sent).waitFor()
  // The focus is not thrown to the top of the page.
  await soon(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  await soon(async () => (await mailsFrom(site, name)).length).toBe(1)

  async function tabUntil(selector: string): Promise<void> {
    for (let presses = 0; presses < 30; presses++) {
      await page.keyboard.press('Tab')
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return
    }
    throw new Error(`No ${selector} is reached by Tab`)
  }
})

test('spaces around an answer do no harm, and phone keyboards fit their fields', async ({ open }) => {
  const page = await open({ width: PHONE })
  const form = await openContactForm(page)
  const asks = (field: typeof form.name) =>
    field.evaluate((element) => {
      const { type, inputMode, autocomplete } = element as HTMLInputElement
      return { type, inputMode, autocomplete }
    })
  expect(await asks(form.name)).toEqual({ type: 'text', inputMode: '', autocomplete: 'name' })
  expect(await asks(form.email)).toEqual({ type: 'email', inputMode: 'email', autocomplete: 'email' })
  expect(await asks(form.phone)).toEqual({ type: 'tel', inputMode: 'tel', autocomplete: 'tel' })
  expect(await form.enquiry.evaluate((element) => element.tagName)).toBe('TEXTAREA')

  await form.fill({ ...visitor, name: '  Meera Desai ', phone: ' 9876543210 ' })
  await form.submit.click()
  await form.toasts.getByText(enquiryMessages.sent).waitFor()
  expect(form.sent).toEqual([expect.objectContaining({ name: 'Meera Desai', phone: '9876543210' })])
})

test('a field that no person meets is skipped by Tab and by screen readers; filled, it marks the enquiry', async ({
  open,
  site,
}) => {
  const page = await open()
  const form = await atRest(page, openContactForm)
  const trap = page.locator('form input[name="website"]')
  expect(await page.locator('form').ariaSnapshot()).not.toMatch(/empty|website/i)
  const box = await trap.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(0)
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab')
    expect(await hasFocus(trap)).toBe(false)
  }

  const name = 'Robert Robot'
  // As programs do it: without telling the page.
  await trap.evaluate((element) => Object.assign(element, { value: 'https://spam.example' }))
  await form.fill({ ...visitor, name })
  await form.submit.click()
  await form.toasts.getByText(enquiryMessages.sent).waitFor()
  await soon(async () => (await mailsFrom(site, name)).map(({ subject }) => subject)).toEqual([
    `[Suspect] New enquiry from ${name}`,
  ])
})

/** Holds the form's own code back until the gate is opened, as a slow line does. */
async function holdScripts(page: Page, opened: Promise<void>): Promise<void> {
  await page.route('**/*.js', async (route) => {
    await opened
    await route.continue()
  })
}

test('what is typed before the form has woken is kept', async ({ open }) => {
  const page = await open({ width: PHONE })
  const { open: letThrough, opened } = gate()
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
  const { open: letThrough, opened } = gate()
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
