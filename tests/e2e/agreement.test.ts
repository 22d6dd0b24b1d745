import { describe } from 'vitest'
import { agreementMessages, agreementPageMessages } from '#contract/messages/en/agreements.ts'
import { pdfMessages } from '#contract/messages/en/documents.ts'
import { onboardingFailures } from '#contract/messages/en/registrations.ts'
import { api, pages } from '#contract/paths.ts'
import { violationsByDayAndNight } from '#tests/support/e2e/problems.ts'
import { messagesTo, registerPage } from '#tests/support/e2e/register.ts'
import { isDrawn, openAgreementStep } from '#tests/support/e2e/registered.ts'
import { announced, expect, hasFocus, PHONE, soon, test } from '#tests/support/e2e/test.ts'

describe('step 3 at a phone’s width', () => {
  test('the agreement is read as pages and as text, accepted, and sent encrypted to both', async ({
    open,
    site,
  }) => {
    const { page, person, agreement } = await openAgreementStep({ open, site }, { width: PHONE })
    await soon(() => isDrawn(page)).toBe(true)
    expect((await agreement.viewer.boundingBox())?.height).toBe(500)
    await agreement.asText.click()
    await page.getByRole('article').getByText('XXXXXXXX4321').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    expect(await violationsByDayAndNight(page)).toEqual([])

    expect(await agreement.submit.isDisabled()).toBe(true)
    await agreement.checkbox.check()
    await agreement.submit.click()
    await page.waitForURL((url) => url.pathname === pages.home)
    await announced(page, agreementMessages.registered)

    const sealed = async () =>
      (await messagesTo(site, person.email)).flatMap(({ attachments = [] }) => attachments)
    await soon(sealed).toMatchObject([{ contentType: 'application/pdf' }])
  })
})

test('pages can be made larger, are drawn anew, and the whole step goes by keyboard alone', async ({
  open,
  site,
}) => {
  const { page, agreement } = await openAgreementStep({ open, site }, { width: PHONE })
  await soon(() => isDrawn(page)).toBe(true)
  const before = (await agreement.firstPage.boundingBox())?.width ?? 0
  await page.getByRole('button', { name: pdfMessages.larger }).click()
  await soon(async () => (await agreement.firstPage.boundingBox())?.width).toBeGreaterThan(before * 1.4)
  await soon(() => isDrawn(page)).toBe(true)

  // Its address is renewed after ten minutes; where the line is cut then, at the next look.
  await page.evaluate(() => {
    const { now } = Date
    Date.now = () => now() + 11 * 60_000
  })
  const record = `**${api.fieldExecutive}*`
  const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.route(record, (route) => route.abort())
  await Promise.all([page.waitForEvent('requestfailed'), look()])
  await page.unroute(record)
  let answers = 0
  page.on('response', (response) => (answers += Number(response.url().includes(api.fieldExecutive))))
  // The page may not have heard yet that the line was cut.
  await soon(() => look().then(() => answers)).toBeGreaterThan(0)

  await agreement.viewer.focus()
  await page.keyboard.press('End')
  await soon(() => agreement.viewer.evaluate((viewer) => viewer.scrollTop)).toBeGreaterThan(500)
  // A phone has no room for every page that was seen.
  const drawnWidth = () => agreement.firstPage.evaluate((canvas) => (canvas as HTMLCanvasElement).width)
  await soon(drawnWidth).toBe(0)
  await page.keyboard.press('Home')
  await soon(() => isDrawn(page)).toBe(true)
  await agreement.link('Download').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await hasFocus(agreement.checkbox)).toBe(true)
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  expect(await hasFocus(registerPage(page).back)).toBe(true)
  await page.keyboard.press('Tab')
  expect(await hasFocus(agreement.submit)).toBe(true)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === pages.home)
})

test('a PDF that does not come leaves the words, a failure keeps everything, and the next try sends every field and succeeds', async ({
  open,
  site,
}) => {
  const { page, person, agreement } = await openAgreementStep({ open, site })
  await agreement.viewer.waitFor()
  await page.route(`**${api.agreement}*`, (route) => route.abort())
  await page.reload()
  await page.getByText(agreementPageMessages.notShown).waitFor()
  await agreement.asText.click()
  await page.getByRole('article').waitFor()
  await page.unroute(`**${api.agreement}*`)
  await page.getByRole('button', { name: agreementPageMessages.again }).click()
  await agreement.viewer.waitFor()
  await soon(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)

  await page.route(`**${api.generateAgreement}`, (route) => route.abort(), { times: 1 })
  await agreement.checkbox.check()
  await agreement.submit.click()
  await announced(page, onboardingFailures.agreement)
  await page.getByText(agreementPageMessages.unanswered).waitFor()
  expect(await agreement.checkbox.isChecked()).toBe(true)
  const [request] = await Promise.all([
    page.waitForRequest(`**${api.generateAgreement}`),
    agreement.submit.click(),
  ])
  await page.waitForURL((url) => url.pathname === pages.home)
  const posted = request.postDataJSON() as Record<string, string>
  expect(posted).toMatchObject({
    email: person.email,
    phone: person.phone,
    aadhaar_no: expect.stringMatching(/^X{8}[0-9]{4}$/),
  })
  expect(Object.keys(posted).length).toBe(16)
  expect(Object.values(posted)).not.toContain('')
})
