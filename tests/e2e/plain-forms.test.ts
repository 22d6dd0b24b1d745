import { describe } from 'vitest'
import { errorMessages } from '#contract/messages/gu/common.ts'
import { fileMessages } from '#contract/messages/gu/documents.ts'
import { enquiryMessages, enquiryForm } from '#contract/messages/gu/enquiries.ts'
import { pages } from '#contract/paths.ts'
import { newApplicant } from '#tests/support/e2e/career.ts'
import { pdf } from '#tests/support/e2e/documents.ts'
import { expect, test, PHONE } from '#tests/support/e2e/test.ts'
import { careerMessages, applicationForm } from '#contract/messages/gu/careers.ts'

describe('without JavaScript at a phone’s width, in Gujarati', () => {
  test('an enquiry is refused at its fields with what was typed, and then taken', async ({ open, site }) => {
    const page = await open({ baseURL: site.url, width: PHONE, javaScriptEnabled: false })
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

  test('an application comes back with its words and asks for its files again, is taken, and leads home', async ({
    open,
    site,
  }) => {
    const page = await open({ baseURL: site.url, width: PHONE, javaScriptEnabled: false })
    const person = newApplicant()
    await page.goto(`/gu${pages.career}`)
    const main = page.getByRole('main')
    const submit = main.getByRole('button', { name: applicationForm.submit })
    const resume = page.locator('input[name="resume"]')
    await page.getByLabel(applicationForm.full_name.label).fill(person.full_name)
    await page.getByLabel(applicationForm.email.label).fill(person.email)
    await page.getByLabel(applicationForm.date_of_birth.label).fill(person.date_of_birth)
    await resume.setInputFiles(pdf('resume.pdf'))
    await submit.click()
    await page.getByText(applicationForm.phone.required, { exact: true }).waitFor()
    await page.getByText(fileMessages.chooseAgain, { exact: true }).waitFor()
    expect(await page.getByLabel(applicationForm.date_of_birth.label).inputValue()).toBe(person.date_of_birth)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await page.getByLabel(applicationForm.phone.label).fill(person.phone)
    await resume.setInputFiles(pdf('resume.pdf'))
    await submit.click()
    await page.getByRole('status').getByText(careerMessages.sent, { exact: true }).waitFor()
    await page.waitForURL('**/gu/')
  })
})
