import { errorMessages } from '#contract/messages/gu/common.ts'
import { enquiryMessages, enquiryForm } from '#contract/messages/gu/enquiries.ts'
import { pages } from '#contract/paths.ts'
import { expect, test, PHONE } from '#tests/support/e2e/test.ts'

test('without JavaScript an enquiry is refused at its fields, and then accepted', async ({ open }) => {
  const page = await open({ width: PHONE, javaScriptEnabled: false })
  await page.goto(`/gu${pages.contact}`)
  const field = (name: 'name' | 'email' | 'phone' | 'enquiry') => page.getByLabel(enquiryForm[name].label)
  const submit = page.getByRole('button', { name: enquiryForm.submit })
  await field('name').fill('આશા પટેલ')
  await field('email').fill('asha@gmail')
  await field('enquiry').fill('નમસ્તે')
  await submit.click()
  await page.getByText(errorMessages.invalid, { exact: true }).waitFor()
  expect(await field('name').inputValue()).toBe('આશા પટેલ')
  expect(await field('enquiry').inputValue()).toBe('નમસ્તે')
  for (const [name, words] of [
    ['email', enquiryForm.email.invalid],
    ['phone', enquiryForm.phone.required],
  ] as const) {
    expect(await field(name).getAttribute('aria-invalid')).toBe('true')
    const [described = ''] = (await field(name).getAttribute('aria-describedby'))?.split(' ') ?? []
    expect(await page.locator(`[id="${described}"]`).innerText()).toBe(words)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await field('email').fill('asha@example.in')
  await field('phone').fill('+91 98765 43210')
  await submit.click()
  await page.getByRole('status').getByText(enquiryMessages.sent, { exact: true }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('gu-IN')
})
