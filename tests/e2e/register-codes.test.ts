import { describe } from 'vitest'
import { errorMessages } from '#contract/messages/en/common.ts'
import { api } from '#contract/paths.ts'
import { gate } from '#tests/support/e2e/enquiry.ts'
import {
  codeFor,
  masked,
  messagesTo,
  modalOpened,
  newPhone,
  openedModal,
  openRegister,
  type RegisterPage,
  typeCode,
  wrong,
} from '#tests/support/e2e/register.ts'
import { answer, expect, hasFocus, PHONE, soon, test } from '#tests/support/e2e/test.ts'

test('a wrong code is said with the attempts left; the modal stays, empty, and the right one is sent once', async ({
  open,
  site,
}) => {
  const { page, form, code } = await openedModal({ open, site })
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

/** As the phone's messages or a program fill a box: one input event with everything. */
async function autofill(form: RegisterPage, box: number, text: string): Promise<void> {
  await form.boxes.nth(box).evaluate((input, filled) => {
    const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    setter?.call(input, filled)
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }, text)
}

async function paste(form: RegisterPage, box: number, text: string): Promise<void> {
  await form.boxes.nth(box).evaluate((input, pasted) => {
    const data = new DataTransfer()
    data.setData('text/plain', pasted)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, text)
}

test('the six boxes are named for the ear, lead on and back by keys, and spread what is pasted or filled in', async ({
  open,
  site,
}) => {
  const { page, form, number } = await openedModal({ open, site }, 'aadhaar')
  // Which number it is for, and no more of it than four digits.
  expect(await form.modal.innerText()).toContain(masked(number))
  expect(await form.modal.innerText()).not.toContain(number)
  expect(await form.modal.getByRole('group', { name: '6-digit OTP' }).count()).toBe(1)
  for (const [index, name] of ['6-digit OTP', ...[2, 3, 4, 5, 6].map((at) => `Digit ${at} of 6`)].entries()) {
    const named = form.boxes.nth(index).and(form.modal.getByLabel(name, { exact: true }))
    expect(await named.getAttribute('inputmode'), name).toBe('numeric')
  }
  expect(await form.boxes.first().getAttribute('autocomplete')).toBe('one-time-code')

  await page.keyboard.type('12a3')
  await soon(() => form.code()).toBe('123')
  expect(await hasFocus(form.boxes.nth(3))).toBe(true)
  await page.keyboard.press('Backspace')
  await soon(() => form.code()).toBe('12')
  expect(await hasFocus(form.boxes.nth(2))).toBe(true)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('9')
  await soon(() => form.code()).toBe('19')

  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await soon(() => form.code()).toBe('')
  for (const [spread, box, text, code] of [
    [autofill, 3, '654321', '654321'],
    [paste, 2, '123456', '651234'],
    [paste, 0, ' 12 34-56\n', '123456'],
    [autofill, 0, '65 43-21', '654321'],
  ] as const) {
    await spread(form, box, text)
    await soon(() => form.code()).toBe(code)
  }
})

test('a code out of a message is filled in where the browser can read one, and not after the modal is closed', async ({
  open,
  site,
}) => {
  const page = await open({ width: PHONE })
  await page.addInitScript(() => {
    const asked: AbortSignal[] = []
    Object.assign(window, { OTPCredential: class {}, asked })
    navigator.credentials.get = (options) => {
      if (options?.signal) asked.push(options.signal)
      return new Promise((resolve) => Object.assign(window, { message: resolve }))
    }
  })
  const form = await openRegister(page)
  const phone = newPhone()
  await form.field('phone').fill(phone)
  await form.verify('phone').click()
  await form.modal.waitFor()
  const code = await codeFor(site, phone)
  await page.evaluate((text) => {
    const { message } = window as unknown as { message(credential: object): void }
    message({ code: text })
  }, code)
  await soon(() => form.code()).toBe(code)
  await page.keyboard.press('Escape')
  const isAborted = () =>
    page.evaluate(() => (window as unknown as { asked: AbortSignal[] }).asked[0]?.aborted)
  await soon(isAborted).toBe(true)
})
