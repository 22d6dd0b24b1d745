import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { enquiryMessages } from '#contract/messages/enquiries.ts'
import { errorMessages } from '#contract/messages/common.ts'
import { pages } from '#contract/paths.ts'
import { answerWith, openContactFormAtRest, refusal, visitor } from '#tests/support/e2e/enquiry.ts'
import { expect, soon, test } from '#tests/support/e2e/test.ts'

const FAILED = 'Something went wrong. Please try again.'
const sent = { status: 201, body: JSON.stringify({ message: enquiryMessages.sent }) }

describe('toasts', () => {
  test('stand in a region that the page has from the start, empty, so that they are announced', async ({
    open,
    site,
  }) => {
    const html = await (await fetch(site.url + pages.contact)).text()
    expect(html).toMatch(/<div role="status" aria-live="polite"[^>]*><\/div>/)

    const page = await open({ javaScriptEnabled: false })
    await page.goto(pages.contact)
    expect(await page.getByRole('status').count()).toBe(1)
  })

  test('thanks stay for 2000 milliseconds', async ({ open }) => {
    const page = await open()
    await toastLasts(page, { answer: sent, words: enquiryMessages.sent, milliseconds: 2000 })
  })

  test('errors stay for 4000 milliseconds, and their reason beside the button for good', async ({ open }) => {
    const page = await open()
    const answer = refusal(500, 'internal', errorMessages.internal)
    await toastLasts(page, { answer, words: FAILED, milliseconds: 4000 })
    await page.clock.runFor(60_000)
    expect(await page.locator('form').getByText(errorMessages.internal).isVisible()).toBe(true)
  })

  test('do not go while the pointer or the focus rests on them, and can be closed', async ({ open }) => {
    const page = await open()
    await answerWith(page, () => refusal(500, 'internal', errorMessages.internal))
    const form = await openContactFormAtRest(page)
    await form.fill(visitor)
    await form.submit.click()
    const toast = form.toasts.getByText(FAILED, { exact: true })
    await toast.hover()
    await page.clock.runFor(30_000)
    expect(await toast.isVisible()).toBe(true)

    await form.toasts.getByRole('button', { name: 'Close' }).click()
    await page.clock.runFor(1000)
    await toast.waitFor({ state: 'detached' })
  })
})

interface Lasting {
  answer: { status: number; body: string }
  words: string
  milliseconds: number
}

async function toastLasts(page: Page, { answer, words, milliseconds }: Lasting): Promise<void> {
  await answerWith(page, () => answer)
  const form = await openContactFormAtRest(page)
  await form.fill(visitor)
  await form.submit.click()
  const toast = form.toasts.locator('[data-toast]', { hasText: words })
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
