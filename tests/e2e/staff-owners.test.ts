import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { privacyMessages, privacyWords } from '#contract/messages/staff-privacy.ts'
import { deskWords, screenNames, stepUpWords } from '#contract/messages/staff.ts'
import { webhookMessages, webhookWords } from '#contract/messages/staff-webhooks.ts'
import { staffPages } from '#contract/paths.ts'
import { addEnquiry, deskOf, referenceOf } from '#tests/support/desk-records.ts'
import { postEnquiry } from '#tests/support/enquiry.ts'
import { problemsOf } from '#tests/support/e2e/problems.ts'
import { button, type DeskSite, enrolAs, STEP_UP_OVER_MS, test } from '#tests/support/e2e/staff.ts'
import { expect, hasFocus, soon } from '#tests/support/e2e/test.ts'
import { signedIn } from '#tests/support/staff.ts'
import { startReceiver, verified } from '#tests/support/webhook-receiver.ts'

const DAY_MS = 86_400_000

/** An enquiry of somebody whose e-mail nobody else has. */
async function newEnquiry({ deps }: DeskSite, createdAt = deps.clock.now()) {
  const email = `person.${crypto.randomUUID()}@example.in`
  const reference = await referenceOf(deps, 'enquiries', await addEnquiry(deps, { email, createdAt }))
  return { email, reference }
}

test('a person’s data is saved as one file, and erased once what would go was shown, of the records chosen', async ({
  openDesk,
  site,
}) => {
  const { email, reference } = await newEnquiry(site)
  const { deps } = site
  const other = await referenceOf(deps, 'enquiries', await addEnquiry(deps, { email }))
  const page = await openDesk('owner')
  await page.goto(staffPages.privacy)
  const value = page.getByLabel(privacyWords.valueLabel)
  await page.getByLabel(privacyWords.by).selectOption('email')
  await value.fill('nobody')
  await button(page, privacyWords.find).click()
  await page.getByText(privacyMessages.email).waitFor()
  expect(await value.getAttribute('aria-invalid')).toBe('true')

  // An e-mail alone includes nothing, so there is nothing to save or to erase.
  await value.fill(email)
  await button(page, privacyWords.find).click()
  await page.getByText(privacyWords.noneNamed).waitFor()
  expect(await button(page, privacyWords.file).count()).toBe(0)

  await page.getByLabel(privacyWords.by).selectOption('reference')
  await value.fill(reference)
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

  expect(await button(page, privacyWords.erase).count()).toBe(0)
  await button(page, privacyWords.preview).click()
  await page.getByText(privacyWords.would).waitFor()
  const going = page.locator('dl', { has: page.getByText('enquiries', { exact: true }) }).first()
  expect(await going.innerText()).toMatch(/enquiries\s+2/)
  await page.getByLabel(privacyWords.add(other)).uncheck()
  expect(await button(page, privacyWords.erase).count()).toBe(0)
  await button(page, privacyWords.preview).click()
  await page.getByText(privacyWords.would).waitFor()
  expect(await going.innerText()).toMatch(/enquiries\s+1/)
  await button(page, privacyWords.erase).click()
  await page.getByText(/^Erased: \d+ rows and files\./).waitFor()
  expect(await value.inputValue()).toBe('')

  const log = page.getByRole('region', { name: privacyWords.audit })
  await log.getByText('erase', { exact: true }).first().waitFor()
  await page.goto(`${staffPages.enquiries}/${reference}`)
  await page.getByRole('heading', { name: deskWords.unknown }).waitFor()
})

/** Alters the newest entry, as who owns the database can; answers how to take that back. */
async function alterLog({ deps: { db } }: DeskSite): Promise<() => Promise<unknown>> {
  const named = "from sqlite_master where name = 'audit_log_no_update'"
  const { rows } = await sql.raw<{ sql: string }>(`select sql ${named}`).execute(db)
  await sql.raw('drop trigger audit_log_no_update').execute(db)
  const { seq, detail } = await db
    .selectFrom('audit_log')
    .selectAll()
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow()
  const write = (text: string) =>
    db.updateTable('audit_log').set({ detail: text }).where('seq', '=', seq).execute()
  await write('{}')
  return async () => {
    await write(detail)
    await sql.raw(rows[0]?.sql ?? '').execute(db)
  }
}

