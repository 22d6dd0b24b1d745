import { api, recordPages } from '#contract/paths.ts'
import {
  account,
  decide,
  expectOneRegistration,
  linkIn,
  openMandateStep,
} from '#tests/support/e2e/mandate.ts'
import { problemsOf } from '#tests/support/e2e/problems.ts'
import { kept } from '#tests/support/e2e/register.ts'
import { announced, expect, hasFocus, PHONE, soon, test } from '#tests/support/e2e/test.ts'

test('on a phone one mandate is authorised in the bank’s window, and registers', async ({ open, site }) => {
  const { page, step, wizard, person } = await openMandateStep({ open, site }, { width: PHONE })
  const problems = problemsOf(page)
  let windows = 0
  page.on('popup', () => (windows += 1))
  await step.fill()
  await soon(() => step.bank.innerText()).toBe('HDFC Bank')
  const opening = page.waitForEvent('popup')
  await step.go.dblclick()
  const bank = await opening
  await bank.getByRole('heading', { name: 'Set up a mandate' }).waitFor()
  expect(await bank.getByRole('main').innerText()).toContain('XXXXXXXX3000')
  await soon(() => hasFocus(step.heading('Waiting for your bank'))).toBe(true)
  await decide(bank, 'Authorise')

  await wizard.heading(3).waitFor()
  await step.heading('You are registered').waitFor()
  await soon(() => page.title()).toMatch(/^Step 3 of 3: Agreement/)
  expect(problems).toEqual([])
  expect([windows, step.transactions().length, step.sent(api.registerExecutive)]).toEqual([1, 1, 1])
  await expectOneRegistration(site, person.email)
  expect(await linkIn(site, person.email, recordPages.signAgreement)).toMatch(/^\/sign-aggrement\/[\w-]{32}$/)
  expect(await kept(page)).not.toMatch(new RegExp(`${account.accountNo}|${person.aadhaar}`))

  // Back shows the completed step 2, in this page, and by the browser's own Back after a refresh.
  const [reference = ''] = step.transactions()
  for (const back of [() => wizard.back.click(), () => page.goBack()]) {
    await back()
    await wizard.heading(2).waitFor()
    await page.getByText(reference, { exact: true }).waitFor()
    expect(await step.values()).toEqual({ ...account, accountNo: 'XXXXXXXX3000' })
    expect(await step.field('accountName').isEditable()).toBe(false)
    await wizard.next.click()
    await step.heading('You are registered').waitFor()
    await page.reload()
    await step.heading('You are registered').waitFor()
  }
})

test('Next asks for what is missing or wrong; then the terms are shown', async ({ open, site }) => {
  const { page, step, wizard } = await openMandateStep({ open, site }, { width: PHONE })
  const said = (sentence: string) => page.getByText(sentence, { exact: true }).waitFor()
  const posted: string[] = []
  page.on('request', (request) => posted.push(request.postData() ?? ''))
  // The first field is high on a phone's screen.
  const depth = await step.field('accountName').evaluate((one) => one.getBoundingClientRect().top + scrollY)
  expect(depth).toBeLessThanOrEqual(560)
  await step.go.click()
  for (const part of ['Account name', 'Account number', 'IFSC code']) await said(`${part} is required`)
  const summary = 'Please fill all mandate details correctly'
  await step.alerts.getByText(summary, { exact: true }).waitFor()
  await announced(page, summary)
  await soon(() => hasFocus(step.field('accountName'))).toBe(true)

  expect(step.sent(api.generateMandateToken)).toBe(0)

  // The bank's code is shown in capitals with the bank's name, the terms are shown, and visiting step 1 keeps
  // everything.
  const asked = page.waitForResponse(`**${api.bankName}ZZZZ0000001`)
  await step.fill({ accountNo: '1000 2000 3000', ifscCode: 'zzzz0000001' })
  await asked
  expect(await step.bank.innerText()).toBe('')
  expect(await page.locator('form [aria-invalid]').count()).toBe(0)
  await step.field('ifscCode').fill('')
  await step.field('ifscCode').focus()
  await page.keyboard.type('hdfc0000001')
  const letters = () => step.field('ifscCode').evaluate((field) => getComputedStyle(field).textTransform)
  expect(await letters()).toBe('uppercase')
  await soon(() => step.bank.innerText()).toBe('HDFC Bank')
  expect(await step.bank.getAttribute('aria-live')).toBe('polite')

  const terms = page.getByRole('region', { name: 'Before you go to your bank' })
  await soon(() => terms.innerText()).toContain('XXXXXXXX3000, HDFC Bank')
  const agreed = await terms.innerText()
  const facts = [
    'Sunrise Placements',
    '₹5,000 for each debit',
    'As and when',
    '₹1',
    'net banking, at its branch',
  ]
  for (const words of facts) expect(agreed).toContain(words)
  expect(agreed).toMatch(/Until\s+\d{1,2} \w+ 20\d\d/)

  await wizard.back.click()
  await wizard.heading(1).waitFor()
  expect(await page.locator('[data-notice]').isVisible()).toBe(true)
  await wizard.next.click()
  await wizard.heading(2).waitFor()
  expect(await step.field('ifscCode').inputValue()).toBe('hdfc0000001')

  // Before Next nothing of it has left the page, and a refresh keeps only the name and the code of the bank.
  expect(step.sent(api.generateMandateToken)).toBe(0)
  expect(posted.join()).not.toContain(account.accountNo)
  await page.reload()
  await soon(step.values).toEqual({ ...account, ifscCode: 'hdfc0000001', accountNo: '' })
  // The step is visible, not the page's footer.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.reload()
  await wizard.heading(2).waitFor()
  await soon(() => wizard.heading(2).evaluate((one) => one.getBoundingClientRect().top)).toBeLessThan(800)
})
