import { api } from '#contract/paths.ts'
import {
  codeFor,
  messagesTo,
  newAadhaar,
  newPhone,
  openedModal,
  openRegister,
  verify,
  wrong,
} from '#tests/support/e2e/register.ts'
import { answer, expect, gate, hasFocus, PHONE, refusal, soon, test } from '#tests/support/e2e/test.ts'

test('a wrong code is reported with the attempts left, and the right one is sent once', async ({
  open,
  site,
}) => {
  const { page, form, number, code } = await openedModal({ open, site })
  const told: string[] = []
  page.on('console', (message) => told.push(message.text()))
  await form.typeCode(wrong(code))
  await form.submit.click()
  const alert = form.modal.getByRole('alert')
  await soon(() => alert.first().innerText()).toMatch(/\b4\b/)
  await soon(() => form.code()).toBe('')
  expect(await hasFocus(form.boxes.first())).toBe(true)
  const described = await form.boxes.first().getAttribute('aria-describedby')
  expect(await form.modal.locator(`[id="${described}"]`).innerText()).toBe(await alert.first().innerText())

  const { open: letThrough, opened: passed } = gate()
  await page.route(`**${api.verifyMobileOtp}`, async (route) => {
    await passed
    await route.fetch()
    await route.abort()
  })
  const before = form.sent(api.verifyMobileOtp)
  // No message belongs to what is typed now.
  await form.typeCode(code)
  await soon(() => alert.allInnerTexts()).toEqual([''])
  await form.submit.dblclick()
  await page.keyboard.press('Enter')
  await soon(() => form.submit.isDisabled()).toBe(true)
  letThrough()
  await form.modal.waitFor({ state: 'detached' })
  await soon(() => form.badge('phone')).toBe('VERIFIED')
  expect(form.sent(api.verifyMobileOtp)).toBe(before + 1)
  expect(told.join()).toContain('The code was not accepted.')
  for (const secret of [number, code]) expect(told.join()).not.toContain(secret)
})

test('a broken line keeps the digits; after the last attempt the page says until when no code is accepted', async ({
  open,
  site,
}) => {
  const { page, form, code } = await openedModal({ open, site })
  await page.route(`**${api.verifyMobileOtp}`, (route) => route.abort())
  await form.typeCode(code)
  await form.submit.click()
  await form.modal
    .getByRole('alert')
    .getByText(/check your connection/)
    .waitFor()
  expect(await form.code()).toBe(code)
  expect(await form.modal.locator('[aria-invalid]').count()).toBe(0)

  await page.unroute(`**${api.verifyMobileOtp}`)
  for (let tries = 0; tries < 5; tries += 1) {
    await form.typeCode(wrong(code))
    await form.submit.click()
    await soon(() => form.code()).toBe('')
  }
  const locked = form.modal.getByText(/before \d{1,2}:\d\d\s[ap]m(?:, [^,]+)?, Indian time/i)
  await locked.getByRole('link').waitFor()
  expect(await form.modal.getByRole('button').allInnerTexts()).toEqual(['Cancel'])
  await page.keyboard.type('123')
  expect(await form.code()).toBe('')
  expect(await form.modal.innerText()).not.toContain('You can ask for a new code now.')
})

test('the modal holds the focus, and closing it keeps the code and returns the focus', async ({
  open,
  site,
}) => {
  const { page, form, number } = await openedModal({ open, site })
  await page.keyboard.type('123')
  await page.mouse.click(5, 5)
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab')
    await soon(() => form.modal.evaluate((one) => one.contains(document.activeElement))).toBe(true)
  }
  expect(await form.code()).toBe('123')
  await form.cancel.click()
  await form.modal.waitFor({ state: 'detached' })
  await soon(() => hasFocus(form.verify('phone'))).toBe(true)
  expect(await form.badge('phone')).toBe('NOT VERIFIED')
  expect(await form.field('phone').isEditable()).toBe(false)

  await page.getByRole('button', { name: 'Enter the code' }).click()
  await form.opened()
  expect(await form.code()).toBe('')
  await page.keyboard.press('Escape')
  await form.modal.waitFor({ state: 'detached' })
  // The button that sends one leads to the code that is on its way, and sends none.
  await form.verify('phone').click()
  await form.opened()
  await form.cancel.click()
  await form.modal.waitFor({ state: 'detached' })
  expect(form.sent(api.generateMobileOtp)).toBe(1)
  expect(await messagesTo(site, number)).toHaveLength(1)

  // A code that was given up is useless here, and the next one belongs to the next number.
  await form.place('phone').getByRole('button', { name: 'Change number' }).click()
  await soon(() => hasFocus(form.field('phone'))).toBe(true)
  expect(await form.value('phone')).toBe('')
  await verify({ form, site }, 'phone', newPhone())
})