test('what is past its period is counted, and a log that was altered is told from a whole one', async ({
  openDesk,
  site,
}) => {
  await newEnquiry(site, site.clock.now() - 3000 * DAY_MS)
  const page = await openDesk('owner')
  await page.goto(staffPages.privacy)
  const periods = page.getByRole('region', { name: privacyWords.retention })
  await soon(() => periods.innerText()).toMatch(/enquiries\s+[1-9]/)

  const log = page.getByRole('region', { name: privacyWords.audit })
  const { reference } = await newEnquiry(site)
  const owner = deskOf(site, await signedIn(site, 'owner', { steppedUp: true }))
  await owner('privacy/subject', { by: 'reference', value: reference })
  await button(log, privacyWords.verify).click()
  await log
    .getByText(/^The log is whole: \d+ entries, \d+ of them read now\. Keep this hash elsewhere: [\w-]+/)
    .waitFor()
  const takenBack = await alterLog(site)
  await button(log, privacyWords.verify).click()
  await log.getByText(/^The log was altered: /).waitFor()
  await takenBack()
})

test('an endpoint is added, its secret is shown once and rotated, and a delivery is sent again', async ({
  openDesk,
  site,
}) => {
  await using receiver = await startReceiver()
  const page = await openDesk('owner')
  await page.goto(staffPages.webhooks)
  const add = page.getByRole('region', { name: webhookWords.add })
  await add.getByLabel(webhookWords.address).fill('http://10.0.0.1/hook')
  await button(add, webhookWords.addButton).click()
  await add.getByText(webhookMessages.fields.publicUrl).waitFor()
  await add.getByLabel(webhookWords.address).fill(receiver.url)
  await button(add, webhookWords.addButton).click()
  const shown = page.getByRole('status').locator('code')
  const secret = await shown.innerText()
  expect(secret).toMatch(/^whsec_/)
  await page.reload()
  const endpoint = page.getByRole('region', { name: receiver.url })
  await endpoint.waitFor()
  expect(await page.getByText('whsec_').count()).toBe(0)

  await button(endpoint, webhookWords.rotate).click()
  const other = await shown.innerText()
  expect([other === secret, other]).toEqual([false, expect.stringMatching(/^whsec_/)])
  await endpoint.getByText(/the secret before signs as well/).waitFor()

  receiver.status = 500
  expect((await postEnquiry(site.url)).status).toBe(201)
  await site.workOff({ documents: false })
  const [delivery] = receiver.received
  const { reference } = JSON.parse(delivery?.body ?? '').data
  for (const one of [secret, other])
    expect(delivery && verified(one, delivery, site.clock.now())).toMatchObject({ type: 'record.received' })
  await button(endpoint, webhookWords.deliveries).click()
  const line = endpoint.getByRole('listitem').filter({ hasText: reference })
  await line.getByText(webhookWords.attempts(1, '500')).waitFor()
  receiver.status = 204
  await button(line, webhookWords.again).click()
  await soon(async () => {
    await site.workOff({ documents: false })
    return receiver.received.length
  }).toBe(2)
  expect(receiver.received[1]?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id'])
  await page.reload()
  await button(endpoint, webhookWords.deliveries).click()
  await line.getByText(webhookWords.attempts(1, '204')).waitFor()

  await button(endpoint, webhookWords.disable).click()
  await endpoint.getByText(/^Disabled since /).waitFor()
  await button(line, webhookWords.again).click()
  await endpoint.getByText(webhookMessages.disabledEndpoint).waitFor()
  await button(endpoint, webhookWords.enable).click()
  await endpoint.getByText(/^Disabled since /).waitFor({ state: 'detached' })
})

test('what needs the passkey asks for it and then goes on by itself; left, nothing happens', async ({
  open,
  site,
}) => {
  const page = await open()
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
  await page.getByRole('region', { name: 'https://tools.example/hook' }).waitFor()
  await soon(() => hasFocus(button(page, webhookWords.addButton))).toBe(true)
  expect(problems.filter((problem) => !/status of 40[13]/.test(problem))).toEqual([])
})

test('a recruiter is told that the owners’ screens are not theirs', async ({ openDesk }) => {
  const page = await openDesk('recruiter')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(staffPages.home)
  for (const screen of ['privacy', 'people', 'webhooks'] as const) {
    const link = page.getByRole('link', { name: screenNames[screen], exact: true })
    await page.goto(staffPages[screen])
    await page.getByRole('heading', { level: 1, name: deskWords.denied }).waitFor()
    expect(await link.count()).toBe(0)
  }
  expect(asked.filter((path) => /^\/api\/.*\/(privacy|people|webhooks)/.test(path))).toEqual([])
})
