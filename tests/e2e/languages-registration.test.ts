import { addressIn } from '#contract/messages/languages.ts'
import { api, pages } from '#contract/paths.ts'
import { digitsIn, switchTo, words } from '#tests/support/e2e/languages.ts'
import { account, expectOneRegistration, mandatePage, newPerson } from '#tests/support/e2e/mandate.ts'
import { codeFor, masked, registerPage } from '#tests/support/e2e/register.ts'
import { expect, openForm, PHONE, soon, test } from '#tests/support/e2e/test.ts'

test('a registration begun in Gujarati continues in Hindi and English, once', async ({ open, site }) => {
  const page = await open({ width: PHONE })
  const person = newPerson()
  const gu = registerPage(page, words.gu)
  const hi = registerPage(page, words.hi)
  const en = registerPage(page, words.en)
  await openForm(page, addressIn('gu', pages.register))
  await gu.field('email').fill(person.email)
  await gu.field('aadhaar').fill(digitsIn('gu', person.aadhaar))
  await gu.verify('aadhaar').click()
  await gu.modal.waitFor()

  // While the dialog covers the switch: by the address, and by the browser's Back and Forward.
  await page.goto(addressIn('hi', pages.register))
  await page.goBack({ waitUntil: 'commit' })
  await page.getByRole('button', { name: words.gu.otpMessages.enter, exact: true }).waitFor()
  await page.goForward({ waitUntil: 'commit' })
  await page.getByRole('button', { name: words.hi.otpMessages.enter, exact: true }).click()
  expect(await hi.value('aadhaar')).toBe(masked(person.aadhaar))
  for (const of of ['aadhaar', 'phone'] as const) {
    if (of === 'phone') {
      await hi.field(of).fill(digitsIn('hi', person.phone))
      await hi.verify(of).click()
    }
    await hi.opened()
    const code = await codeFor(site, person[of])
    await page.keyboard.insertText(digitsIn('hi', code))
    await soon(() => hi.code()).toBe(code)
    await hi.submit.click()
    await soon(() => hi.badge(of)).toBe(words.hi.badgeMessages.verified)
  }

  // Between step 1 and 2.
  await switchTo(page, 'gu')
  await soon(() => gu.badge('aadhaar')).toBe(words.gu.badgeMessages.verified)
  await soon(() => gu.value('email')).toBe(person.email)
  await gu.next.click()
  await gu.heading(2).waitFor()
  await mandatePage(page, undefined, words.gu).fill({ accountNo: '' })

  await switchTo(page, 'hi')
  const step = mandatePage(page, undefined, words.hi)
  await hi.heading(2).waitFor()
  await soon(() => step.field('accountName').inputValue()).toBe(account.accountName)
  expect(await step.field('ifscCode').inputValue()).toBe(account.ifscCode)
  await step.field('accountNo').fill('१२')
  await step.go.click()
  await page.getByText(words.hi.bankForm.accountNo.invalid, { exact: true }).waitFor()
  await step.fill({ accountNo: digitsIn('hi', account.accountNo) })
  const bank = await step.openBank()

  // While the bank's window is open: by the address, since the gateway's script covers the page.
  await page.goto(addressIn('en', pages.register))
  await page.getByRole('heading', { name: words.en.waitingMessages.heading }).waitFor()
  await bank.locator('[name="decision"][value="0398"]').click({ noWaitAfter: true })
  await en.heading(3).waitFor()
  await switchTo(page, 'gu')
  await gu.heading(3).waitFor()
  await page.getByRole('heading', { name: words.gu.registeredMessages.heading, exact: true }).waitFor()
  expect(en.sent(api.registerExecutive)).toBe(1)
  await expectOneRegistration(site, person.email)
})
