import {
  agreementAnswers,
  agreementMessages,
  agreementPageMessages,
  recordStates,
} from '#contract/messages/en/agreements.ts'
import { pdfMessages } from '#contract/messages/en/documents.ts'
import { onboardingFailures } from '#contract/messages/en/registrations.ts'
import { api, pages, recordPages } from '#contract/paths.ts'
import { account, decide, linkIn, mandatePage, takeSession } from '#tests/support/e2e/mandate.ts'
import { settle } from '#tests/support/registration.ts'
import { problemsOf } from '#tests/support/e2e/problems.ts'
import { messagesTo, registerPage } from '#tests/support/e2e/register.ts'
import { agreementPage, isDrawn, openAgreementStep, register } from '#tests/support/e2e/registered.ts'
import { announced, expect, hasFocus, PHONE, soon, test } from '#tests/support/e2e/test.ts'

test('on a phone the agreement is read, accepted by keys and mailed encrypted', async ({ open, site }) => {
  const { page, person, agreement } = await openAgreementStep({ open, site }, { width: PHONE })
  await soon(() => isDrawn(page)).toBe(true)
  expect((await agreement.viewer.boundingBox())?.height).toBe(500)
  const before = (await agreement.firstPage.boundingBox())?.width ?? 0
  await page.getByRole('button', { name: pdfMessages.larger }).click()
  await soon(async () => (await agreement.firstPage.boundingBox())?.width).toBeGreaterThan(before * 1.4)
  await soon(() => isDrawn(page)).toBe(true)

  // Its address is renewed after ten minutes; if the network is gone then, at the next check.
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
  // The page may not know yet that the network is gone.
  await soon(() => look().then(() => answers)).toBeGreaterThan(0)

  await agreement.viewer.focus()
  await page.keyboard.press('End')
  await soon(() => agreement.viewer.evaluate((viewer) => viewer.scrollTop)).toBeGreaterThan(500)
  // A phone has no memory for every page that was seen.
  const drawnWidth = () => agreement.firstPage.evaluate((canvas) => (canvas as HTMLCanvasElement).width)
  await soon(drawnWidth).toBe(0)
  await page.keyboard.press('Home')
  await soon(() => isDrawn(page)).toBe(true)
  await agreement.link('Download').focus()
  await page.keyboard.press('Tab')
  const article = page.getByRole('article').getByText('XXXXXXXX4321').first()
  await page.keyboard.press('Enter')
  await article.waitFor()
  await page.keyboard.press('Enter')
  await article.waitFor({ state: 'hidden' })
  await page.keyboard.press('Tab')
  expect(await hasFocus(agreement.checkbox)).toBe(true)
  expect(await agreement.submit.isDisabled()).toBe(true)
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  expect(await hasFocus(registerPage(page).back)).toBe(true)
  await page.keyboard.press('Tab')
  expect(await hasFocus(agreement.submit)).toBe(true)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === pages.home)
  await announced(page, agreementMessages.registered)
  // The receipt on the home page has the same lines as after an application.
  const card = page.locator('[data-receipt]')
  for (const words of [/^Your reference: \w+-/, /is signed.*PDF.*e-mail.*bank confirms/])
    await card.getByText(words).waitFor()
  await card.getByRole('link').waitFor()

  const sealed = async () =>
    (await messagesTo(site, person.email)).flatMap(({ attachments = [] }) => attachments)
  await soon(sealed).toMatchObject([{ contentType: 'application/pdf' }])
})

test('if the PDF or an answer does not come, the next attempt sends every field', async ({ open, site }) => {
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

test('a person whose mandate failed sets up another by the link, and accepts the annex', async ({
  open,
  site,
}) => {
  const { person, transactionId, applicant } = await register(site)
  const link = await linkIn(site, person.email, recordPages.signAgreement)
  const page = await open({ width: PHONE })
  await takeSession(page, site, applicant)
  const problems = problemsOf(page)
  const agreement = agreementPage(page)
  const says = (sentence: string) => page.getByText(sentence, { exact: true }).waitFor()
  const accept = async (thanks: string) => {
    await agreement.checkbox.check()
    await agreement.submit.click()
    await page.waitForURL((url) => url.pathname === pages.home)
    await announced(page, thanks)
  }
  await page.goto(link)
  await says(recordStates.agreementStates.unsigned)
  await accept(agreementAnswers.signed)

  await settle(site.url, transactionId, 'Failed')
  const retry = mandatePage(page, 'Submit')
  const toMend = await linkIn(site, person.email, recordPages.mandateFailure)
  await page.goto(toMend)
  await retry.field('accountNo').waitFor()
  expect(await retry.values()).toEqual(account)
  for (const sentence of [recordStates.agreementStates.signed, recordStates.mandateStates.Failed])
    await says(sentence)
  await says(recordStates.annexFollows)
  await retry.fill({ accountNo: '200030004000' })
  await decide(await retry.openBank(), 'Authorise')
  await page.waitForURL((url) => url.pathname === pages.home)
  await announced(page, 'Mandate Update Successfully', 'success')
  expect(retry.sent(api.updateMandate)).toBe(1)
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  await page.goto(pages.about)
  await page.goto(toMend)
  await page.waitForURL((url) => url.pathname === pages.home)
  await announced(page, 'Mandate Not Failed', 'error')
  await page.goBack({ waitUntil: 'commit' })
  expect(new URL(page.url()).pathname).toBe(pages.about)

  const subjects = async () => (await messagesTo(site, person.email)).map(({ subject }) => subject)
  await soon(subjects).toContainEqual(expect.stringMatching(/^An annex to your agreement AG-/))
  await page.goto(link)
  await says(recordStates.agreementStates.annex)
  await says(recordStates.annex)
  await soon(() => isDrawn(page)).toBe(true)
  await agreement.asText.click()
  for (const number of ['XXXXXXXX3000', 'XXXXXXXX4000'])
    await page.getByRole('article').getByText(number, { exact: true }).waitFor()
  await accept(agreementAnswers.annexSigned)
  await soon(subjects).toContainEqual(expect.stringMatching(/^Your signed annex AG-/))
  expect(problems).toEqual([])
})
