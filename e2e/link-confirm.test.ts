import { linkWords } from '#contract/link-words.ts'
import { pages } from '#contract/paths.ts'
import { agreementPage, isDrawn, openAgreementStep, signingLink } from './support/agreement.ts'
import { axeFindings } from './support/axe.ts'
import { codeFor, wrong } from './support/register.ts'
import { startServer } from './support/server.ts'
import { expect, hasFocus, PHONE, soon, test } from './support/test.ts'

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
    await page.getByRole('button', { name: linkWords.send }).click()
    const boxes = page.getByRole('group').getByRole('textbox')
    await soon(() => hasFocus(boxes.first())).toBe(true)
    expect(await page.getByText(person.phone).count()).toBe(0)
    expect(await axeFindings(page)).toEqual([])
    const code = await codeFor(careful, person.phone, 2)
    const confirm = page.getByRole('button', { name: linkWords.confirm })
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
