import { describe } from 'vitest'
import { laterAnswers } from '#contract/messages/en/links.ts'
import { continueFragment, pages } from '#contract/paths.ts'
import { decide, expectOneRegistration, mandatePage, openMandateStep } from '#tests/support/e2e/mandate.ts'
import { codeFor, masked, messagesTo, registerPage } from '#tests/support/e2e/register.ts'
import type { Server } from '#tests/support/e2e/server.ts'
import { expect, PHONE, soon, test } from '#tests/support/e2e/test.ts'

/** The link in the newest mail to a person, without its origin. */
async function linkTo(site: Server, email: string): Promise<string> {
  const [mail] = await messagesTo(site, email, 1)
  const link = mail?.text.split(/\s+/).find((word) => word.includes(continueFragment)) ?? ''
  const { pathname, hash } = new URL(link)
  return pathname + hash
}

describe('a registration that is continued later', () => {
  test('is mailed from step 2, opens on another device with a code to the phone, and ends in a registration', async ({
    open,
    site,
  }) => {
    const { page, person } = await openMandateStep({ open, site }, { width: PHONE })
    await page.getByRole('button', { name: 'Continue later', exact: true }).click()
    await page.getByRole('status').filter({ hasText: person.email }).waitFor()
    const link = await linkTo(site, person.email)

    const other = await open({ width: PHONE })
    await other.goto(site.url + link)
    await other.getByRole('heading', { name: 'Continue your registration' }).waitFor()
    await other.getByRole('button', { name: 'Send the code' }).click()
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
    const step = mandatePage(other)
    await step.fill()
    await decide(await step.openBank(), 'Authorise')
    await wizard.heading(3).waitFor()
    await expectOneRegistration(site, person.email)

    const late = await open()
    await late.goto(site.url + link)
    await late.getByRole('button', { name: 'Send the code' }).click()
    await late.getByRole('alert').filter({ hasText: laterAnswers.unknown }).waitFor()
  })

  test('takes over from the steps where its link is opened in their own page', async ({ open, site }) => {
    const page = await open()
    await page.goto(site.url + pages.register)
    await registerPage(page).heading(1).waitFor()
    await page.evaluate((hash) => void (location.hash = hash), `${continueFragment}${'x'.repeat(32)}`)
    await page.getByRole('heading', { name: 'Continue your registration' }).waitFor()
    await soon(() => new URL(page.url()).hash).toContain(continueFragment)
  })
})
