import { mandateMessages } from '#contract/messages/en/mandates.ts'
import { onboardingSession } from '#contract/schemas/identity.ts'
import { api, pages, recordPages } from '#contract/paths.ts'
import { decide, mandatePage } from '#tests/support/e2e/mandate.ts'
import { problemsOf } from '#tests/support/e2e/problems.ts'
import { newAadhaar, newPhone, openRegister, verify } from '#tests/support/e2e/register.ts'
import { startServer } from '#tests/support/e2e/server.ts'
import { isLong } from '#tests/support/long.ts'
import { expect, test as plain } from '#tests/support/e2e/test.ts'

const test = plain.extend('site', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const server = await startServer({ RATE_LIMIT_SCALE: '1000' }, 'scripts/dev.ts')
  onCleanup(server.stop)
  return server
})

test(`\`npm run dev\` serves the registration${isLong ? ', both link pages and the sandbox’s buttons' : ' up to the bank'}`, async ({
  open,
  site,
}) => {
  const page = await open()
  const problems = problemsOf(page)
  const wizard = await openRegister(page)
  await verify({ form: wizard, site }, 'aadhaar', newAadhaar())
  await verify({ form: wizard, site }, 'phone', newPhone())
  await wizard.field('email').fill('developer@example.in')
  await wizard.next.click()
  const step = mandatePage(page)
  await wizard.heading(2).waitFor()
  expect(problems).toEqual([])
  if (!isLong) return
  await step.fill()
  await decide(await step.openBank(), 'Authorise')
  await wizard.heading(3).waitFor()
  const viewer = page.locator('canvas').first()
  await viewer.waitFor()

  const session = await page.request.get(api.onboardingSession)
  const { registration } = onboardingSession.parse(await session.json()).data
  await page.goto(`${recordPages.signAgreement}${registration?._id}`)
  await viewer.waitFor()
  await page.goto(`${recordPages.mandateFailure}${registration?._id}`)
  await page.getByText(mandateMessages.notFailed).waitFor()
  await page.goto(pages.sandbox)
  const mandate = page.getByRole('list', { name: 'Mandates' }).getByRole('listitem').first()
  await mandate.getByRole('button', { name: 'Success' }).click()
  await mandate.getByText('Active (0300)').waitFor()
  expect(problems).toEqual([])
})
