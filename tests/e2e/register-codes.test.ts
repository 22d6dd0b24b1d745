import { describe } from 'vitest'
import { errorMessages } from '#contract/messages/en/common.ts'
import { api } from '#contract/paths.ts'
import { gate } from '#tests/support/e2e/enquiry.ts'
import {
  codeFor,
  consoleOf,
  masked,
  messagesTo,
  modalOpened,
  newAadhaar,
  newPhone,
  openedModal,
  openRegister,
  typeCode,
  wrong,
} from '#tests/support/e2e/register.ts'
import { answer, expect, hasFocus, PHONE, soon, test } from '#tests/support/e2e/test.ts'

test('a wrong code is said with the attempts left; the modal stays, empty, and the right one is sent once', async ({
  open,
  site,
}) => {
  const { page, form, number, code } = await openedModal({ open, site })
  const told = consoleOf(page)
  await typeCode(form, wrong(code))
  await form.submit.click()
  const alert = form.modal.getByRole('alert')
  await soon(() => alert.first().innerText()).toMatch(/\b4\b/)
  await soon(() => form.code()).toBe('')
  expect(await hasFocus(form.boxes.first())).toBe(true)
  const described = await form.boxes.first().getAttribute('aria-describedby')
  expect(await form.modal.locator(`[id="${described}"]`).innerText()).toBe(await alert.first().innerText())

  // What is typed while a code is being checked is newer than what becomes of that one.
  const { open: refuse, opened: refused } = gate()
  const error = { code: 'internal', message: errorMessages.internal, requestId: 'r-1' }
  await page.route(`**${api.verifyMobileOtp}`, async (route) => {
    await refused
    await route.fulfill({ status: 500, json: error })
  })
  await typeCode(form, code)
  await form.submit.click()
  await typeCode(form, '654321')
  await page.keyboard.press('Backspace')
  refuse()
  await alert.getByText(errorMessages.internal, { exact: true }).waitFor()
  expect(await form.code()).toBe('65432')
  expect(await hasFocus(form.boxes.first())).toBe(false)
  await page.unroute(`**${api.verifyMobileOtp}`)

  // Submit keeps its size and shows that it is busy.
  const { open: letThrough, opened: passed } = gate()
  await page.route(`**${api.verifyMobileOtp}`, async (route) => {
    await passed
    await route.continue()
  })
  const before = form.sent(api.verifyMobileOtp)
  await typeCode(form, code)
  const size = async () => {
    const { width, height } = (await form.submit.boundingBox()) ?? {}
    return { width, height }
  }
  // Once the modal has come: it grows as it does.
  await soon(() => form.modal.evaluate((modal) => modal.getAnimations({ subtree: true }).length)).toBe(0)
  const sizeBefore = await size()
  await form.submit.dblclick()
  await page.keyboard.press('Enter')
  await soon(() => form.submit.isDisabled()).toBe(true)
  expect(await form.submit.locator('svg:visible').count()).toBe(1)
  expect(await size()).toEqual(sizeBefore)
  letThrough()
  await form.modal.waitFor({ state: 'detached' })
  await soon(() => form.badge('phone')).toBe('VERIFIED')
  expect(form.sent(api.verifyMobileOtp)).toBe(before + 1)
  expect(told.join()).toContain('The code was not accepted.')
  for (const secret of [number, code]) expect(told.join()).not.toContain(secret)
})

test('a refusal that comes once the modal was opened anew takes nothing from what is typed there', async ({
  open,
  site,
}) => {
  const { page, form, code } = await openedModal({ open, site })
  const { open: refuse, opened: refused } = gate()
  const error = { code: 'internal', message: errorMessages.internal, requestId: 'r-1' }
  await page.route(`**${api.verifyMobileOtp}`, async (route) => {
    await refused
    await route.fulfill({ status: 500, json: error })
  })
  await typeCode(form, code)
  await form.submit.click()
  await form.cancel.click()
  await form.modal.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Enter the code' }).click()
  await modalOpened(form)
  await page.keyboard.type('12')
  const known = page.waitForResponse(`**${api.onboardingSession}`)
  refuse()
  await (await known).finished()
  // What is waited for here is that nothing happens.
  await page.waitForTimeout(200)
  await page.keyboard.type('3')
  expect(await form.code()).toBe('123')
})

test('the modal holds the focus, is not closed by a press beside it, and closed keeps the code and gives the focus back', async ({
  open,
  site,
}) => {
  const { page, form, number, code } = await openedModal({ open, site })
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

  await page.getByRole('button', { name: 'Enter the code' }).click()
  await modalOpened(form)
  expect(await form.code()).toBe('')
  await page.keyboard.press('Escape')
  await form.modal.waitFor({ state: 'detached' })
  // The button that sends one leads to the code that is on its way, and sends none.
  await form.verify('phone').click()
  await modalOpened(form)
  await typeCode(form, code)
  await form.submit.click()
  await soon(() => form.badge('phone')).toBe('VERIFIED')
  expect(form.sent(api.generateMobileOtp)).toBe(1)
  expect(await messagesTo(site, number)).toHaveLength(1)
})

