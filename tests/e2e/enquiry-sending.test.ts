import type { Page } from 'playwright-core'
import { errorMessages } from '#contract/messages/en/common.ts'
import { enquiryMessages } from '#contract/messages/en/enquiries.ts'
import { api } from '#contract/paths.ts'
import { openContactForm, visitor } from '#tests/support/e2e/enquiry.ts'
import { announced, answer, atRest, expect, gate, refusal, soon, test } from '#tests/support/e2e/test.ts'

const FAILED = 'Something went wrong. Please try again.'
const sent = { status: 201, body: { message: enquiryMessages.sent } }
const empty = { name: '', email: '', phone: '', enquiry: '' }

test('while an enquiry is being sent the button waits, and it is sent once', async ({ open }) => {
  const page = await open({ isFresh: true })
  const { open: letThrough, opened } = gate()
  await answer(page, api.sendEnquiry, () => opened.then(() => sent))
  const form = await atRest(page, openContactForm)
  await form.fill(visitor)
  const before = await form.submit.boundingBox()
  expect(await form.submit.locator('svg:visible').count()).toBe(0)
  await form.submit.dblclick()
  await soon(() => form.submit.isDisabled()).toBe(true)
  await form.submit.locator('svg:visible').waitFor()
  const during = await form.submit.boundingBox()
  expect([during?.width, during?.height]).toEqual([before?.width, before?.height])
  expect(await form.values()).toEqual(visitor)
  expect(await form.toasts.innerText()).toBe('')

  await form.name.focus()
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Enter')
  await page.locator('form').evaluate((element) => {
    for (let times = 0; times < 3; times++) (element as HTMLFormElement).requestSubmit()
  })
  // What is typed meanwhile was not sent, and stays.
  const more = `${visitor.enquiry} And a third.`
  await form.enquiry.fill(more)
  letThrough()
  await form.toasts.getByText(enquiryMessages.sent).waitFor()
  expect(form.sent).toHaveLength(1)
  expect(await form.toasts.getByText(enquiryMessages.sent).count()).toBe(1)
  await soon(() => form.submit.isEnabled()).toBe(true)
  await soon(() => form.submit.locator('svg:visible').count()).toBe(0)
  expect(await form.enquiry.inputValue()).toBe(more)
})

test('without a network what was typed is kept, and a second attempt succeeds', async ({ open }) => {
  const page = await open()
  const form = await openContactForm(page)
  const told: string[] = []
  page.on('console', (message) => told.push(message.text()))
  await page.context().setOffline(true)
  await form.fill(visitor)
  await form.submit.click()
  await announced(page, FAILED)
  await page.locator('form').getByText(enquiryMessages.unanswered, { exact: true }).waitFor()
  expect(await form.values()).toEqual(visitor)
  await soon(() => told.join('\n')).toContain('The enquiry was not sent.')
  for (const typed of Object.values(visitor)) expect(told.join('\n')).not.toContain(typed)

  await page.context().setOffline(false)
  // The hidden field is filled as programs do it, without events.
  const trap = page.locator('form input[name="website"]')
  expect(await page.locator('form').ariaSnapshot()).not.toMatch(/empty|website/i)
  await trap.evaluate((element) => Object.assign(element, { value: 'https://spam.example' }))
  await form.submit.click()
  await announced(page, enquiryMessages.sent)
  expect(form.sent.at(-1)).toMatchObject({ website: 'https://spam.example' })
  await soon(() => page.locator('form').getByText(enquiryMessages.unanswered).count()).toBe(0)
  await soon(() => form.values()).toEqual(empty)
})

test('errors are shown for 4 s, thanks for 2 s, longer under the pointer; 20 are kept', async ({ open }) => {
  const page = await open({ isFresh: true })
  await answer(page, api.sendEnquiry, () => refusal(500, 'internal', errorMessages.internal))
  const form = await atRest(page, openContactForm)
  await page.evaluate(() => {
    const old = Array.from({ length: 25 }, () => document.createElement('div'))
    document.querySelector('[data-toasts]')?.append(...old)
  })
  await form.fill(visitor)
  await form.submit.click()
  await form.toasts.getByText(FAILED).waitFor()
  // A screen reader announces it once: the lasting reason.
  await soon(() => page.evaluate(spoken)).toEqual([errorMessages.internal])
  await toastLasts(page, FAILED, 4000)
  // The newest twenty, of which one is gone.
  expect(await form.toasts.locator('> *').count()).toBe(19)
  // The reason beside the button stays.
  await page.clock.runFor(60_000)
  expect(await page.locator('form').getByText(errorMessages.internal).isVisible()).toBe(true)

  await form.submit.click()
  const toast = form.toasts.getByText(FAILED, { exact: true })
  await toast.hover()
  await page.clock.runFor(30_000)
  expect(await toast.isVisible()).toBe(true)
  await form.toasts.getByRole('button', { name: 'Close' }).click()
  await page.clock.runFor(1000)
  await toast.waitFor({ state: 'detached' })

  await answer(page, api.sendEnquiry, () => sent)
  await form.submit.click()
  await toastLasts(page, enquiryMessages.sent, 2000)
})

/** Runs in the page: returns the texts of the regions that are announced. */
function spoken(): string[] {
  const speaking = document.querySelectorAll<HTMLElement>('[role="alert"], [role="status"] > *')
  return [...speaking]
    .filter((one) => !one.closest('[aria-live="off"]'))
    .flatMap((one) => one.innerText || [])
}

async function toastLasts(page: Page, words: string, milliseconds: number): Promise<void> {
  const toast = page.locator('[data-toast]', { hasText: words })
  await toast.waitFor()
  const opacity = () => toast.evaluate((one) => getComputedStyle(one).opacity)
  await soon(opacity).toBe('1')

  await page.clock.runFor(milliseconds - 50)
  expect(await opacity()).toBe('1')
  // It fades, and then it is gone.
  await page.clock.runFor(50)
  await page.clock.runFor(1000)
  await toast.waitFor({ state: 'detached' })
}
