import type { Page } from 'playwright-core'
import { pageErrorMessages } from '#contract/messages/en/common.ts'
import * as english from '#contract/messages/en/index.ts'
import { type Notice, type NoticeForm, noticesBefore } from '#contract/schemas/notices.ts'
import { api, pages } from '#contract/paths.ts'
import { openCareerForm } from '#tests/support/e2e/career.ts'
import { pdf } from '#tests/support/e2e/documents.ts'
import { expect, hasFocus, soon, test, PHONE } from '#tests/support/e2e/test.ts'

const { noticeMessages } = english

/** Runs in the page: makes the next element that gets this attribute fail, which removes its form, until `mend`. */
function breakAttribute([broken, words]: readonly [name: string, words: string]): void {
  const real = Element.prototype.setAttribute
  Object.assign(window, { mend: () => (Element.prototype.setAttribute = real) })
  Element.prototype.setAttribute = function (name, value) {
    if (name === broken) throw new TypeError(words)
    return real.call(this, name, value)
  }
}

/** Runs in the page. */
function mend(): void {
  ;(window as unknown as { mend(): void }).mend()
}

// Every form has the same frame; the one with files has the most to lose.
test('an error removes no form and none of its contents', async ({ open }) => {
  const page = await open({ width: PHONE })
  const form = await openCareerForm(page)
  const typed = { full_name: 'Asha 12', address: '12, Ring Road' }
  await form.fill(typed)
  await form.choose('resume', pdf('resume.pdf'))
  // Marking a field as wrong fails.
  await page.evaluate(breakAttribute, ['aria-invalid', 'asha@example.in has no 9876543210'] as const)
  const told = page.waitForRequest(`**${api.pageError}`)
  await form.submit.click()

  const words = page.getByRole('alert').filter({ hasText: pageErrorMessages.sentence })
  await words.waitFor()
  await soon(() => hasFocus(words)).toBe(true)
  expect(await words.innerText()).toContain(pageErrorMessages.kept)
  const request = await told
  expect(request.postDataJSON()).toEqual({
    release: expect.stringMatching(/^\d+\.\d+\.\d+/),
    component: 'career-form',
    message: 'TypeError: …@… has no ##########',
  })
  expect((await request.response())?.status()).toBe(202)

  // Then the fields themselves fail, so that none is there at the next attempt.
  await page.evaluate(mend)
  await page.evaluate(breakAttribute, ['id', 'No field'] as const)
  const again = words.getByRole('button', { name: pageErrorMessages.again })
  const toldAgain = page.waitForRequest(`**${api.pageError}`)
  await again.click()
  expect((await toldAgain).postDataJSON()).toMatchObject({ message: 'TypeError: No field' })
  await soon(() => hasFocus(words)).toBe(true)

  await page.evaluate(mend)
  await again.click()
  await soon(() => form.values()).toMatchObject(typed)
  expect(await form.chosen()).toEqual(['resume.pdf'])
  await form.submit.click()
  await page.locator('[aria-invalid="true"]').first().waitFor()
  expect(await form.field('address').getAttribute('aria-invalid')).toBe(null)
})

const forms: [path: string, form: NoticeForm][] = [
  [pages.contact, 'enquiry'],
  [pages.career, 'career'],
  [pages.register, 'registration'],
]

function noticeOn(page: Page) {
  return page.getByRole('region', { name: noticeMessages.heading })
}

test('each form begins with what happens to the information, all of it at a press', async ({ open }) => {
  const page = await open({ width: PHONE, reducedMotion: 'reduce' })
  for (const [path, form] of forms) {
    await page.goto(path)
    const notice = noticeOn(page)
    const [{ version, essence, points }] = noticesBefore(form, english) as [Notice]
    expect(await notice.getAttribute('data-notice'), path).toBe(version)
    const [above, below] = [await notice.boundingBox(), await page.locator('form').first().boundingBox()]
    expect((above?.y ?? 0) + (above?.height ?? Infinity)).toBeLessThan(below?.y ?? 0)
    // The registration's notice is folded to one line.
    const isFolded = form === 'registration'
    expect(await notice.getByText(essence, { exact: true }).isVisible()).toBe(!isFolded)
    if (isFolded) await notice.getByText(noticeMessages.unfold).click()
    const [first] = points
    expect(await notice.getByText(first?.words ?? '', { exact: true }).isVisible()).toBe(isFolded)
    expect(await notice.getByText(essence, { exact: true }).isVisible()).toBe(true)
    expect(await notice.getByRole('link', { name: noticeMessages.policy }).isVisible()).toBe(true)

    if (!isFolded) await notice.getByText(noticeMessages.more).click()
    for (const { words } of points.filter(({ words: all }) => !all.includes('[['))) {
      expect(await notice.getByText(words, { exact: true }).isVisible(), words).toBe(true)
    }
    expect(await notice.innerText()).toContain('privacy@agency.example')
  }

  await noticeOn(page).getByRole('link', { name: noticeMessages.rights }).click()
  await page.waitForURL((url) => url.pathname === pages.privacy)
  const section = page.getByRole('region', { name: 'Using Your Rights' })
  await soon(() => section.evaluate((one) => one.getBoundingClientRect().top)).toBeLessThan(400)
})
