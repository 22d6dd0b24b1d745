import type { Page } from 'playwright-core'
import { linkAnswers, linkMessages } from '#contract/messages/en/links.ts'
import { onboardingFailures } from '#contract/messages/en/registrations.ts'
import { api, pages, recordPages } from '#contract/paths.ts'
import { account, decide, mandatePage, takeSession } from '#tests/support/e2e/mandate.ts'
import { codeFor, codeIn, wrong } from '#tests/support/e2e/register.ts'
import { registerAndFail } from '#tests/support/e2e/registered.ts'
import type { Server } from '#tests/support/e2e/server.ts'
import { announced, expect, hasFocus, PHONE, soon, soonByClock, test } from '#tests/support/e2e/test.ts'

test('a failed attempt keeps what was typed; an unanswered update is found done', async ({ open, site }) => {
  const { path, applicant } = await registerAndFail(site)
  const page = await open({ width: PHONE })
  await takeSession(page, site, applicant)
  const retry = mandatePage(page, 'Submit')
  await page.goto(path)
  await retry.fill({ accountNo: '200030004000' })
  await decide(await retry.openBank(), 'Decline')
  await retry.alerts.getByText('Bank mandate registration failed', { exact: true }).waitFor()
  expect(await retry.values()).toEqual({ ...account, accountNo: '200030004000' })
  // After a refresh too, except the number, which the tab does not store.
  await retry.field('accountName').fill('Asha Patel')
  await page.reload()
  await soon(retry.values).toEqual({ ...account, accountName: 'Asha Patel', accountNo: '' })
  await retry.field('accountNo').fill('200030004000')
  await page.route(`**${api.updateMandate}`, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await decide(await retry.openBank(), 'Succeed at once')
  await retry.alerts.getByText('Failed to registered the executive', { exact: true }).waitFor()
  await page.unroute(`**${api.updateMandate}`)
  await retry.button('Try again').click()
  await page.waitForURL((url) => url.pathname === pages.home)
  await announced(page, 'Mandate Update Successfully')
  expect(new Set(retry.transactions()).size).toBe(retry.transactions().length)
})

test('an unknown id and a record that never arrives lead home with words', async ({ open }) => {
  const page = await open({ isFresh: true })
  await page.clock.install()
  const leadsHome = async (path: string, sentence: string) => {
    await page.goto(path)
    await soonByClock(page, () => new URL(page.url()).pathname).toBe(pages.home)
    await announced(page, sentence, 'error')
  }
  // If no code is required, an unknown link is reported.
  const unknown = { status: 404, json: { code: 'not_found', message: linkAnswers.unknown } }
  await page.route(`**${api.fieldExecutive}*`, (route) => route.fulfill(unknown))
  await leadsHome(`${recordPages.mandateFailure}not-an-id`, linkAnswers.unknown)
  await page.route(`**${api.fieldExecutive}*`, (route) => route.abort())
  for (const path of [recordPages.signAgreement, recordPages.mandateFailure])
    await leadsHome(path + 'A'.repeat(32), onboardingFailures.register)
})

/** Sends the offered code, the `count`th to that phone, and enters it. */
async function askForCode(
  page: Page,
  { site, phone, count }: { site: Server; phone: string; count: number },
) {
  await page.getByRole('button', { name: linkMessages.send }).click()
  await soon(() => hasFocus(page.getByRole('group').getByRole('textbox').first())).toBe(true)
  return codeFor(site, phone, count)
}

async function enterCode(page: Page, code: string): Promise<void> {
  const boxes = page.getByRole('group').getByRole('textbox')
  await boxes.first().focus()
  await page.keyboard.type(code)
  await soon(() => codeIn(boxes)).toBe(code)
  await page.getByRole('button', { name: linkMessages.confirm }).click()
}

test('a link opened in another browser asks for a code sent to the phone on record, and again after a long pause', async ({
  open,
  site,
}) => {
  const { path, person } = await registerAndFail(site)
  const page = await open({ width: PHONE })
  const retry = mandatePage(page, 'Submit')
  await page.goto(path)
  const code = await askForCode(page, { site, phone: person.phone, count: 2 })
  await page.getByRole('button', { name: 'Send a new code' }).waitFor()
  expect(await page.getByText(person.phone).count()).toBe(0)
  await enterCode(page, wrong(code))
  const alert = page.getByRole('alert')
  await alert.getByText(/4 tries left/).waitFor()
  await page.getByRole('group').getByRole('textbox').first().focus()
  await page.keyboard.type('1')
  await soon(() => alert.allInnerTexts()).not.toContainEqual(expect.stringContaining('tries'))
  expect(await retry.field('accountNo').count()).toBe(0)
  await enterCode(page, code)
  await retry.field('accountNo').waitFor()
  // The form that had the focus is gone.
  await soon(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)

  // As after half an hour: the server no longer knows this browser.
  await page.context().clearCookies()
  await retry.field('accountNo').fill('200030004000')
  await retry.go.click()
  await enterCode(page, await askForCode(page, { site, phone: person.phone, count: 3 }))
  await retry.field('accountNo').waitFor()
  expect(await retry.field('accountNo').inputValue()).toBe('200030004000')
})
