import { accessMessages } from '#contract/messages/staff-access.ts'
import { accessWords, peopleWords } from '#web/features/staff/access/words.ts'
import { deskWords } from '#web/features/staff/words.ts'
import { screenNames } from '#contract/messages/staff.ts'
import { staffApi, staffPages } from '#contract/paths.ts'
import { addAuthenticator, button, invitationOf, startDesk, test } from '#tests/support/e2e/staff.ts'
import { expect, soon } from '#tests/support/e2e/test.ts'

/** Milliseconds after which the page of an enrolment link has tried again by itself. */
const AGAIN_MS = 6000

test('a person who tries the desk becomes its first owner, and invites another', async ({ browser }) => {
  await using own = await startDesk()
  await using context = await browser.newContext({ baseURL: own.url })
  const page = await context.newPage()
  await addAuthenticator(page)
  await page.goto(staffPages.home)
  await button(page, accessWords.tryDesk).waitFor()
  await button(page, accessWords.tryDesk).click()
  await button(page, accessWords.enrol).waitFor()
  expect(page.url()).toBe(own.url + staffPages.enrol)
  await button(page, accessWords.enrol).click()
  await page.getByRole('link', { name: screenNames.today }).waitFor()

  await button(page, deskWords.signOut).click()
  await button(page, accessWords.signIn).waitFor()
  expect(await button(page, accessWords.tryDesk).count()).toBe(0)
  await button(page, accessWords.signIn).click()
  await page.getByRole('link', { name: screenNames.people, exact: true }).click()
  await page.getByLabel(peopleWords.name, { exact: true }).fill('Ravi Shah')
  await page.getByLabel(peopleWords.email, { exact: true }).fill('ravi@staff.example')
  await button(page, peopleWords.invite).click()
  const link = page.getByLabel(peopleWords.link('Ravi Shah'))
  await soon(() => link.inputValue()).toMatch(/\/staff\/enrol#[\w-]{32}$/)
  await page.getByText('ravi@staff.example').waitFor()
  const given = await link.inputValue()

  await using others = await browser.newContext()
  const other = await others.newPage()
  await addAuthenticator(other)
  await other.goto(given)
  await button(other, accessWords.enrol).click()
  await other.getByRole('link', { name: screenNames.today }).waitFor()
  expect(await other.getByRole('link', { name: screenNames.people, exact: true }).count()).toBe(0)
  await other.goto(given)
  await other.reload()
  await other.getByRole('alert').waitFor()

  // A disabled person's open tab is signed out with its next call; a double click disables nobody.
  await page.reload()
  await button(page, peopleWords.actionFor(peopleWords.disable, 'Ravi Shah')).dblclick()
  await button(page, peopleWords.confirmDisable('Ravi Shah')).click()
  await page.getByText(peopleWords.states.disabled).waitFor()
  await other.goto(own.url + staffPages.home)
  await button(other, accessWords.signIn).click()
  await other.getByText(accessMessages.notAccepted).waitFor()
})

test('an enrolment link survives a lost connection and a reload, until it is used', async ({
  site,
  open,
}) => {
  const page = await open({ isFresh: true })
  await addAuthenticator(page)
  await page.clock.install()
  let tries = 0
  const options = `**${staffApi}/enrol/options`
  await page.route(options, async (route) => {
    tries += 1
    await route.abort()
  })
  await page.goto(await invitationOf(site, 'recruiter'))
  const again = button(page, deskWords.again)
  await again.waitFor()
  expect(page.url()).toBe(site.url + staffPages.enrol)
  const before = tries
  await page.clock.fastForward(AGAIN_MS)
  await soon(() => tries).toBeGreaterThan(before)

  await page.reload()
  await again.waitFor()
  await page.unroute(options)
  await again.click()
  await button(page, accessWords.enrol).waitFor()
  await page.reload()
  await button(page, accessWords.enrol).click()
  await page.getByRole('link', { name: screenNames.today }).waitFor()
  await page.goto(staffPages.enrol)
  await page.getByText(accessWords.noLink).waitFor()
})
