import { describe } from 'vitest'
import { account, openMandateStep } from '#tests/support/e2e/mandate.ts'
import { newAadhaar, newPhone, openRegister, verify } from '#tests/support/e2e/register.ts'
import { expect, soon, test } from '#tests/support/e2e/test.ts'

const away = 'You were away for a while, so please verify both numbers again. What you typed is still here.'

describe('a session that has ended', () => {
  test('leads from step 2 to step 1 with words, and from there on again', async ({ open, site }) => {
    const { page, person, wizard, step } = await openMandateStep({ open, site })
    await page.context().clearCookies()
    for (const [name, value] of Object.entries(account)) {
      await step.field(name as keyof typeof account).fill(value)
    }
    await step.go.click()

    await wizard.heading(1).waitFor()
    await page.getByRole('main').getByRole('alert').getByText(away, { exact: true }).waitFor()
    expect(await wizard.badge('aadhaar')).toBe('NOT VERIFIED')
    expect(await wizard.badge('phone')).toBe('NOT VERIFIED')
    expect(await wizard.value('aadhaar')).toBe('')
    expect(await wizard.value('email')).toBe(person.email)
    expect(await wizard.value('phone')).toBe(person.phone)

    // The sentence goes once both are verified, and the bank's details are still there.
    await verify({ form: wizard, site }, 'aadhaar', newAadhaar())
    await verify({ form: wizard, site }, 'phone', newPhone())
    await soon(() => page.getByRole('main').getByText(away, { exact: true }).count()).toBe(0)
    await wizard.next.click()
    await wizard.heading(2).waitFor()
    expect(await step.field('accountNo').inputValue()).toBe(account.accountNo)
  })
})

test('«Skip to content» in step 2 stays in step 2, and Back leads to step 1', async ({ open, site }) => {
  const { page, wizard } = await openMandateStep({ open, site })
  await page.getByRole('link', { name: 'Skip to content' }).focus()
  await page.keyboard.press('Enter')
  await soon(() => page.evaluate(() => location.hash)).not.toBe('')
  await soon(() => page.evaluate(() => history.state)).toEqual({ step: 2 })
  expect(await wizard.heading(2).isVisible()).toBe(true)
  await page.goBack()
  await page.goBack()
  await wizard.heading(1).waitFor()
})

test('Enter pressed again while a code is being sent opens no modal when it is refused', async ({ open }) => {
  const page = await open()
  const form = await openRegister(page)
  await form.field('aadhaar').fill(newAadhaar('0001'))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await form.place('aadhaar').getByRole('alert').locator('p').waitFor()
  expect(await form.modal.count()).toBe(0)
})
