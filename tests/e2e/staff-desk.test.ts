import type { Locator, Page } from 'playwright-core'
import { conflictWords, noteWords, recordWords } from '#contract/messages/staff-record.ts'
import { deskWords } from '#contract/messages/staff.ts'
import { listedPages, staffApi, staffPages } from '#contract/paths.ts'
import { documentPart, postApplication, somebody } from '#tests/support/application.ts'
import { contactForm, openContactForm, visitor } from '#tests/support/e2e/enquiry.ts'
import { enlargeText, overflowing, problemsOf, violationsByDayAndNight } from '#tests/support/e2e/problems.ts'
import { hasInk } from '#tests/support/e2e/registered.ts'
import { openDesk } from '#tests/support/e2e/staff.ts'
import { expect, hasFocus, PHONE, soon, test } from '#tests/support/e2e/test.ts'

const LIMIT_BYTES = 170_000

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ hasText: name })
}

/** An application of somebody new, sent as the form does. */
async function newApplication(url: string) {
  const person = somebody()
  expect((await postApplication(url, person, [documentPart()])).status).toBe(201)
  return person
}

/** Opens a person's application from the list; answers its reference. */
async function openApplication(page: Page, name: string): Promise<string> {
  await page.goto(staffPages.applications)
  const link = rowOf(page, name).getByRole('link')
  const reference = await link.innerText()
  await link.click()
  await page.getByRole('heading', { level: 1, name: reference }).waitFor()
  return reference
}

test('an enquiry sent on the site is found, opened, set «contacted» and noted', async ({ open, site }) => {
  const name = 'Meera Desktest'
  const form = await openContactForm(await open())
  await form.fill({ ...visitor, name })
  await form.submit.click()
  await form.toasts.getByText('Form submitted successfully!').waitFor()

  const page = await openDesk(open, site, 'recruiter')
  const problems = problemsOf(page)
  await page.goto(staffPages.home)
  await page.getByRole('link', { name: 'Enquiries', exact: true }).click()
  expect(await hasFocus(page.getByRole('heading', { level: 1, name: 'Enquiries' }))).toBe(true)
  await rowOf(page, name).getByRole('link').click()
  await page.getByText('E-mail', { exact: true }).waitFor()
  expect(await page.getByText(visitor.email).count()).toBe(0)
  await page.getByRole('button', { name: 'Show contact' }).click()
  await page.getByText(visitor.email).waitFor()

  await page.getByLabel('Status').selectOption({ label: 'Contacted' })
  await page.getByText(recordWords.saved, { exact: true }).waitFor()
  await page.getByLabel('Note').fill('Rings back on Tuesday.')
  await page.getByRole('button', { name: 'Add note' }).click()
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline.getByText('Rings back on Tuesday.').waitFor()

  await page.getByRole('link', { name: 'Enquiries', exact: true }).click()
  await rowOf(page, name).getByText('Contacted').waitFor()
  expect(problems).toEqual([])
})

test('an applicant is found by name, the resume is read, and a second person is told of the first', async ({
  open,
  site,
}) => {
  const { full_name: name } = await newApplication(site.url)
  const page = await openDesk(open, site, 'recruiter')
  const problems = problemsOf(page)
  await page.goto(staffPages.home)
  await page.getByLabel('Search').fill(name)
  await page.keyboard.press('Enter')
  await page.getByRole('list').getByRole('listitem').filter({ hasText: name }).getByRole('link').click()
  expect(page.url()).not.toContain('Person')
  await page.getByRole('button', { name: 'Open Resume' }).click()
  await page.locator('[aria-label^="Page 1 of "]').waitFor()
  await soon(() => page.evaluate(hasInk)).toBe(true)

  const other = await openDesk(open, site, 'recruiter')
  await other.goto(page.url())
  await other.getByLabel('Note').fill('Half a thought')
  await page.getByLabel('Status').selectOption({ label: 'Interview' })
  await page.getByText(recordWords.saved, { exact: true }).waitFor()
  await other.getByLabel('Status').selectOption({ label: 'Shortlisted' })
  await other.getByText(conflictWords.title).waitFor()
  await other.getByText(conflictWords.changedField('Status', 'New', 'Interview')).waitFor()
  expect(await other.getByLabel('Note').inputValue()).toBe('Half a thought')
  await other.getByRole('button', { name: conflictWords.mine('Shortlisted') }).click()
  await other.getByText(recordWords.saved, { exact: true }).waitFor()
  expect(problems).toEqual([])
})

