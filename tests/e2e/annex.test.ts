import { describe } from 'vitest'
import { agreementAnswers, recordStates } from '#contract/messages/en/agreements.ts'
import { pages, recordPages } from '#contract/paths.ts'
import { decide, linkIn, mandatePage, settle } from '#tests/support/e2e/mandate.ts'
import { problemsOf, violationsByDayAndNight } from '#tests/support/e2e/problems.ts'
import { messagesTo } from '#tests/support/e2e/register.ts'
import { agreementPage, isDrawn, register, signingLink } from '#tests/support/e2e/registered.ts'
import { announced, expect, soon, test, PHONE } from '#tests/support/e2e/test.ts'

describe('at a phone’s width', () => {
  test('whose mandate failed after they signed sees both, sets up another one, and accepts the annex by its link', async ({
    open,
    site,
  }) => {
    const { person, transactionId } = await register(site)
    const link = await signingLink(site, person)
    const page = await open({ width: PHONE })
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

    await settle(site, transactionId, 'Failed')
    const retry = mandatePage(page, 'Submit')
    await page.goto(await linkIn(site, person.email, recordPages.mandateFailure))
    await retry.ready()
    await says(recordStates.agreementStates.signed)
    await says(recordStates.mandateStates.Failed)
    await says(recordStates.annexFollows)
    expect(await violationsByDayAndNight(page)).toEqual([])
    await retry.fill({ accountNo: '200030004000' })
    await decide(await retry.openBank(), 'Authorise')
    await page.waitForURL((url) => url.pathname === pages.home)

    const subjects = async () => (await messagesTo(site, person.email)).map(({ subject }) => subject)
    await soon(subjects).toContainEqual(expect.stringMatching(/^An annex to your agreement AG-/))
    await page.goto(link)
    await says(recordStates.agreementStates.annex)
    await says(recordStates.annex)
    await soon(() => isDrawn(page)).toBe(true)
    await agreement.asText.click()
    for (const account of ['XXXXXXXX3000', 'XXXXXXXX4000'])
      await page.getByRole('article').getByText(account, { exact: true }).waitFor()
    expect(await violationsByDayAndNight(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await accept(agreementAnswers.annexSigned)
    await soon(subjects).toContainEqual(expect.stringMatching(/^Your signed annex AG-/))

    await page.goto(link)
    await page.waitForURL((url) => url.pathname === pages.home)
    await announced(page, 'Agreement Already Signed', 'error')
    expect(problems).toEqual([])
  })
})
