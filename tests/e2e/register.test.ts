import { consentTexts } from '#contract/messages/en/identity.ts'
import * as english from '#contract/messages/en/index.ts'
import { api } from '#contract/paths.ts'
import { currentConsent, noticesBefore } from '#contract/schemas/notices.ts'
import { account, openMandateStep } from '#tests/support/e2e/mandate.ts'
import { problemsOf } from '#tests/support/e2e/problems.ts'
import {
  codeFor,
  identityFields,
  masked,
  newAadhaar,
  newPhone,
  openRegister,
  verify,
} from '#tests/support/e2e/register.ts'
import { expect, hasFocus, soon, tabTo, test, PHONE } from '#tests/support/e2e/test.ts'

test('on a phone a person proves who they are by keyboard, and continues to step 2', async ({
  open,
  site,
}) => {
  const page = await open({ width: PHONE })
  const problems = problemsOf(page)
  const [aadhaar, phone] = [newAadhaar(), newPhone()]
  const form = await openRegister(page)
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Register as an executive')
  expect(await form.heading(1).innerText()).toBe('Step 1 of 3: Verify Aadhaar and Executive Details')
  expect(await page.title()).toBe('Step 1 of 3: Verify Aadhaar and Executive Details · Sunrise Placements')
  const bar = page.getByRole('list', { name: 'Steps of the registration' })
  expect(await bar.getByRole('listitem').allInnerTexts()).toEqual([
    '1. Now\nYou\nVerify Aadhaar and Executive Details',
    '2. To come\nBank\nMandate Details',
    '3. To come\nAgreement\nAgreement',
  ])
  expect(await bar.locator('[aria-current="step"]').innerText()).toContain('Verify Aadhaar')
  // Beside each Verify button are the two sentences that its press agrees to, and their version is sent.
  for (const of of ['aadhaar', 'phone'] as const) {
    const described = (await form.verify(of).getAttribute('aria-describedby')) ?? ''
    const read = described.split(' ').map((id) => page.locator(`[id="${id}"]`).innerText())
    const texts = (await Promise.all(read)).join(' ')
    for (const sentence of consentTexts[currentConsent][of]) expect(texts).toContain(sentence)
  }
  const calls: string[] = [api.generateAadhaarOtp, api.generateMobileOtp]
  const sent: unknown[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (calls.includes(pathname)) sent.push(request.postDataJSON())
  })
  expect(await form.badge('aadhaar')).toBe('NOT VERIFIED')
  expect(await form.badge('phone')).toBe('NOT VERIFIED')

  await tabTo(page, form.field('aadhaar'))
  await page.keyboard.type(aadhaar)
  await page.keyboard.press('Enter')
  await form.modal.getByText(/^A 6-digit OTP was sent to the registered mobile number/).waitFor()
  expect(await form.boxes.count()).toBe(6)
  await soon(() => hasFocus(form.boxes.first())).toBe(true)
  const code = await codeFor(site, aadhaar)
  await page.keyboard.type(code)
  await soon(() => form.code()).toBe(code)
  await page.keyboard.press('Enter')
  await form.modal.waitFor({ state: 'detached' })

  await soon(() => form.badge('aadhaar')).toBe('VERIFIED')
  expect(await form.verify('aadhaar').isDisabled()).toBe(true)
  expect(await form.value('aadhaar')).toBe(masked(aadhaar))
  for (const name of identityFields) {
    await soon(() => form.value(name)).not.toBe('')
    expect(await form.field(name).isEditable(), name).toBe(false)
  }
  expect(await form.value('dob')).toMatch(/^\d{1,2} [A-Z][a-z]+ \d{4}$/)
  expect(await page.getByText('From your Aadhaar record', { exact: true }).isVisible()).toBe(true)
  expect(await page.getByRole('img', { name: 'Profile photo' }).isVisible()).toBe(true)
  // On to what is still to be filled in.
  await soon(() => hasFocus(form.field('email'))).toBe(true)
  await page.keyboard.type('asha@example.in')

  await tabTo(page, form.field('phone'))
  await page.keyboard.type(phone)
  await tabTo(page, form.verify('phone'))
  await page.keyboard.press('Space')
  await soon(() => hasFocus(form.boxes.first())).toBe(true)
  const second = await codeFor(site, phone)
  await page.keyboard.type(second)
  await soon(() => form.code()).toBe(second)
  await tabTo(page, form.submit)
  await page.keyboard.press('Enter')
  await soon(() => form.verify('phone').isDisabled()).toBe(true)
  await soon(() => hasFocus(form.next)).toBe(true)
  await page.keyboard.press('Enter')

  await form.heading(2).waitFor()
  const asked = { consent: currentConsent, notice: noticesBefore('registration', english)[0]?.version }
  expect(sent).toMatchObject([asked, asked])
  await soon(() => hasFocus(form.heading(2))).toBe(true)
  expect(await page.title()).toBe('Step 2 of 3: Mandate Details · Sunrise Placements')
  expect(problems).toEqual([])
})

const away = 'You were away for a while, so please verify both numbers again. What you typed is still here.'

test('an ended session leads to step 1 with words, and on again', async ({ open, site }) => {
  const { page, person, wizard, step } = await openMandateStep({ open, site })
  // If it were requested after the session has ended, this would lead to step 1 already.
  await page.getByText('₹5,000 for each debit').waitFor()
  // «Skip to content» stays in step 2.
  await page.getByRole('link', { name: 'Skip to content' }).focus()
  await page.keyboard.press('Enter')
  await soon(() => page.evaluate(() => history.state)).toBe(null)
  await soon(() => new URL(page.url()).hash).toBe('#step-2')
  expect(await hasFocus(page.getByRole('main'))).toBe(true)
  expect(await wizard.heading(2).isVisible()).toBe(true)
  await page.goBack()
  await soon(() => page.evaluate(() => history.state)).toEqual({ pushed: true })
  expect(await wizard.heading(2).isVisible()).toBe(true)

  await page.context().clearCookies()
  await step.fill()
  await step.go.click()

  await wizard.heading(1).waitFor()
  await page.getByRole('main').getByRole('alert').getByText(away, { exact: true }).waitFor()
  expect(await wizard.badge('aadhaar')).toBe('NOT VERIFIED')
  expect(await wizard.badge('phone')).toBe('NOT VERIFIED')
  expect(await wizard.value('aadhaar')).toBe('')
  expect(await wizard.value('email')).toBe(person.email)
  expect(await wizard.value('phone')).toBe(person.phone)

  // The sentence disappears once both are verified, and the bank's details are still there.
  await verify({ form: wizard, site }, 'aadhaar', newAadhaar())
  await verify({ form: wizard, site }, 'phone', newPhone())
  await soon(() => page.getByRole('main').getByText(away, { exact: true }).count()).toBe(0)
  await wizard.next.click()
  await wizard.heading(2).waitFor()
  expect(await step.field('accountNo').inputValue()).toBe(account.accountNo)
})
