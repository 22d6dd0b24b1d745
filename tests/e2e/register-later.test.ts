import { laterAnswers } from '#contract/messages/en/links.ts'
import { continueFragment } from '#contract/paths.ts'
import { linkIn, openMandateStep } from '#tests/support/e2e/mandate.ts'
import { codeFor, masked, registerPage } from '#tests/support/e2e/register.ts'
import { expect, PHONE, test } from '#tests/support/e2e/test.ts'

test('a registration is continued on another device by a mailed link, once', async ({ open, site }) => {
  const { page, person } = await openMandateStep({ open, site }, { width: PHONE })
  await page.getByRole('button', { name: 'Continue later', exact: true }).click()
  await page.getByRole('status').filter({ hasText: person.email }).waitFor()
  const link = await linkIn(site, person.email, continueFragment)

  const other = await open({ width: PHONE })
  await other.goto(site.url + link)
  await other.getByRole('heading', { name: 'Continue your registration' }).waitFor()
  await other.getByRole('button', { name: 'Send a code' }).click()
  await other.getByText(laterAnswers.codeSent).waitFor()
  await other.keyboard.type(await codeFor(site, person.phone, 2))
  await other.getByRole('button', { name: 'Confirm' }).click()

  const wizard = registerPage(other)
  await wizard.heading(2).waitFor()
  expect(new URL(other.url()).hash).toBe('#step-2')
  await wizard.back.click()
  await wizard.heading(1).waitFor()
  for (const of of ['aadhaar', 'phone'] as const) expect(await wizard.badge(of)).toBe('VERIFIED')
  expect(await wizard.value('aadhaar')).toBe(masked(person.aadhaar))
  expect(await wizard.value('email')).toBe(person.email)
  expect(await other.getByRole('img', { name: 'Profile photo' }).isVisible()).toBe(true)
  await wizard.next.click()
  await wizard.heading(2).waitFor()

  // The link replaces the steps if it is opened in their own page, and works once.
  await page.evaluate((hash) => void (location.hash = hash), new URL(link, site.url).hash)
  await page.getByRole('button', { name: 'Send a code' }).click()
  await page.getByRole('alert').filter({ hasText: laterAnswers.unknown }).waitFor()
})
