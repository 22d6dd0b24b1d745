import { onboardingFailures, wizardMessages } from '#contract/messages/en/registrations.ts'
import { api } from '#contract/paths.ts'
import { newPhone, openRegister, verify } from '#tests/support/e2e/register.ts'
import { announced, answer, expect, refusal, soon, test } from '#tests/support/e2e/test.ts'

const offline = 'Please check your connection and try again.'

test('a code that is not sent is reported in words, and the next attempt succeeds', async ({
  open,
  site,
}) => {
  const page = await open()
  const form = await openRegister(page)
  const phone = newPhone()
  const said = async (sentence: string) => {
    await form.verify('phone').click()
    await form.place('phone').getByRole('alert').getByText(sentence, { exact: true }).waitFor()
    await announced(page, sentence)
  }
  await form.field('email').fill('asha@example.in')
  await form.field('phone').fill(phone)
  await page.context().setOffline(true)
  await said(`${onboardingFailures.otp}. ${offline}`)
  expect(await form.value('email')).toBe('asha@example.in')
  await page.context().setOffline(false)

  const message = 'Too many requests from your network. Please try again in 2 minutes.'
  await answer(page, api.generateMobileOtp, () => refusal(429, 'rate_limited', message))
  await said(message)
  await page.route(`**${api.generateMobileOtp}`, (route) =>
    route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }),
  )
  await said(onboardingFailures.otp)
  await page.unroute(`**${api.generateMobileOtp}`)
  await verify({ form, site }, 'phone', phone)

  // If the verified data cannot be read when the page opens, it says so with a way to retry, which then works.
  await page.route(`**${api.onboardingSession}`, (route) => route.abort())
  await page.reload()
  const unknown = page.getByRole('alert').filter({ hasText: wizardMessages.sessionUnknown })
  await unknown.waitFor()
  // Announced again when it fails again; an unchanged alert would not be.
  await unknown.evaluate((alert) => alert.setAttribute('data-told', ''))
  await page.getByRole('button', { name: 'Try again' }).click()
  await unknown.and(page.locator(':not([data-told])')).waitFor()
  await page.unroute(`**${api.onboardingSession}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await soon(() => form.badge('phone')).toBe('VERIFIED')
  await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' })
})
