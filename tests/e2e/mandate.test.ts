import { describe } from 'vitest'
import { mandateErrors } from '#contract/messages/mandates.ts'
import { api, recordPages } from '#contract/paths.ts'
import {
  account,
  decide,
  expectOneRegistration,
  linkIn,
  openMandateStep,
} from '#tests/support/e2e/mandate.ts'
import { problemsOf, violationsByDayAndNight } from '#tests/support/e2e/problems.ts'
import { kept } from '#tests/support/e2e/register.ts'
import { expect, hasFocus, PHONE, soon, test, widths } from '#tests/support/e2e/test.ts'

describe.for(widths)('at %i pixels', (width) => {
  test('a mandate is authorised in the bank’s window, and with it the person is registered', async ({
    open,
    site,
  }) => {
    const { page, step, wizard, person } = await openMandateStep({ open, site }, { width })
    const problems = problemsOf(page)
    await step.fill()
    await soon(() => step.bank.innerText()).toBe('HDFC Bank')
    const bank = await step.openBank()
    expect(await bank.getByRole('main').innerText()).toContain('XXXXXXXX3000')
    await step.heading('Waiting for your bank').waitFor()
    await soon(() => hasFocus(step.heading('Waiting for your bank'))).toBe(true)
    await decide(bank, 'Authorise')

    await wizard.heading(3).waitFor()
    await step.heading('You are registered').waitFor()
    expect(await page.title()).toMatch(/^Step 3 of 3: Agreement/)
    expect(problems).toEqual([])
    expect(step.sent(api.registerExecutive)).toBe(1)
    await expectOneRegistration(site, person.email)
    expect(await linkIn(site, person.email, recordPages.signAgreement)).toMatch(
      /^\/sign-aggrement\/[\w-]{32}$/,
    )
    expect(await kept(page)).not.toMatch(new RegExp(`${account.accountNo}|${person.aadhaar}`))

    // Back shows step 2 as it was finished, in this page, after a refresh and by the browser's own Back.
    const [reference = ''] = step.transactions()
    for (const back of [() => wizard.back.click(), () => wizard.back.click(), () => page.goBack()]) {
      await back()
      await wizard.heading(2).waitFor()
      await page.getByText(reference, { exact: true }).waitFor()
      for (const [name, value] of Object.entries({ ...account, accountNo: 'XXXXXXXX3000' })) {
        const field = step.field(name as keyof typeof account)
        expect([await field.inputValue(), await field.isEditable()]).toEqual([value, false])
      }
      expect(await violationsByDayAndNight(page)).toEqual([])
      await wizard.next.click()
      await step.heading('You are registered').waitFor()
      await page.reload()
      await step.heading('You are registered').waitFor()
    }
  })

  test('what the bank declines is said, what was typed stays, and another try has another transaction', async ({
    open,
    site,
  }) => {
    const { page, step, wizard, person } = await openMandateStep({ open, site }, { width })
    await step.fill()
    await decide(await step.openBank(), 'Decline')
    await step.alerts.getByText('Bank mandate registration failed', { exact: true }).waitFor()
    expect(await step.field('accountNo').inputValue()).toBe(account.accountNo)
    expect(step.sent(api.registerExecutive)).toBe(0)

    await page.locator('form[data-ready]').waitFor()
    await decide(await step.openBank(), 'Authorise')
    await wizard.heading(3).waitFor()
    const transactions = step.transactions()
    expect(new Set(transactions).size).toBe(transactions.length)
    await expectOneRegistration(site, person.email)
  })

  test.for([
    { button: 'Send no status', sentence: 'Invalid response from bank' },
    { button: 'Cancel', sentence: 'Bank mandate registration failed' },
  ] as const)('«$button» ends in words, and leaves nothing', async ({ button, sentence }, { open, site }) => {
    const { page, step } = await openMandateStep({ open, site }, { width })
    await step.fill()
    await decide(await step.openBank(), button)
    await step.alerts.getByText(sentence, { exact: true }).waitFor()
    await step.toasts.getByText(sentence, { exact: true }).waitFor()
    expect(await step.field('accountName').inputValue()).toBe(account.accountName)
    await page.locator('form[data-ready]').waitFor()
    expect(await step.go.isEnabled()).toBe(true)
    expect(step.sent(api.registerExecutive)).toBe(0)
  })
})

test('Next asks for what is missing, in the words of the specification', async ({ open, site }) => {
  const { step } = await openMandateStep({ open, site }, { width: PHONE })
  await step.go.click()
  for (const sentence of [
    'Account name is required',
    'Account number is required',
    'IFSC code is required',
  ]) {
    await step.alerts.page().getByText(sentence, { exact: true }).waitFor()
  }
  await step.alerts.getByText('Please fill all mandate details correctly', { exact: true }).waitFor()
  await step.toasts.getByText('Please fill all mandate details correctly', { exact: true }).waitFor()
  await soon(() => hasFocus(step.field('accountName'))).toBe(true)

  await step.field('accountName').fill('A')
  await step.field('accountNo').fill('12345678')
  await step.field('ifscCode').fill('HDFC1000001')
  await step.go.click()
  for (const sentence of [
    'Account name must be at least 2 characters',
    'Account number must be 9 to 18 digits',
    'Invalid IFSC code format',
  ]) {
    await step.alerts.page().getByText(sentence, { exact: true }).waitFor()
  }
  await step.field('accountName').fill('आशा मेहता')
  await step.alerts.page().getByText(mandateErrors.otherLetters, { exact: true }).waitFor()
  expect(step.sent(api.generateMandateToken)).toBe(0)
})

test('an IFSC code is written in capitals as it is typed; a bank that nobody knows is no error', async ({
  open,
  site,
}) => {
  const { page, step } = await openMandateStep({ open, site })
  await step.field('accountName').fill('Field Worker')
  await step.field('accountNo').fill('1000 2000 3000')
  await step.field('ifscCode').focus()
  await page.keyboard.type('hdfc0000001')
  expect(await step.field('ifscCode').inputValue()).toBe('HDFC0000001')
  await soon(() => step.bank.innerText()).toBe('HDFC Bank')
  expect(await step.bank.getAttribute('aria-live')).toBe('polite')

  const asked = page.waitForResponse(`**${api.bankName}ZZZZ0000001`)
  await step.field('ifscCode').fill('zzzz0000001')
  await asked
  await soon(() => step.bank.innerText()).toBe('')
  await page.locator('form[data-ready]').waitFor()
  expect(await page.locator('form [aria-invalid]').count()).toBe(0)
})

test('before it is left for the bank, the page says what is agreed to', async ({ open, site }) => {
  const { page, step } = await openMandateStep({ open, site })
  await step.fill()
  const terms = page.getByRole('region', { name: 'Before you go to your bank' })
  await soon(() => terms.innerText()).toContain('XXXXXXXX3000, HDFC Bank')
  const said = await terms.innerText()
  for (const words of [
    'The agency',
    '₹5,000 for each debit',
    'As and when',
    '₹1',
    'net banking, at its branch',
  ]) {
    expect(said).toContain(words)
  }
  expect(said).toMatch(/Until\s+\d{1,2} \w+ 20\d\d/)
})

test('what was typed in step 2 is still there after a look at step 1', async ({ open, site }) => {
  const { step, wizard } = await openMandateStep({ open, site })
  await step.fill()
  await wizard.back.click()
  await wizard.heading(1).waitFor()
  await wizard.next.click()
  await wizard.heading(2).waitFor()
  expect(await step.field('accountNo').inputValue()).toBe(account.accountNo)
})
