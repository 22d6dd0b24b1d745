import { addressIn } from '#contract/messages/languages.ts'
import { pages } from '#contract/paths.ts'
import { newApplicant } from '#tests/support/e2e/career.ts'
import { pdf } from '#tests/support/e2e/documents.ts'
import { switchTo, words } from '#tests/support/e2e/languages.ts'
import { openForm, soon, test } from '#tests/support/e2e/test.ts'

// What the forms say in another language: screens.test.ts.
test('the language switched on a form that is begun keeps what is typed, and says which files are to be chosen again', async ({
  open,
}) => {
  const page = await open()
  await openForm(page, addressIn('hi', pages.career))
  const person = newApplicant()
  const field = (name: string) => page.locator(`form [name="${name}"]`)
  for (const [name, value] of Object.entries(person)) await field(name).fill(value)
  await page.locator('input[type="file"]').first().setInputFiles(pdf('resume.pdf'))
  await page.locator('[data-chosen]').waitFor()
  for (const language of ['gu', 'en'] as const) {
    await switchTo(page, language)
    const values = () => Promise.all(Object.keys(person).map((name) => field(name).inputValue()))
    await soon(values).toEqual(Object.values(person))
    await page.getByText(words[language].careerMessages.filesAgain, { exact: true }).waitFor()
  }
})
