import { describe } from 'vitest'
import * as z from 'zod/mini'
import { enquiryMessages } from '#contract/messages/enquiries.ts'
import { mailsFrom, openContactForm, openContactFormAtRest, visitor } from '#tests/support/e2e/enquiry.ts'
import { problemsOf } from '#tests/support/e2e/problems.ts'
import { DESKTOP, expect, hasFocus, PHONE, soon, test } from '#tests/support/e2e/test.ts'

const empty = { name: '', email: '', phone: '', enquiry: '' }
const exported = z.object({ id: z.string(), name: z.string(), enquiry: z.string() })

describe.for([PHONE, DESKTOP])('at %i pixels', (width) => {
  test('an enquiry is filled in, sent, thanked for, mailed to the agency and kept', async ({
    open,
    site,
  }) => {
    const page = await open({ width })
    const problems = problemsOf(page)
    const name = `Meera Desai ${width}`
    const form = await openContactFormAtRest(page)
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

test('Enter in a field of one line sends the form', async ({ open }) => {
  const page = await open()
  const form = await openContactForm(page)
  await form.fill(visitor)
  await form.phone.press('Enter')

  await form.toasts.getByText(enquiryMessages.sent).waitFor()
  expect(form.sent).toHaveLength(1)
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
  const form = await openContactFormAtRest(page)
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

test('a form sent faster than a person could is thanked for, delivered, and marked', async ({
  open,
  site,
}) => {
  const page = await open()
  const form = await openContactFormAtRest(page)
  // As if it had only just been opened, however long that took.
  await page.evaluate(() => {
    performance.now = () => 1500
  })
  const name = 'Hari Hasty'
  await form.fill({ ...visitor, name })
  await form.submit.click()

  await form.toasts.getByText(enquiryMessages.sent).waitFor()
  await soon(async () => (await mailsFrom(site, name)).map(({ subject }) => subject)).toEqual([
    `[Suspect] New enquiry from ${name}`,
  ])
})

test('markup in an enquiry is told as the text it is', async ({ open, site }) => {
  const page = await open()
  const form = await openContactForm(page)
  const name = '<img src=x onerror=alert(1)> Meera'
  await form.fill({ ...visitor, name, enquiry: '<script>alert(1)</script>' })
  await form.submit.click()

  await form.toasts.getByText(enquiryMessages.sent).waitFor()
  await soon(async () => (await mailsFrom(site, name))[0]?.text).toContain('<script>alert(1)</script>')
})
