import { pageErrorMessages } from '#contract/messages/common.ts'
import { api, pages } from '#contract/paths.ts'
import { expect, hasFocus, soon, test } from '#tests/support/e2e/test.ts'

/** The next field that is marked as wrong takes its form away. */
function breakMarking(): void {
  const real = Element.prototype.setAttribute
  Object.assign(window, { mend: () => (Element.prototype.setAttribute = real) })
  Element.prototype.setAttribute = function (name, value) {
    if (name === 'aria-invalid') throw new TypeError('asha@example.in has no 9876543210')
    return real.call(this, name, value)
  }
}

test.for([
  {
    path: pages.contact,
    part: 'contact-form',
    typed: { name: 'Asha 12', enquiry: 'Two\nlines' },
    press: 'Submit',
  },
  {
    path: pages.career,
    part: 'career-form',
    typed: { full_name: 'Asha 12', address: '12, Ring Road' },
    press: 'Submit',
  },
  {
    path: pages.register,
    part: 'registration',
    typed: { aadhaar_no: '123456789012', city: 'Surat' },
    press: 'Next',
  },
])('an error takes no form away: $path', async ({ path, part, typed, press }, { open }) => {
  const page = await open({ width: 390 })
  const told = page.waitForRequest(`**${api.pageError}`)
  await page.goto(path)
  await page.locator('form[data-awake]').waitFor()
  const fields = Object.entries(typed).map(
    ([name, value]) => [page.locator(`[name="${name}"]`), value] as const,
  )
  for (const [field, value] of fields) await field.fill(value)
  const paper = page.locator('[data-chosen]')
  if (path === pages.career) {
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({
        name: 'resume.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.4\n%%EOF'),
      })
    await paper.waitFor()
  }
  await page.evaluate(breakMarking)
  await page.getByRole('button', { name: press, exact: true }).click()

  const words = page.getByRole('alert').filter({ hasText: pageErrorMessages.sentence })
  await words.waitFor()
  expect(await hasFocus(words)).toBe(true)
  expect(await words.innerText()).toContain(pageErrorMessages.kept)
  const request = await told
  expect(request.postDataJSON()).toEqual({
    release: expect.stringMatching(/^\d+\.\d+\.\d+/),
    component: part,
    message: 'TypeError: …@… has no ##########',
  })
  expect((await request.response())?.status()).toBe(202)

  await page.evaluate(() => (window as unknown as { mend(): void }).mend())
  await words.getByRole('button', { name: pageErrorMessages.again }).click()
  for (const [field, value] of fields) await soon(() => field.inputValue()).toBe(value)
  if (path === pages.career) expect(await paper.innerText()).toContain('resume.pdf')
  await page.getByRole('button', { name: press, exact: true }).click()
  await page.locator('[aria-invalid="true"]').first().waitFor()
  for (const [field] of fields.slice(1)) expect(await field.getAttribute('aria-invalid')).toBe(null)
})
