import { api } from '#contract/paths.ts'
import {
  codeFor,
  holdRefusal,
  masked,
  modalOpened,
  newAadhaar,
  newPhone,
  openedModal,
  openRegister,
  typeCode,
} from '#tests/support/e2e/register.ts'
import { expect, gate, PHONE, shownFrames, soon, test } from '#tests/support/e2e/test.ts'

test('a refusal that comes once the modal was opened anew takes nothing from what is typed there', async ({
  open,
  site,
}) => {
  const { page, form, code } = await openedModal({ open, site })
  const refuse = await holdRefusal(page, api.verifyMobileOtp)
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
  await shownFrames(page)
  await page.keyboard.type('3')
  expect(await form.code()).toBe('123')
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
