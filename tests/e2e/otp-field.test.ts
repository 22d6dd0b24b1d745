import {
  codeFor,
  masked,
  newPhone,
  openedModal,
  openRegister,
  type RegisterPage,
} from '#tests/support/e2e/register.ts'
import { expect, hasFocus, PHONE, soon, test } from '#tests/support/e2e/test.ts'

/** Fills a box like the phone's messages or a program: one input event with everything. */
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

test('the six boxes have names, are used by keys, and distribute pasted digits', async ({ open, site }) => {
  const { page, form, number } = await openedModal({ open, site }, 'aadhaar')
  // It names the number, by four digits at most.
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
  await soon(() => hasFocus(form.boxes.nth(3))).toBe(true)
  await page.keyboard.press('Backspace')
  await soon(() => form.code()).toBe('12')
  await soon(() => hasFocus(form.boxes.nth(2))).toBe(true)
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

  await page.setViewportSize({ width: 320, height: 300 })
  await soon(async () => (await form.modal.locator('..').boundingBox())?.height).toBe(300)
  await form.boxes.first().focus()
  for (const one of [form.boxes.first(), form.boxes.last(), form.submit]) {
    const box = await one.boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual(0)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(300)
  }
  await form.cancel.scrollIntoViewIfNeeded()
  const title = form.modal.getByRole('heading', { name: 'Enter OTP' })
  await title.scrollIntoViewIfNeeded()
  expect((await title.boundingBox())?.y).toBeGreaterThanOrEqual(0)
})

test('a code is read from a message, but not after the modal is closed', async ({ open, site }) => {
  const page = await open({ width: PHONE, isFresh: true })
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
