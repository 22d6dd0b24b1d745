import { describe } from 'vitest'
import { api } from '#contract/paths.ts'
import {
  codeFor,
  newPhone,
  openedModal,
  openRegister,
  type RegisterPage,
} from '#tests/support/e2e/register.ts'
import { expect, hasFocus, PHONE, soon, test } from '#tests/support/e2e/test.ts'

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

describe('the six boxes', () => {
  test('are named for the ear, take digits, and offer the code of a message', async ({ open, site }) => {
    const { form } = await openedModal({ open, site })
    expect(await form.modal.getByRole('group', { name: '6-digit OTP' }).count()).toBe(1)
    for (const [place, name] of ['6-digit OTP', 'Digit 2 of 6', 'Digit 3 of 6', 'Digit 6 of 6'].entries()) {
      const index = name === 'Digit 6 of 6' ? 5 : place
      expect(
        await form.boxes
          .nth(index)
          .and(form.modal.getByLabel(name, { exact: true }))
          .count(),
        name,
      ).toBe(1)
      expect(await form.boxes.nth(index).getAttribute('inputmode')).toBe('numeric')
    }
    expect(await form.boxes.first().getAttribute('autocomplete')).toBe('one-time-code')
  })

  test('lead on as they are typed in, and back with Backspace; letters do nothing', async ({
    open,
    site,
  }) => {
    const { page, form } = await openedModal({ open, site })
    await page.keyboard.type('12a3')
    await soon(() => form.code()).toBe('123')
    expect(await hasFocus(form.boxes.nth(3))).toBe(true)
    await page.keyboard.press('Backspace')
    await soon(() => form.code()).toBe('12')
    expect(await hasFocus(form.boxes.nth(2))).toBe(true)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('9')
    await soon(() => form.code()).toBe('19')
  })

  test.for([
    [0, '123456'],
    [0, '12 34-56'],
    [2, '123456'],
    [0, ' 123456\n'],
  ] as const)('spread what is pasted into box %i: %j', async ([box, text], { open, site }) => {
    const { page, form } = await openedModal({ open, site })
    if (box > 0) await page.keyboard.type('99')
    await paste(form, box, text)
    await soon(() => form.code()).toBe(box > 0 ? '991234' : '123456')
  })

  test.for([
    [0, '123456'],
    [0, '12 34-56'],
    [3, '123456'],
  ] as const)('spread what is filled into box %i at once: %j', async ([box, text], { open, site }) => {
    const { form } = await openedModal({ open, site })
    await autofill(form, box, text)
    await soon(() => form.code()).toBe('123456')
  })

  test('are asked for when they are not full, and the focus goes to the first that is empty', async ({
    open,
    site,
  }) => {
    const { page, form } = await openedModal({ open, site })
    await page.keyboard.type('12')
    await form.submit.click()
    await form.modal.getByText('Please enter the 6 digits of the code', { exact: true }).waitFor()
    expect(form.sent(api.verifyMobileOtp)).toBe(0)
    expect(await form.boxes.first().getAttribute('aria-invalid')).toBe('true')
    expect(await hasFocus(form.boxes.nth(2))).toBe(true)
  })
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
