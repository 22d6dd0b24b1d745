import type { Page } from 'playwright-core'
import { addressIn, type Language } from '#contract/messages/languages.ts'
import { fill } from '#contract/messages/sentences.ts'
import { api, pages } from '#contract/paths.ts'
import { digitsIn, expectNoEnglish, switchTo, words } from '#tests/support/e2e/languages.ts'
import { account, expectOneRegistration, newPerson } from '#tests/support/e2e/mandate.ts'
import { codeFor, codeIn, kept, masked } from '#tests/support/e2e/register.ts'
import type { Server } from '#tests/support/e2e/server.ts'
import {
  announced,
  expect,
  hasFocus,
  type Open,
  openForm,
  PHONE,
  soon,
  test,
} from '#tests/support/e2e/test.ts'

/** The registration by the names of its fields, whatever the language of the page. */
function wizardOf(page: Page) {
  const field = (name: string) => page.locator(`form [name="${name}"]`)
  const place = (name: string) => page.locator(`[data-verification="${name}"]`)
  const heading = (language: Language, step: 'identity' | 'mandate' | 'agreement') => {
    const { heading: text, steps } = words[language].wizardMessages
    const number = Object.keys(steps).indexOf(step) + 1
    return page.getByRole('heading', {
      level: 2,
      name: fill(text, { number, of: 3, name: steps[step] }),
      exact: true,
    })
  }
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const verify = (language: Language, field: 'aadhaar_no' | 'phone') => {
    const {
      verifyOf,
      [field]: { label },
    } = words[language].executiveForm
    return press(fill(verifyOf, { label }))
  }
  return { field, place, heading, press, verify, modal: page.getByRole('dialog') }
}
type Wizard = ReturnType<typeof wizardOf>

/** Types a code in the digits of the language, and sends it. */
async function enter(wizard: Wizard, language: Language, code: string): Promise<void> {
  const { modal } = wizard
  await modal.getByRole('heading', { name: words[language].otpMessages.title, exact: true }).waitFor()
  await soon(() => hasFocus(modal.getByRole('textbox').first())).toBe(true)
  await modal.page().keyboard.insertText(digitsIn(language, code))
  await soon(() => codeIn(modal.getByRole('textbox'))).toBe(code)
  await modal.getByRole('button', { name: words[language].otpMessages.submit, exact: true }).click()
  await modal.waitFor({ state: 'detached' })
}

/** Begun in Gujarati: the Aadhaar number proved after a switch to Hindi, with its code under way, and then the phone. */
async function proveNumbers({ open, site }: { open: Open; site: Server }) {
  const page = await open({ width: PHONE })
  const person = newPerson()
  const wizard = wizardOf(page)
  await openForm(page, addressIn('gu', pages.register))
  await expectNoEnglish(page, /name@example\.in|\b(?:JPEG|PNG|WebP|SMS|UIDAI)\b/g)
  await wizard.field('email').fill(person.email)
  await wizard.field('aadhaar_no').fill(digitsIn('gu', person.aadhaar))
  await wizard.verify('gu', 'aadhaar_no')
  await wizard.modal.waitFor()

  // With the dialog open, by the address, since the switch lies behind it; and by the browser's own way back and forth.
  await page.goto(addressIn('hi', pages.register))
  await page.goBack({ waitUntil: 'commit' })
  await page.getByRole('button', { name: words.gu.otpMessages.enter, exact: true }).waitFor()
  await page.goForward({ waitUntil: 'commit' })
  await wizard.press(words.hi.otpMessages.enter)
  expect(await wizard.field('aadhaar_no').inputValue()).toBe(masked(person.aadhaar))
  await enter(wizard, 'hi', await codeFor(site, person.aadhaar))
  await wizard.field('phone').fill(digitsIn('hi', person.phone))
  await wizard.verify('hi', 'phone')
  await enter(wizard, 'hi', await codeFor(site, person.phone))
  await soon(() => wizard.place('phone').locator('[data-status]').innerText()).toBe(
    words.hi.badgeMessages.verified,
  )
  return { page, person, wizard }
}

test('a registration begun in Gujarati goes on in Hindi and English at every step, once', async ({
  open,
  site,
}) => {
  const { page, person, wizard } = await proveNumbers({ open, site })
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))

  // Between step 1 and 2.
  await switchTo(page, 'gu')
  await soon(() => wizard.place('aadhaar_no').locator('[data-status]').innerText()).toBe(
    words.gu.badgeMessages.verified,
  )
  await soon(() => wizard.field('email').inputValue()).toBe(person.email)
  await wizard.press(words.gu.wizardMessages.next)
  await wizard.heading('gu', 'mandate').waitFor()
  const { accountName, accountNo, ifscCode } = account
  await wizard.field('accountName').fill(accountName)
  await wizard.field('ifscCode').fill(ifscCode)

  await switchTo(page, 'hi')
  await wizard.heading('hi', 'mandate').waitFor()
  await soon(() => wizard.field('accountName').inputValue()).toBe(accountName)
  expect(await wizard.field('ifscCode').inputValue()).toBe(ifscCode)
  // A refresh stays at the step too.
  await page.reload()
  await wizard.heading('hi', 'mandate').waitFor()
  await wizard.field('accountNo').fill('१२')
  await wizard.press(words.hi.wizardMessages.next)
  await page.getByText(words.hi.bankForm.accountNo.invalid, { exact: true }).waitFor()
  await wizard.field('accountNo').fill(digitsIn('hi', accountNo))
  await page.locator('form[data-ready]').waitFor()
  const opening = page.waitForEvent('popup')
  await wizard.press(words.hi.wizardMessages.next)
  const bank = await opening
  await bank.locator('[name="decision"]').first().waitFor()
  await page.locator('[data-window="open"]').waitFor()

  // While the bank's window is open: by the address, since the gateway's script covers the page.
  await page.goto(addressIn('en', pages.register))
  await page.getByRole('heading', { name: words.en.waitingMessages.heading }).waitFor()
  await bank.locator('[name="decision"][value="0398"]').click({ noWaitAfter: true })
  await wizard.heading('en', 'agreement').waitFor()
  await switchTo(page, 'gu')
  await wizard.heading('gu', 'agreement').waitFor()
  await page.getByRole('heading', { name: words.gu.registeredMessages.heading, exact: true }).waitFor()
  expect(sent.filter((path) => path === api.registerExecutive)).toHaveLength(1)
  await expectOneRegistration(site, person.email)
  expect(await kept(page)).not.toMatch(new RegExp(`${accountNo}|${person.aadhaar}`))

  await page.getByRole('checkbox', { name: words.gu.agreementMessages.accept }).check()
  await wizard.press(words.gu.agreementPageMessages.submit)
  await page.waitForURL((url) => url.pathname === addressIn('gu', pages.home))
  await announced(page, words.gu.agreementMessages.registered)
})
