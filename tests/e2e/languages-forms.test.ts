import type { Locator, Page } from 'playwright-core'
import { describe } from 'vitest'
import { addressIn } from '#contract/messages/languages.ts'
import { pages } from '#contract/paths.ts'
import { newApplicant } from '#tests/support/e2e/career.ts'
import { pdf } from '#tests/support/e2e/documents.ts'
import { visitor } from '#tests/support/e2e/enquiry.ts'
import { switchTo, words } from '#tests/support/e2e/languages.ts'
import { openForm, soon, test } from '#tests/support/e2e/test.ts'

// What the forms say in another language: screens.test.ts.
const contact = { path: pages.contact, fields: ['name', 'email', 'phone', 'enquiry'] }

function field(page: Page, name: string): Locator {
  return page.locator(`form [name="${name}"]`)
}

async function fillIn(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value)
}

function valuesOf(page: Page, names: string[]): Promise<string[]> {
  return Promise.all(names.map((name) => field(page, name).inputValue()))
}

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
