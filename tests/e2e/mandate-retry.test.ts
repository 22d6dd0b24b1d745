import { describe } from 'vitest'
import { onboardingFailures } from '#contract/messages/registrations.ts'
import { api, pages, recordPages } from '#contract/paths.ts'
import { register, registerAndFail } from '#tests/support/e2e/registered.ts'
import { account, decide, mandatePage, registeredWith, type MandatePage } from '#tests/support/e2e/mandate.ts'
import { problemsOf } from '#tests/support/e2e/problems.ts'
import { DESKTOP, expect, PHONE, soon, test, type Open } from '#tests/support/e2e/test.ts'

/** The page of the link, with the fields filled in. */
async function openRetry(open: Open, path: string, width = DESKTOP) {
  const page = await open({ width })
  const retry = mandatePage(page, 'Submit')
  await page.goto(path)
  await page.locator('form[data-ready]').waitFor()
  return { page, retry }
}

async function valuesOf(retry: MandatePage): Promise<Record<string, string>> {
  const read = (['accountName', 'accountNo', 'ifscCode'] as const).map(
    async (name) => [name, await retry.field(name).inputValue()] as const,
  )
  return Object.fromEntries(await Promise.all(read))
}

describe.for([PHONE, DESKTOP])('at %i pixels', (width) => {
  test('a mandate that failed is set up again from the e-mailed link', async ({ open, site }) => {
    const { path, person } = await registerAndFail(site)
    const { page, retry } = await openRetry(open, path, width)
    const problems = problemsOf(page)
    expect(await valuesOf(retry)).toEqual(account)
    const bank = await retry.openBank()
    await decide(bank, 'Authorise')

    await page.waitForURL((url) => url.pathname === pages.home)
    await retry.toasts.getByText('Mandate Update Successfully', { exact: true }).waitFor()
    expect(await retry.toasts.getAttribute('data-toast')).toBe('success')
    expect(problems).toEqual([])
    expect(retry.sent(api.updateMandate)).toBe(1)
    expect(await registeredWith(site, person.email)).toHaveLength(1)
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)

    await page.goto(path)
    await page.waitForURL((url) => url.pathname === pages.home)
    await retry.toasts.getByText('Mandate Not Failed', { exact: true }).waitFor()
  })
})

test('other details can be given, and a try that fails again leaves them', async ({ open, site }) => {
  const { path } = await registerAndFail(site)
  const { page, retry } = await openRetry(open, path, PHONE)
  await retry.fill({ accountNo: '200030004000' })
  await decide(await retry.openBank(), 'Decline')
  await retry.alerts.getByText('Bank mandate registration failed', { exact: true }).waitFor()
  expect(await valuesOf(retry)).toEqual({ ...account, accountNo: '200030004000' })
  await page.locator('form[data-ready]').waitFor()
  await decide(await retry.openBank(), 'Succeed at once')

  await page.waitForURL((url) => url.pathname === pages.home)
  await retry.toasts.getByText('Mandate Update Successfully', { exact: true }).waitFor()
  expect(new Set(retry.transactions()).size).toBe(retry.transactions().length)
})

test('the same three rules hold, in the same words', async ({ open, site }) => {
  const { path } = await registerAndFail(site)
  const { page, retry } = await openRetry(open, path)
  await retry.field('accountNo').fill('12')
  await retry.go.click()
  await page.getByText('Account number must be 9 to 18 digits', { exact: true }).waitFor()
  await retry.alerts.getByText('Please fill all mandate details correctly', { exact: true }).waitFor()
})

test('where no window can be opened, the bank comes into this tab and leads back', async ({ open, site }) => {
  const { path } = await registerAndFail(site)
  const { page, retry } = await openRetry(open, path, PHONE)
  await retry.fill({ accountName: 'Another Name' })
  await page.evaluate(() => {
    window.open = () => null
  })
  await retry.go.click()
  await retry.button('Continue in this tab').click()
  await page.getByRole('heading', { name: 'Set up a mandate' }).waitFor()
  await decide(page, 'Authorise')

  await page.waitForURL((url) => url.pathname === pages.home)
  await retry.toasts.getByText('Mandate Update Successfully', { exact: true }).waitFor()
})

test('a refresh while the bank decides loses nothing', async ({ open, site }) => {
  const { path } = await registerAndFail(site)
  const { page, retry } = await openRetry(open, path)
  const bank = await retry.openBank()
  await page.reload()
  await retry.heading('Waiting for your bank').waitFor()
  await decide(bank, 'Authorise')

  await page.waitForURL((url) => url.pathname === pages.home)
  await retry.toasts.getByText('Mandate Update Successfully', { exact: true }).waitFor()
})

test('an update whose answer is lost is found to be done', async ({ open, site }) => {
  const { path } = await registerAndFail(site)
  const { page, retry } = await openRetry(open, path)
  await page.route(`**${api.updateMandate}`, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await decide(await retry.openBank(), 'Authorise')
  await retry.alerts.getByText('Failed to registered the executive', { exact: true }).waitFor()
  await page.unroute(`**${api.updateMandate}`)
  await retry.button('Try again').click()
  await page.waitForURL((url) => url.pathname === pages.home)
  await retry.toasts.getByText('Mandate Update Successfully', { exact: true }).waitFor()
})

test('a mandate that did not fail is none for this page', async ({ open, site }) => {
  const { path } = await register(site)
  const page = await open({ width: PHONE })
  const retry = mandatePage(page, 'Submit')
  await page.goto(pages.about)
  await page.goto(path)
  await page.waitForURL((url) => url.pathname === pages.home)
  await retry.toasts.getByText('Mandate Not Failed', { exact: true }).waitFor()
  expect(await retry.toasts.getAttribute('data-toast')).toBe('error')
  await page.goBack({ waitUntil: 'commit' })
  expect(new URL(page.url()).pathname).toBe(pages.about)
})

test.for(['A'.repeat(32), 'x', 'not-an-id'])('%s is nobody’s record', async (id, { open }) => {
  const page = await open()
  await page.goto(recordPages.mandateFailure + id)
  await page.waitForURL((url) => url.pathname === pages.home)
  const toast = page.locator('[data-toast="error"]')
  await toast.getByText('There is nothing at this address.', { exact: true }).waitFor()
})

test('a record that is reached at the third time opens as if nothing had been', async ({ open, site }) => {
  const { path } = await registerAndFail(site)
  const page = await open({ width: PHONE })
  const retry = mandatePage(page, 'Submit')
  await page.route(`**${api.fieldExecutive}*`, (route) => route.abort(), { times: 2 })
  await page.goto(path)
  await soon(() => retry.field('accountNo').inputValue()).toBe(account.accountNo)
  expect(await retry.toasts.count()).toBe(0)
})

test.for(Object.values(recordPages))(
  '%s goes home with words when the record cannot be loaded',
  async (path, { open }) => {
    const page = await open()
    await page.route(`**${api.fieldExecutive}*`, (route) => route.abort())
    await page.goto(path + 'A'.repeat(32))
    await page.waitForURL((url) => url.pathname === pages.home)
    await page
      .locator('[data-toast="error"]')
      .getByText(onboardingFailures.register, { exact: true })
      .waitFor()
  },
)

test('the page is kept from caches, listings and other sites', async ({ site }) => {
  const answer = await fetch(site.url + recordPages.mandateFailure + 'A'.repeat(32))
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-robots-tag': 'noindex',
    'cross-origin-opener-policy': 'unsafe-none',
  })
  expect(answer.headers.get('content-security-policy')).toContain('trusted-types gateway')
  expect(await answer.text()).toContain('<meta name="robots" content="noindex">')
})
