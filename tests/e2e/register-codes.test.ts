import { describe } from 'vitest'
import { api } from '#contract/paths.ts'
import {
  consoleOf,
  messagesTo,
  modalOpened,
  newPhone,
  openedModal,
  openRegister,
  typeCode,
  wrong,
} from '#tests/support/e2e/register.ts'
import { answer, expect, gate, hasFocus, soon, test } from '#tests/support/e2e/test.ts'

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

  // Submit keeps its size and shows that it is busy.
  const { open: letThrough, opened: passed } = gate()
  await page.route(`**${api.verifyMobileOtp}`, async (route) => {
    await passed
    await route.continue()
  })
  const before = form.sent(api.verifyMobileOtp)
  // Of what is typed now nothing was said yet.
  await typeCode(form, code)
  await soon(() => alert.allInnerTexts()).toEqual(['', ''])
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