describe('a new code', () => {
  const state = { resendAfter: 30, expiresAfter: 600, triesLeft: 5 }

  test('can be asked for when the server’s wait is over: counted down for the eye, said once for the ear', async ({
    open,
  }) => {
    const page = await open()
    await page.clock.install()
    await answer(page, api.generateMobileOtp, () => ({ status: 200, body: { message: 'Sent', otp: state } }))
    const form = await openRegister(page)
    await form.field('phone').fill(newPhone())
    await form.verify('phone').click()
    // The page's clock goes on by itself too.
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
    expect(form.sent(api.generateMobileOtp)).toBe(2)
    await form.modal.getByText(/You can ask for a new code in 0:(30|2\d)\./).waitFor()
    await soon(() => form.code()).toBe('')
    expect(await hasFocus(form.boxes.first())).toBe(true)
  })

  test('is to be asked for once the one that was sent has expired, and says where it was asked for that it is refused', async ({
    open,
  }) => {
    const page = await open()
    await page.clock.install()
    await answer(page, api.generateMobileOtp, () => {
      if (form.sent(api.generateMobileOtp) > 1) {
        return { status: 429, body: { code: 'rate_limited', message: 'Please wait a little.' } }
      }
      return { status: 200, body: { message: 'Sent', otp: { ...state, resendAfter: 0 } } }
    })
    const form = await openRegister(page)
    await form.field('phone').fill(newPhone())
    await form.verify('phone').click()
    await form.modal.getByRole('button', { name: 'Send a new code' }).waitFor()
    await page.clock.runFor(state.expiresAfter * 1000 + 1000)
    await form.modal.getByText('This code has expired. Please ask for a new one.').waitFor()
    await form.modal.getByRole('button', { name: 'Send a new code' }).click()
    await form.modal.getByRole('alert').getByText('Please wait a little.').waitFor()
    await form.cancel.click()
    await form.modal.waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: 'Enter the code' }).count()).toBe(0)
  })
})

test('an answer that comes late changes no number typed meanwhile, and opens no dialog over another', async ({
  open,
  site,
}) => {
  const page = await open({ width: PHONE })
  const form = await openRegister(page)
  /** Holds the answers of a call until the function that it gives is called. */
  const hold = async (call: string) => {
    const { open: letThrough, opened } = gate()
    const held = page.waitForRequest(`**${call}`)
    await page.route(`**${call}`, async (route) => {
      await opened
      await route.continue()
    })
    const come = async () => {
      const came = page.waitForResponse(`**${call}`)
      letThrough()
      await came
    }
    return { held, come }
  }
  const [aadhaar, phone] = [newAadhaar(), newPhone()]
  const first = await hold(api.generateAadhaarOtp)
  await form.field('aadhaar').fill(aadhaar)
  await form.verify('aadhaar').click()
  await first.held
  await form.field('phone').fill(phone)
  await form.verify('phone').click()
  await first.come()
  await modalOpened(form)
  await form.place('phone').getByText('A code was sent and still works.').waitFor({ state: 'attached' })
  expect(await form.modal.count()).toBe(1)
  expect(await form.modal.innerText()).toContain(masked(aadhaar))
  await form.cancel.click()
  await form.modal.waitFor({ state: 'detached' })
  await form.place('phone').getByRole('button', { name: 'Enter the code' }).click()
  await modalOpened(form)

  const second = await hold(api.verifyMobileOtp)
  await typeCode(form, await codeFor(site, phone))
  await form.submit.click()
  await second.held
  await form.cancel.click()
  await form.modal.waitFor({ state: 'detached' })
  const other = newPhone()
  await form.field('phone').fill(other)
  const known = page.waitForResponse(`**${api.onboardingSession}`)
  await second.come()
  await known

  await page.unroute(`**${api.generateAadhaarOtp}`)
  const third = await hold(api.generateAadhaarOtp)
  await form.field('aadhaar').fill(newAadhaar())
  await form.verify('aadhaar').click()
  await third.held
  await form.field('aadhaar').fill(aadhaar)
  await third.come()
  await soon(() => form.verify('aadhaar').isEnabled()).toBe(true)
  expect(await form.modal.count()).toBe(0)
  expect([await form.value('phone'), await form.badge('phone')]).toEqual([other, 'NOT VERIFIED'])
})

test('codes for both numbers that are asked for at once are good, whichever answer comes first', async ({
  open,
  site,
}) => {
  const page = await open({ width: PHONE })
  const form = await openRegister(page)
  // On a slow line the dialog's own code is the last to come.
  const { open: bringModal, opened: modalBrought } = gate()
  await page.route('**/otp-modal.*.js', (route) => modalBrought.then(() => route.continue()))
  const { open: letThrough, opened } = gate()
  const { open: noteAsked, opened: asked } = gate()
  // The server is asked at once, and answers late, as where its provider is slow.
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
  await form.field('phone').fill(numbers.phone)
  await form.verify('phone').click()
  await soon(() => form.verify('phone').isDisabled()).toBe(true)
  letThrough()
  for (const of of ['aadhaar', 'phone'] as const) {
    await form.place(of).getByText('A code was sent and still works.').waitFor()
  }
  bringModal()
  await modalOpened(form)
  // Also for the eye there is one.
  expect(await page.locator('[role="dialog"]').count()).toBe(1)
  await form.cancel.click()
  for (const of of ['aadhaar', 'phone'] as const) {
    await form.modal.waitFor({ state: 'detached' })
    await form.place(of).getByRole('button', { name: 'Enter the code' }).click()
    await modalOpened(form)
    await typeCode(form, await codeFor(site, numbers[of]))
    await form.submit.click()
    await soon(() => form.badge(of)).toBe('VERIFIED')
  }
})
