import { api, sandbox } from '#contract/paths.ts'
import { account, decide, openMandateStep } from '#tests/support/e2e/mandate.ts'
import { axeViolations, faultsOf } from '#tests/support/e2e/problems.ts'
import {
  codeFor,
  modalOpened,
  newAadhaar,
  newPhone,
  openRegister,
  typeCode,
  verify,
} from '#tests/support/e2e/register.ts'
import { registerAndFail } from '#tests/support/e2e/registered.ts'
import { answer, closeToasts, expect, PHONE, soon, test } from '#tests/support/e2e/test.ts'

const still = { width: PHONE, reducedMotion: 'reduce' } as const

test('step 1 keeps its form with the modal open, with a phone’s keyboard too, and with all that is missing', async ({
  open,
  site,
}) => {
  const page = await open(still)
  const form = await openRegister(page)
  const phone = newPhone()
  await form.next.click()
  await closeToasts(form.toasts)
  await form.field('phone').fill(phone)
  await form.verify('phone').click()
  await modalOpened(form)
  await typeCode(form, '000000')
  await form.submit.click()
  await soon(() => form.code()).toBe('')
  expect(await faultsOf(page), 'after a wrong code').toEqual([])

  // The keyboard leaves so much of the screen: the boxes and Submit are in sight, and the rest can be reached.
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

  await page.emulateMedia({ forcedColors: 'active' })
  const edges = await form.boxes.evaluateAll((all) =>
    all.map((one) => Number.parseFloat(getComputedStyle(one).borderTopWidth) >= 1),
  )
  expect(edges).toEqual(Array.from({ length: 6 }, () => true))
  await page.emulateMedia({ forcedColors: 'none' })

  await typeCode(form, await codeFor(site, phone))
  await form.submit.click()
  await form.modal.waitFor({ state: 'detached' })
  await verify({ form, site }, 'aadhaar', newAadhaar('0007'))
  await form.next.click()
  await page.getByText('Email is required').waitFor()
  await closeToasts(form.toasts)
  expect(await faultsOf(page), 'locked, with all that is missing').toEqual([])
})

test('step 2 keeps its form in every state, and a window that did not open or is gone can be tried once more', async ({
  open,
  site,
}) => {
  const { page, step, wizard } = await openMandateStep({ open, site }, still)
  await step.go.click()
  await step.alerts.getByText('Please fill all mandate details correctly').waitFor()
  await closeToasts(step.toasts)
  expect(await faultsOf(page), 'with all that is wrong').toEqual([])
  await step.fill()
  expect(await faultsOf(page), 'filled').toEqual([])

  await page.route(`**${sandbox.abandon}`, () => undefined)
  await page.evaluate(() => {
    const { open: opens } = window
    window.open = () => {
      window.open = opens
      return null
    }
  })
  await step.go.click()
  await step.button('Continue in this tab').waitFor()
  expect(await faultsOf(page), 'blocked').toEqual([])
  await step.ready()
  const opening = page.waitForEvent('popup')
  await step.button('Open the bank’s window').click()
  const silent = await opening
  await silent.getByRole('heading', { name: 'Set up a mandate' }).waitFor()
  await page.locator('[data-window="open"]').waitFor()
  await silent.close()
  await page.getByText(/^The bank’s window is closed\./).waitFor()
  expect(await faultsOf(page), 'gone').toEqual([])
  await step.button('Start again').click()
  await step.alerts.getByText(/^Your bank has told us of no mandate\./).waitFor()
  expect(await step.field('accountNo').inputValue()).toBe(account.accountNo)
  expect(step.sent(api.registerExecutive)).toBe(0)

  await step.ready()
  const bank = await step.openBank()
  await step.heading('Waiting for your bank').waitFor()
  expect(await faultsOf(page), 'waiting').toEqual([])
  await answer(page, api.registerExecutive, () => ({
    status: 503,
    body: { code: 'unavailable', message: 'The site is very busy. Please try again in a few seconds.' },
  }))
  await decide(bank, 'Authorise')
  await step.heading('Almost done').waitFor()
  await closeToasts(step.toasts)
  expect(await faultsOf(page), 'not finished').toEqual([])
  await page.unroute(`**${api.registerExecutive}`)
  await step.button('Try again').click()
  await wizard.heading(3).waitFor()
  expect(new Set(step.transactions()).size).toBe(step.transactions().length)
})

test('the page that mends a mandate says that it opens the record, and keeps its form', async ({
  open,
  site,
}) => {
  const { path } = await registerAndFail(site)
  const page = await open(still)
  await page.route(`**${api.fieldExecutive}*`, () => undefined)
  await page.goto(path)
  await page.getByRole('status').filter({ hasText: 'Opening' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.unroute(`**${api.fieldExecutive}*`)
  await page.reload()
  await page.locator('form[data-ready]').waitFor()
  expect(await faultsOf(page), 'filled in').toEqual([])
})
