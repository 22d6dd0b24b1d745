import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { linkAnswers, linkMessages } from '#contract/messages/en/links.ts'
import { onboardingFailures } from '#contract/messages/en/registrations.ts'
import { api, pages, recordPages } from '#contract/paths.ts'
import {
  account,
  decide,
  expectOneRegistration,
  mandatePage,
  type MandatePage,
} from '#tests/support/e2e/mandate.ts'
import { problemsOf } from '#tests/support/e2e/problems.ts'
import { codeFor, codeIn, wrong } from '#tests/support/e2e/register.ts'
import {
  agreementPage,
  isDrawn,
  register,
  registerAndFail,
  signingLink,
} from '#tests/support/e2e/registered.ts'
import { type Server, startServer } from '#tests/support/e2e/server.ts'
import {
  announced,
  DESKTOP,
  expect,
  hasFocus,
  type Open,
  PHONE,
  soon,
  soonByClock,
  test,
} from '#tests/support/e2e/test.ts'

async function valuesOf(retry: MandatePage): Promise<Record<string, string>> {
  const read = (['accountName', 'accountNo', 'ifscCode'] as const).map(
    async (name) => [name, await retry.field(name).inputValue()] as const,
  )
  return Object.fromEntries(await Promise.all(read))
}

async function openRetry(open: Open, path: string, width = DESKTOP) {
  const page = await open({ width })
  const retry = mandatePage(page, 'Submit')
  await page.goto(path)
  await retry.ready()
  return { page, retry }
}

describe('at a phone’s width', () => {
  test('a mandate that failed is set up again from the e-mailed link, which then leads home with words', async ({
    open,
    site,
  }) => {
    const { path, person } = await registerAndFail(site)
    const { page, retry } = await openRetry(open, path, PHONE)
    const problems = problemsOf(page)
    expect(await valuesOf(retry)).toEqual(account)
    await decide(await retry.openBank(), 'Authorise')

    await page.waitForURL((url) => url.pathname === pages.home)
    await announced(page, 'Mandate Update Successfully', 'success')
    expect(problems).toEqual([])
    expect(retry.sent(api.updateMandate)).toBe(1)
    await expectOneRegistration(site, person.email)
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)

    await page.goto(pages.about)
    await page.goto(path)
    await page.waitForURL((url) => url.pathname === pages.home)
    await announced(page, 'Mandate Not Failed', 'error')
    await page.goBack({ waitUntil: 'commit' })
    expect(new URL(page.url()).pathname).toBe(pages.about)
  })
})

test('a try with other details that fails again leaves them, and an update whose answer is lost is found to be done', async ({
  open,
  site,
}) => {
  const { path } = await registerAndFail(site)
  const { page, retry } = await openRetry(open, path, PHONE)
  await retry.fill({ accountNo: '200030004000' })
  await decide(await retry.openBank(), 'Decline')
  await retry.alerts.getByText('Bank mandate registration failed', { exact: true }).waitFor()
  expect(await valuesOf(retry)).toEqual({ ...account, accountNo: '200030004000' })
  // Over a refresh too, but for the number, of which the tab keeps nothing.
  await retry.field('accountName').fill('Asha Patel')
  await page.reload()
  await soon(() => valuesOf(retry)).toEqual({ ...account, accountName: 'Asha Patel', accountNo: '' })
  await retry.field('accountNo').fill('200030004000')
  await retry.ready()
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

test('an id of nobody, and a record that cannot be loaded in spite of quiet retries, lead home with words', async ({
  open,
}) => {
  const page = await open()
  await page.clock.install()
  const leadsHome = async (path: string, sentence: string) => {
    await page.goto(path)
    await soonByClock(page, () => new URL(page.url()).pathname).toBe(pages.home)
    await announced(page, sentence, 'error')
  }
  await leadsHome(`${recordPages.mandateFailure}not-an-id`, linkAnswers.unknown)
  await page.route(`**${api.fieldExecutive}*`, (route) => route.abort())
  for (const path of [recordPages.signAgreement, recordPages.mandateFailure])
    await leadsHome(path + 'A'.repeat(32), onboardingFailures.register)
})

const stepUp = test.extend('careful', { scope: 'file' }, async ({}, { onCleanup }) => {
  const server = await startServer({ RATE_LIMIT_SCALE: '1000', LANGUAGES: 'en', LINK_STEP_UP: 'otp' })
  onCleanup(server.stop)
  return server
})

/** Has the code sent that the page offers, `count` of which went to that phone by then, and answers it. */
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

stepUp(
  'a link opened in another browser asks for a code sent to the phone on record',
  async ({ open, careful }) => {
    const { person } = await register(careful)
    const page = await open({ baseURL: careful.url, width: PHONE })
    await page.goto(await signingLink(careful, person))
    const code = await askForCode(page, { site: careful, phone: person.phone, count: 2 })
    await page.getByRole('button', { name: 'Send a new code' }).waitFor()
    const boxes = page.getByRole('group').getByRole('textbox')
    expect(await page.getByText(person.phone).count()).toBe(0)
    await enterCode(page, wrong(code))
    const alert = page.getByRole('alert')
    await alert.getByText(/4 tries left/).waitFor()
    await boxes.first().focus()
    await page.keyboard.type('1')
    await soon(() => alert.allInnerTexts()).not.toContainEqual(expect.stringContaining('tries'))
    expect(await agreementPage(page).viewer.count()).toBe(0)
    await enterCode(page, code)
    await soon(() => isDrawn(page)).toBe(true)
    // The form that had the focus is gone.
    await soon(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
    const agreement = agreementPage(page)
    await agreement.checkbox.check()
    await agreement.submit.click()
    await page.waitForURL((url) => url.pathname === pages.home)
    await announced(page, 'Agreement signed successfully')
  },
)

stepUp(
  'a page to mend a mandate that was left idle asks for the code at once when it is used again',
  async ({ open, careful: site }) => {
    const { path, person } = await registerAndFail(site)
    const page = await open({ baseURL: site.url, width: PHONE })
    const retry = mandatePage(page, 'Submit')
    await page.goto(path)
    await enterCode(page, await askForCode(page, { site, phone: person.phone, count: 2 }))
    await retry.ready()

    // As after half an hour: the server knows this browser no more.
    await page.context().clearCookies()
    await retry.field('accountNo').fill('200030004000')
    await retry.go.click()
    await enterCode(page, await askForCode(page, { site, phone: person.phone, count: 3 }))
    await retry.ready()
    expect(await retry.field('accountNo').inputValue()).toBe('200030004000')
  },
)
