import type { Locator, Page } from 'playwright-core'
import { describe } from 'vitest'
import { addressIn, type Language, languages } from '#contract/messages/languages.ts'
import { fill } from '#contract/messages/sentences.ts'
import { api, pages } from '#contract/paths.ts'
import { newApplicant } from '#tests/support/e2e/career.ts'
import { pdf } from '#tests/support/e2e/documents.ts'
import { mailsFrom, visitor } from '#tests/support/e2e/enquiry.ts'
import { digitsIn, expectNoEnglish, faultsShown, switchTo, words } from '#tests/support/e2e/languages.ts'
import { kept } from '#tests/support/e2e/register.ts'
import type { Server } from '#tests/support/e2e/server.ts'
import { announced, expect, keepShown, openForm, PHONE, soon, test } from '#tests/support/e2e/test.ts'

/** language-walk.test.ts fills both forms in Gujarati. */
const others: Language[] = ['hi']

const contact = { path: pages.contact, api: api.sendEnquiry, fields: ['name', 'email', 'phone', 'enquiry'] }
const wrong = { name: 'n'.repeat(101), email: 'no', phone: '12x', enquiry: 'e'.repeat(501) }

/** What the server says of the same values. */
async function refusedBy(site: Server, language: Language, body: Record<string, string>, isForm: boolean) {
  const headers = { 'accept-language': languages[language].tag }
  const form = new FormData()
  for (const [field, value] of Object.entries(body)) form.append(field, value)
  const sent = isForm
    ? { body: form, headers }
    : { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } }
  const answer = await fetch(site.url + (isForm ? api.careerApplication : contact.api), {
    method: 'POST',
    ...sent,
  })
  const { message, errors } = (await answer.json()) as { message: string; errors: { message: string }[] }
  const said = errors.map((error) => error.message)
  return { status: answer.status, language: answer.headers.get('content-language'), message, said }
}

function field(page: Page, name: string): Locator {
  return page.locator(`form [name="${name}"]`)
}

function submit(page: Page): Locator {
  return page.locator('form button[type="submit"]')
}

async function fillIn(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value)
}

function valuesOf(page: Page, names: string[]): Promise<string[]> {
  return Promise.all(names.map((name) => field(page, name).inputValue()))
}

describe.for(others)('in %s', (language) => {
  const {
    applicationForm,
    careerMessages,
    documentNames,
    enquiryMessages,
    errorMessages,
    enquiryForm,
    fileMessages,
  } = words[language]
  const { tag } = languages[language]

  test('the contact form says what is wrong in the words that the server has for it, takes digits of the script, and keeps nothing', async ({
    open,
    site,
  }) => {
    const page = await open({ width: PHONE })
    await openForm(page, addressIn(language, contact.path))
    await expectNoEnglish(page, /\+91|name@example\.in/g)
    for (const values of [{ name: '', email: '', phone: '', enquiry: '' }, wrong]) {
      await fillIn(page, values)
      await submit(page).click()
      const { message, ...refused } = await refusedBy(site, language, values, false)
      expect(message).toBe(errorMessages.invalid)
      await soon(() => faultsShown(page)).toEqual(refused.said)
      expect(refused).toMatchObject({ status: 422, language: tag })
    }
    expect(await faultsShown(page)).toEqual([
      enquiryForm.name.tooLong,
      enquiryForm.email.invalid,
      enquiryForm.phone.tooShort,
      enquiryForm.enquiry.tooLong,
    ])

    // What the server alone refuses.
    const name = `आशा ${language}`
    await fillIn(page, { ...visitor, name, phone: digitsIn(language, visitor.phone) })
    await page.route(`**${api.sendEnquiry}`, async (route) => {
      const headers = { ...(await route.request().allHeaders()), 'content-type': 'application/json' }
      await route.continue({ postData: JSON.stringify({ ...visitor, email: 'no' }), headers })
    })
    await submit(page).click()
    await page.getByText(enquiryMessages.failed, { exact: true }).waitFor()
    await soon(() => faultsShown(page)).toEqual([enquiryForm.email.invalid])
    await page.locator('form [role="alert"]').getByText(errorMessages.invalid, { exact: true }).waitFor()

    await page.unroute(`**${api.sendEnquiry}`)
    expect(await kept(page)).toContain(name)
    await submit(page).click()
    await announced(page, enquiryMessages.sent)
    await soon(() => kept(page)).not.toContain(name)
    await soon(async () => (await mailsFrom(site, name)).length).toBe(1)
    expect((await mailsFrom(site, name))[0]?.text).toContain(visitor.phone)
  })

  test('the career form says what is missing or wrong in the words that the server has for it, and answers a second application', async ({
    open,
    site,
  }) => {
    const page = await open({ width: PHONE })
    await openForm(page, addressIn(language, pages.career))
    await expectNoEnglish(page, /name@example\.in|\b(?:PDF|DOCX?|JPE?G|PNG)\b/g)
    await submit(page).click()
    const nothing = { full_name: '', email: '', phone: '', date_of_birth: '', address: '' }
    const { said } = await refusedBy(site, language, nothing, true)
    await soon(() => faultsShown(page)).toEqual(said)
    const noResume = fill(careerMessages.documentRequired, { document: documentNames.resume })
    expect(said).toEqual([
      applicationForm.full_name.required,
      applicationForm.email.required,
      applicationForm.phone.required,
      applicationForm.date_of_birth.required,
      noResume,
    ])
    await page.locator('input[type="file"]').first().setInputFiles(pdf('cv.txt'))
    const otherKind = fill(fileMessages.wrongKind, { kinds: 'pdf, doc, docx' })
    await page.getByText(otherKind, { exact: true }).waitFor()

    const person = newApplicant()
    const written = { ...person, phone: digitsIn(language, person.phone) }
    for (const outcome of [careerMessages.sent, careerMessages.duplicateBanner]) {
      if (outcome !== careerMessages.sent) await openForm(page, addressIn(language, pages.career))
      await keepShown(page)
      await fillIn(page, written)
      await page.locator('input[type="file"]').first().setInputFiles(pdf('resume.pdf'))
      await page.locator('[data-chosen]').waitFor()
      await submit(page).click()
      await page.locator('[data-banner]').getByText(outcome, { exact: true }).waitFor()
    }
    await page.locator('form').getByText(careerMessages.duplicateField, { exact: true }).waitFor()
  })
})

describe('the language switched on a form that is begun', () => {
  test('keeps what is typed on the contact form', async ({ open }) => {
    const page = await open()
    await openForm(page, addressIn('gu', contact.path))
    await fillIn(page, visitor)
    for (const language of ['hi', 'en', 'gu'] as const) {
      await switchTo(page, language)
      await soon(() => valuesOf(page, contact.fields)).toEqual(Object.values(visitor))
    }
  })

  test('keeps what is typed on the career form, and says which files are to be chosen again', async ({
    open,
  }) => {
    const page = await open()
    await openForm(page, addressIn('hi', pages.career))
    const person = newApplicant()
    await fillIn(page, person)
    await page.locator('input[type="file"]').first().setInputFiles(pdf('resume.pdf'))
    await page.locator('[data-chosen]').waitFor()
    await switchTo(page, 'gu')
    await soon(() => valuesOf(page, Object.keys(person))).toEqual(Object.values(person))
    await page.getByText(words.gu.careerMessages.filesAgain, { exact: true }).waitFor()
  })
})
