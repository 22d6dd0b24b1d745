import { readFile } from 'node:fs/promises'
import { privacyMessages } from '#contract/messages/staff-refusals.ts'
import { auditActions } from '#contract/messages/staff-audit.ts'
import { privacyWords } from '#web/features/staff/privacy/words.ts'
import { recordWords } from '#web/features/staff/record/words.ts'
import { deskWords, stepUpWords } from '#web/features/staff/words.ts'
import { screenNames } from '#contract/messages/staff.ts'
import { webhookWords } from '#web/features/staff/webhooks/words.ts'
import { staffPages } from '#contract/paths.ts'
import { jumpClock } from '#tests/support/clock-jump.ts'
import { freshEnquiry } from '#tests/support/desk-records.ts'
import { problemsOf } from '#tests/support/e2e/problems.ts'
import { button, enrolAs, STEP_UP_OVER_MS, test } from '#tests/support/e2e/staff.ts'
import { expect, hasFocus, soon } from '#tests/support/e2e/test.ts'

test('a person’s data is saved as a file, and erased after a preview', async ({ openDesk, site }) => {
  const { email, reference } = await freshEnquiry(site.deps)
  const { reference: other } = await freshEnquiry(site.deps, { email })
  const page = await openDesk('owner')
  await page.goto(staffPages.privacy)
  const value = page.getByLabel(privacyWords.valueLabel)
  await page.getByLabel(privacyWords.by).selectOption('email')
  await value.fill('nobody')
  await button(page, privacyWords.find).click()
  await page.getByText(privacyMessages.email).waitFor()
  expect(await value.getAttribute('aria-invalid')).toBe('true')

  // An e-mail by itself includes nothing, so there is nothing to save or to erase.
  await value.fill(email)
  await button(page, privacyWords.find).click()
  await page.getByText(privacyWords.noneNamed).waitFor()
  expect(await button(page, privacyWords.file).count()).toBe(0)

  await page.goto(`${staffPages.enquiries}/${reference}`)
  await page.getByRole('link', { name: recordWords.privacy }).click()
  await soon(() => value.inputValue()).toBe(reference)
  await button(page, privacyWords.find).click()
  await page.getByText(/same e-mail, not verified by a code/).waitFor()
  const saved = async () => {
    const download = page.waitForEvent('download')
    await button(page, privacyWords.file).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^person-\d{4}-\d{2}-\d{2}\.json$/)
    const { enquiries } = JSON.parse(await readFile(await file.path(), 'utf8'))
    await page.getByText(privacyWords.saved).waitFor()
    return enquiries.map(({ reference: name }: { reference: string }) => name).toSorted()
  }
  expect(await saved()).toEqual([reference])
  await page.getByLabel(privacyWords.add(other)).check()
  expect(await saved()).toEqual([reference, other].toSorted())

  const going = page.locator('dl', { has: page.getByText('Enquiries', { exact: true }) }).first()
  for (const count of [2, 1]) {
    if (count === 1) await page.getByLabel(privacyWords.add(other)).uncheck()
    expect(await button(page, privacyWords.erase).count()).toBe(0)
    await button(page, privacyWords.preview).click()
    await page.getByText(privacyWords.would).waitFor()
    expect(await going.innerText()).toMatch(new RegExp(`Enquiries\\s+${count}`))
  }
  // The name is beside the reference, and on the second button.
  await page.getByText('Meera Desai').first().waitFor()
  await button(page, privacyWords.erase).click()
  await page.keyboard.press('Escape')
  await button(page, privacyWords.erase).click()
  await button(page, privacyWords.eraseSure('Meera Desai')).click()
  await page.getByText(/^Erased: \d+ rows and files\./).waitFor()
  expect(await value.inputValue()).toBe('')

  const log = page.getByRole('region', { name: privacyWords.audit })
  await log.getByText(auditActions.erase, { exact: true }).first().waitFor()
  await page.goto(`${staffPages.enquiries}/${reference}`)
  await page.getByRole('heading', { name: deskWords.unknown }).waitFor()
})

test('records deleted soon are listed, and deletion continues once the clock is confirmed', async ({
  openDesk,
  site,
}) => {
  const { id, reference } = await freshEnquiry(site.deps)
  const { db, clock } = site.deps
  const now = clock.now()
  const soonDue = now - 350 * 86_400_000
  await db.updateTable('records').set({ last_contact_at: soonDue }).where('id', '=', id).execute()
  await jumpClock(db, now)
  const page = await openDesk('owner')
  await page.goto(staffPages.privacy)
  const due = page.getByRole('region', { name: privacyWords.due })
  await due.getByText(reference).waitFor()
  await page.getByText(/^The server was off, or its clock jumped from/).waitFor()
  await button(page, privacyWords.clockRight).click()
  await button(page, privacyWords.clockRightSure).click()
  await soon(() => button(page, privacyWords.clockRight).count()).toBe(0)
  const log = page.getByRole('region', { name: privacyWords.audit })
  await log.getByText(auditActions.confirm_clock, { exact: true }).first().waitFor()
})

test('a call that requires the passkey asks for it and continues; a secret is shown once', async ({
  open,
  site,
}) => {
  const page = await open({ isFresh: true })
  const problems = problemsOf(page)
  const device = await enrolAs(site, page, 'owner')
  site.clock.advance(STEP_UP_OVER_MS)
  await page.getByRole('link', { name: screenNames.webhooks, exact: true }).click()
  await page.getByLabel(webhookWords.address).fill('https://tools.example/hook')
  const dialog = page.getByRole('dialog', { name: stepUpWords.title })

  await button(page, webhookWords.addButton).click()
  await dialog.waitFor()
  await button(dialog, deskWords.cancel).click()
  await dialog.waitFor({ state: 'detached' })
  await soon(() => hasFocus(button(page, webhookWords.addButton))).toBe(true)
  expect(await page.getByText('whsec_').count()).toBe(0)
  expect(await page.getByLabel(webhookWords.address).inputValue()).toBe('https://tools.example/hook')

  await page.keyboard.press('Enter')
  await device.setUserVerified(false)
  await button(dialog, stepUpWords.button).click()
  await dialog.getByText(stepUpWords.failed).waitFor()
  await device.setUserVerified(true)
  await button(dialog, stepUpWords.button).click()
  await page.getByText('whsec_').waitFor()
  const endpoint = page.getByRole('region', { name: 'https://tools.example/hook' })
  await endpoint.waitFor()
  await soon(() => hasFocus(button(page, webhookWords.addButton))).toBe(true)
  await page.reload()
  await button(endpoint, webhookWords.disable).click()
  await endpoint.getByText(/^Disabled since /).waitFor()
  expect(await page.getByText('whsec_').count()).toBe(0)
  expect(problems.filter((problem) => !/status of 40[13]/.test(problem))).toEqual([])
})