test('a note outlives a lost connection and an ended session, and is stored once', async ({ open, site }) => {
  const { full_name: name } = await newApplication(site.url)
  const page = await openDesk(open, site, 'recruiter')
  await openApplication(page, name)
  const context = page.context()
  const timeline = page.getByRole('region', { name: 'Timeline' })

  await context.setOffline(true)
  await page.getByText(deskWords.offline).waitFor()
  await page.getByLabel('Note').fill('Written in the lift.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText(noteWords.waiting).waitFor()
  await context.setOffline(false)
  await timeline.getByText('Written in the lift.').waitFor()

  const cookies = await context.cookies()
  await context.clearCookies()
  await page.getByLabel('Note').fill('Written too late.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  expect(await page.getByText(name).count()).toBe(0)
  await context.addCookies(cookies)
  await page.reload()
  await timeline.getByText('Written too late.').waitFor()
  expect(await timeline.getByText('Written too late.').count()).toBe(1)
})

test('on the board a card moves by keyboard and by drag, and each move is said', async ({ open, site }) => {
  const { full_name: name } = await newApplication(site.url)
  const page = await openDesk(open, site, 'recruiter')
  const reference = await openApplication(page, name)
  await page.goto(staffPages.applications)
  await page.getByRole('link', { name: 'Board', exact: true }).click()
  const column = (status: string) => page.getByRole('region', { name: status, exact: true })
  const handle = page.getByRole('button', { name: `Move ${reference}` })
  const said = page.locator('[aria-live="assertive"]')

  await handle.press('Enter')
  await soon(() => said.innerText()).toBe(`${reference} picked up from New.`)
  for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await column('Interview').getByText(reference).waitFor()
  await soon(() => said.innerText()).toBe(`${reference} moved to Interview.`)
  await soon(() => hasFocus(handle)).toBe(true)

  await handle.press('Enter')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await soon(() => said.innerText()).toBe(`${reference} stays in Interview.`)
  await column('Interview').getByText(name).dragTo(column('Offered'))
  await column('Offered').getByText(reference).waitFor()
})

test('filters combine in the address, are saved under a name, and many are changed at once', async ({
  open,
  site,
}) => {
  const people = [await newApplication(site.url), await newApplication(site.url)]
  const page = await openDesk(open, site, 'owner')
  await page.goto(staffPages.applications)
  await page.getByLabel('Select all shown').check()
  for (const { full_name: name } of people) {
    expect(await rowOf(page, name).getByRole('checkbox').isChecked()).toBe(true)
  }
  const [mine = '', theirs = ''] = people.map(({ full_name: name }) => name)
  const colleague = await openDesk(open, site, 'recruiter')
  const reference = await openApplication(colleague, theirs)
  await colleague.getByLabel('Status').selectOption({ label: 'Interview' })
  await colleague.getByText(recordWords.saved, { exact: true }).waitFor()
  await page.getByLabel('Set status…').selectOption({ label: 'Shortlisted' })
  await rowOf(page, mine).getByText('Shortlisted').waitFor()
  const left = `1 left: somebody else changed it (${reference}).`
  await page.getByRole('alert').getByText(left).waitFor()
  await rowOf(page, theirs).getByText('Interview').waitFor()

  await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Shortlisted' })
  await page.getByLabel('Document').selectOption({ label: 'Resume' })
  await soon(() => new URL(page.url()).search).toBe('?status=shortlisted&document=resume')
  await rowOf(page, mine).waitFor()
  await page.getByRole('button', { name: 'Save these filters' }).click()
  await page.getByLabel('Name for these filters').fill('With a resume')
  await page.keyboard.press('Enter')
  await page.goto(staffPages.applications)
  await page.getByRole('link', { name: 'With a resume' }).click()
  await soon(() => new URL(page.url()).search).toBe('?status=shortlisted&document=resume')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect((await download).suggestedFilename()).toMatch(/^applications-\d{4}-\d{2}-\d{2}\.csv$/)
})

test('every screen passes axe by day and night, and fits a phone with text at 200 %', async ({
  open,
  site,
}) => {
  const { full_name: name } = await newApplication(site.url)
  const page = await openDesk(open, site, 'owner')
  await openApplication(page, name)
  const record = new URL(page.url()).pathname
  const { people, privacy, webhooks, account, ...lists } = staffPages
  const others = [people, privacy, webhooks, account]
  const own = [
    lists.home,
    lists.enquiries,
    lists.applications,
    `${lists.applications}/board`,
    record,
    '/staff/x',
  ]
  for (const path of [...own, lists.executives, ...others]) {
    await page.goto(path)
    await settled(page)
    expect(await violationsByDayAndNight(page), path).toEqual([])
  }
  for (const [width, pixels] of [
    [PHONE, 16],
    [320, 32],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await enlargeText(page, pixels)
    for (const path of own) {
      await page.goto(path)
      await settled(page)
      expect(await overflowing(page), `${path} at ${width} and ${pixels}`).toEqual([])
    }
  }
})

async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await soon(() => page.getByText(deskWords.loading).count()).toBe(0)
}

test('a viewer sees masked facts and is told what is not theirs', async ({ open, site }) => {
  const { full_name: name } = await newApplication(site.url)
  const page = await openDesk(open, site, 'viewer')
  await openApplication(page, name)
  expect(await page.getByLabel('Status').isDisabled()).toBe(true)
  for (const button of ['Show contact', 'Open Resume', 'Add note', 'Export']) {
    expect(await page.getByRole('button', { name: button }).count(), button).toBe(0)
  }
  expect(await page.getByRole('link', { name: 'Webhooks' }).count()).toBe(0)
  await page.goto(staffPages.webhooks)
  await page.getByRole('heading', { name: deskWords.denied }).waitFor()
})

test('the first screen keeps its budget, and no public page loads a byte of the desk', async ({
  open,
  site,
}) => {
  const page = await openDesk(open, site, 'viewer')
  const scripts = new Map<string, number>()
  page.on('requestfinished', async (request) => {
    if (request.resourceType() !== 'script') return
    scripts.set(new URL(request.url()).pathname, (await request.sizes()).responseBodySize)
  })
  await page.goto(staffPages.home)
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  await page.waitForLoadState('networkidle')
  const bytes = [...scripts.values()].reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(LIMIT_BYTES)

  const visit = await open()
  const loaded = new Set<string>()
  visit.on('response', async (response) => {
    const type = response.headers()['content-type'] ?? ''
    if (/html|javascript|css/.test(type)) loaded.add(await response.text().catch(() => ''))
  })
  for (const path of listedPages) {
    await visit.goto(path)
    await visit.waitForLoadState('networkidle')
  }
  await contactForm(visit).name.count()
  expect(loaded.size).toBeGreaterThan(listedPages.length)
  for (const text of loaded) expect(/desk-side|Staff desk/.test(text) || text.includes(staffApi)).toBe(false)
})
