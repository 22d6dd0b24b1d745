import type { Page } from 'playwright-core'
import { linkMessages } from '#contract/messages/links.ts'
import { pages } from '#contract/paths.ts'
import { agreementPage, isDrawn, openAgreementStep, signingLink } from '#tests/support/e2e/agreement.ts'
import { axeViolations } from '#tests/support/e2e/axe.ts'
import { registerAndFail } from '#tests/support/e2e/registered.ts'
import { mandatePage } from '#tests/support/e2e/mandate.ts'
import { codeFor, wrong } from '#tests/support/e2e/register.ts'
import { type Server, startServer } from '#tests/support/e2e/server.ts'
import { expect, hasFocus, PHONE, soon, test, type Open } from '#tests/support/e2e/test.ts'

const stepUp = test.extend('careful', { scope: 'file' }, async ({}, { onCleanup }) => {
  const server = await startServer({ RATE_LIMIT_SCALE: '1000', LINK_STEP_UP: 'otp' })
  onCleanup(server.stop)
  return server
})

stepUp(
  'a link opened in another browser asks for a code sent to the phone on record',
  async ({ open, careful }) => {
    const options = { baseURL: careful.url, width: PHONE }
    const { page: own, person } = await openAgreementStep({ open, site: careful }, options)
    // The browser that registered is known.
    await soon(() => isDrawn(own)).toBe(true)
    const link = await signingLink(careful, person)

    const page = await open(options)
    await page.goto(link)
    await page.getByRole('button', { name: linkMessages.send }).click()
    const boxes = page.getByRole('group').getByRole('textbox')
    await soon(() => hasFocus(boxes.first())).toBe(true)
    expect(await page.getByText(person.phone).count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    const code = await codeFor(careful, person.phone, 2)
    const confirm = page.getByRole('button', { name: linkMessages.confirm })
    await page.keyboard.type(wrong(code))
    await confirm.click()
    await page
      .getByRole('alert')
      .getByText(/4 tries left/)
      .waitFor()
    expect(await agreementPage(page).viewer.count()).toBe(0)

    await boxes.first().focus()
    await page.keyboard.type(code)
    await confirm.click()
    await soon(() => isDrawn(page)).toBe(true)
    await agreementPage(page).checkbox.check()
    await agreementPage(page).submit.click()
    await page.waitForURL((url) => url.pathname === pages.home)
  },
)

/** Has the code sent that the page offers, and enters it; `count` codes went to that phone by then. */
async function confirmBy(page: Page, { site, phone, count }: { site: Server; phone: string; count: number }) {
  await page.getByRole('button', { name: linkMessages.send }).click()
  const boxes = page.getByRole('group').getByRole('textbox')
  await soon(() => hasFocus(boxes.first())).toBe(true)
  await page.keyboard.type(await codeFor(site, phone, count))
  await page.getByRole('button', { name: linkMessages.confirm }).click()
}

stepUp(
  'a page to mend a mandate that was left idle asks for the code at once when it is used again',
  async ({ open, careful: site }) => {
    const openHere: Open = (options) => open({ baseURL: site.url, width: PHONE, ...options })
    const { path, person } = await registerAndFail(site)
    const page = await openHere()
    const retry = mandatePage(page, 'Submit')
    await page.goto(path)
    await confirmBy(page, { site, phone: person.phone, count: 2 })
    await page.locator('form[data-ready]').waitFor()

    // As after half an hour: the server knows this browser no more.
    await page.context().clearCookies()
    await retry.field('accountNo').fill('200030004000')
    await retry.go.click()
    await confirmBy(page, { site, phone: person.phone, count: 3 })
    await page.locator('form[data-ready]').waitFor()
    expect(await retry.field('accountNo').inputValue()).toBe('200030004000')
  },
)
