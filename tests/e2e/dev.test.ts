import { problemsOf } from '#tests/support/e2e/problems.ts'
import { newAadhaar, newPhone, openRegister, verify } from '#tests/support/e2e/register.ts'
import { startServer } from '#tests/support/e2e/server.ts'
import { expect, test as plain } from '#tests/support/e2e/test.ts'

const test = plain.extend('site', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const server = await startServer({ RATE_LIMIT_SCALE: '1000' }, 'scripts/dev.ts')
  onCleanup(server.stop)
  return server
})

test('`npm run dev` serves the registration up to the bank', async ({ open, site }) => {
  const page = await open()
  const problems = problemsOf(page)
  const wizard = await openRegister(page)
  await verify({ form: wizard, site }, 'aadhaar', newAadhaar())
  await verify({ form: wizard, site }, 'phone', newPhone())
  await wizard.field('email').fill('developer@example.in')
  await wizard.next.click()
  await wizard.heading(2).waitFor()
  expect(problems).toEqual([])
})
