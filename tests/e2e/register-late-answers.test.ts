import { api } from '#contract/paths.ts'
import {
  codeFor,
  modalOpened,
  newAadhaar,
  newPhone,
  openRegister,
  typeCode,
  verify,
} from '#tests/support/e2e/register.ts'
import { expect, gate, hasFocus, PHONE, soon, test } from '#tests/support/e2e/test.ts'

test('while a code is asked for, and while it is out, no other number can be typed', async ({
  open,
  site,
}) => {
  const page = await open({ width: PHONE })
  const form = await openRegister(page)
  const { open: letThrough, opened } = gate()
  await page.route(`**${api.generateMobileOtp}`, (route) => opened.then(() => route.continue()))
  const phone = newPhone()
  await form.field('phone').fill(phone)
  await form.verify('phone').click()
  await soon(() => form.field('phone').isEditable()).toBe(false)
  letThrough()
  await modalOpened(form)
  await form.cancel.click()
  await form.modal.waitFor({ state: 'detached' })
  expect(await form.field('phone').isEditable()).toBe(false)

  // Given up, the code is of no more use here, and the next one is of the next number.
  await form.place('phone').getByRole('button', { name: 'Change number' }).click()
  await soon(() => hasFocus(form.field('phone'))).toBe(true)
  expect(await form.value('phone')).toBe('')
  await page.unroute(`**${api.generateMobileOtp}`)
  await verify({ form, site }, 'phone', newPhone())
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