test('a new code can be requested once the wait is over, which is counted down', async ({ open }) => {
  const page = await open({ isFresh: true })
  await page.clock.install()
  const expiresAfter = 600
  await answer(page, api.generateMobileOtp, () => {
    const sent = form.sent(api.generateMobileOtp)
    if (sent > 2) return refusal(429, 'rate_limited', 'Please wait a little.')
    const otp = { resendAfter: sent === 1 ? 30 : 0, expiresAfter, triesLeft: 5 }
    return { status: 200, body: { message: 'Sent', otp } }
  })
  const form = await openRegister(page)
  await form.field('phone').fill(newPhone())
  await form.verify('phone').click()
  // The page's clock also runs by itself.
  await form.modal.getByText(/You can ask for a new code in 0:(30|2\d)\./).waitFor()
  const resend = form.modal.getByRole('button', { name: 'Send a new code' })
  const said = () => form.modal.locator('[aria-live="polite"]').innerText()
  await page.clock.runFor(12_000)
  await soon(() => form.modal.innerText()).toMatch(/in 0:(1[0-8]|0\d)\./)
  expect(await resend.count()).toBe(0)
  expect(await said()).toBe('')
  await page.clock.runFor(20_000)
  await resend.waitFor()
  expect(await said()).toBe('You can ask for a new code now.')

  await page.keyboard.type('12')
  await resend.click()
  await form.modal.getByText('A new code was sent. The earlier one no longer works.').waitFor()
  await soon(() => form.code()).toBe('')
  expect(await hasFocus(form.boxes.first())).toBe(true)

  await page.clock.runFor(expiresAfter * 1000 + 1000)
  await form.modal.getByText('This code has expired. Please ask for a new one.').waitFor()
  await resend.click()
  await form.modal.getByRole('alert').getByText('Please wait a little.').waitFor()
  await form.cancel.click()
  await form.modal.waitFor({ state: 'detached' })
  expect(await page.getByRole('button', { name: 'Enter the code' }).count()).toBe(0)
})

test('codes requested at once are valid, whichever answer comes first', async ({ open, site }) => {
  const page = await open({ width: PHONE })
  const form = await openRegister(page)
  // On a slow line the dialog's own code is the last to arrive.
  const { open: bringModal, opened: modalBrought } = gate()
  await page.route('**/otp-modal.*.js', (route) => modalBrought.then(() => route.continue()))
  const { open: letThrough, opened } = gate()
  const { open: noteAsked, opened: asked } = gate()
  // The server is asked at once, and answers late, like a slow provider.
  await page.route(`**${api.generateAadhaarOtp}`, async (route) => {
    const request = route.request()
    const headers = { ...request.headers(), origin: site.url }
    const came = await fetch(request.url(), { method: 'POST', headers, body: request.postData() })
    const body = await came.text()
    noteAsked()
    await opened
    await route.fulfill({ status: came.status, headers: Object.fromEntries(came.headers), body })
  })
  const numbers = { aadhaar: newAadhaar(), phone: newPhone() }
  await form.field('aadhaar').fill(numbers.aadhaar)
  await form.verify('aadhaar').click()
  await asked
  expect(await form.field('aadhaar').isEditable()).toBe(false)
  await form.field('phone').fill(numbers.phone)
  await form.verify('phone').click()
  await soon(() => form.verify('phone').isDisabled()).toBe(true)
  letThrough()
  for (const of of ['aadhaar', 'phone'] as const) {
    await form.place(of).getByText('A code was sent and still works.').waitFor()
  }
  bringModal()
  await form.opened()
  // Only one is visible too.
  expect(await page.locator('[role="dialog"]').count()).toBe(1)
  await form.cancel.click()
  for (const of of ['aadhaar', 'phone'] as const) {
    await form.modal.waitFor({ state: 'detached' })
    await form.place(of).getByRole('button', { name: 'Enter the code' }).click()
    await form.opened()
    await form.typeCode(await codeFor(site, numbers[of]))
    await form.submit.click()
    await soon(() => form.badge(of)).toBe('VERIFIED')
  }
})
