import type { Locator, Page } from 'playwright-core'
import { accessWords } from '#web/features/staff/access/words.ts'
import { filterNames } from '#contract/messages/staff-lists.ts'
import { exportWords, listWords } from '#web/features/staff/lists/words.ts'
import { conflictWords, noteWords, recordWords } from '#web/features/staff/record/words.ts'
import { mailMessages } from '#contract/messages/staff-mails.ts'
import { vacancyWords } from '#web/features/staff/vacancies/words.ts'
import { deskWords } from '#web/features/staff/words.ts'
import { listedPages, staffApi, staffPages } from '#contract/paths.ts'
import { BULK_MAX, bulkChange, type RecordRow } from '#contract/schemas/staff-records.ts'
import { documentPart, postApplication, somebody } from '#tests/support/application.ts'
import { addEnquiry, freshApplication, setInterview } from '#tests/support/desk-records.ts'
import { problemsOf } from '#tests/support/e2e/problems.ts'
import { hasInk } from '#tests/support/e2e/registered.ts'
import { type DeskSite, signIn, test } from '#tests/support/e2e/staff.ts'
import { DESKTOP, expect, hasFocus, HEIGHT, PHONE, requestsOf, soon } from '#tests/support/e2e/test.ts'

const LIMIT_BYTES = 110_000

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ hasText: name })
}

/** Returns the position and the size of something, however far the page is scrolled. */
function placeOnPage(part: Locator): Promise<number[]> {
  return part.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return [x, y + scrollY, width, height]
  })
}

/** Stores an application of somebody new, as the form does. */
async function newApplication({ deps }: DeskSite) {
  const { full_name: name } = somebody()
  const { reference } = await freshApplication(deps, { full_name: name })
  return { name, reference, path: `${staffPages.applications}/${reference}` }
}

/** Expects an open document at the top of the window, with its buttons and the focus. */
async function expectOpened(page: Page, name: string): Promise<void> {
  const view = page.getByRole('group', { name, exact: true })
  await soon(() => hasFocus(view)).toBe(true)
  const top = () => view.evaluate((element) => element.closest('li')?.getBoundingClientRect().top)
  await soon(top).toBeLessThan(40)
  await page.getByText(/^Page 1 of \d+$/).waitFor()
  for (const button of ['Smaller', 'Larger', `Close ${name}`, `${recordWords.asPictures} ${name}`]) {
    const box = await page.getByRole('button', { name: button }).boundingBox()
    expect(box?.y, button).toBeLessThan(200)
  }
}

/** Runs in the page: the next answer is read before the desk renders its request, as on a busy machine. */
function readBeforeDrawn(): void {
  const [later, ask] = [window.setTimeout.bind(window), window.fetch.bind(window)]
  const { promise: read, resolve } = Promise.withResolvers<void>()
  const setTimeout = (work: () => void, wait = 0) => (wait ? later(work, wait) : read.then(() => later(work)))
  const fetch = async (...asked: Parameters<typeof ask>) => {
    const answer = await ask(...asked)
    const json = answer.json.bind(answer)
    return Object.assign(answer, { json: () => json().finally(() => later(resolve)) })
  }
  Object.assign(window, { setTimeout, fetch })
}

test('an enquiry is opened, set to another status, and gets a note', async ({ openDesk, site: { deps } }) => {
  const [name, email] = ['Meera Desktest', 'meera.desktest@example.in']
  await addEnquiry(deps, { name, email })
  const page = await openDesk('recruiter')
  const problems = problemsOf(page)
  const sent: unknown[] = []
  page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.postDataJSON()))
  await page.goto(staffPages.home)
  await page.getByRole('link', { name: 'Enquiries', exact: true }).click()
  await soon(() => hasFocus(page.getByRole('heading', { level: 1, name: 'Enquiries' }))).toBe(true)
  await page.getByText(exportWords.denied).waitFor()
  await rowOf(page, name).getByRole('link').click()
  await page.getByText('E-mail', { exact: true }).waitFor()
  expect(await page.getByText(email).count()).toBe(0)
  await page.getByRole('button', { name: 'Show contact' }).click()
  await page.getByText(email).waitFor()

  const status = page.getByLabel('Status')
  const note = page.getByLabel('Note')
  const place = await note.boundingBox()
  await status.focus()
  await page.keyboard.press('ArrowDown')
  expect([await status.inputValue(), sent]).toEqual(['contacted', []])
  await page.getByText(recordWords.notSavedYet).waitFor()
  for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
  await page.getByText(recordWords.saved, { exact: true }).waitFor()
  expect(sent).toEqual([{ version: 1, status: 'contacted' }])
  expect(await note.boundingBox()).toEqual(place)

  await note.fill('Rings back on Tuesday.')
  const timeline = page.getByRole('region', { name: 'Timeline' })
  const top = () => timeline.evaluate((one) => one.getBoundingClientRect().top + scrollY)
  const before = await top()
  await page.getByRole('button', { name: 'Add note' }).press('Enter')
  await timeline.getByText('Rings back on Tuesday.').waitFor()
  await page.getByText(noteWords.added).waitFor()
  expect(await top()).toBe(before)
  await soon(() => hasFocus(page.getByRole('button', { name: 'Add note' }))).toBe(true)

  await page.getByRole('link', { name: 'Enquiries', exact: true }).click()
  await rowOf(page, name).getByText('Contacted').waitFor()
  expect(problems).toEqual([])
})

test('an applicant is found, their resume is read, and a conflict is reported', async ({
  openDesk,
  site,
}) => {
  const person = somebody()
  expect((await postApplication(site.url, person, [documentPart()])).status).toBe(201)
  const { full_name: name } = person
  const page = await openDesk('recruiter')
  const problems = problemsOf(page)
  await page.goto(staffPages.home)
  await page.getByLabel('Search').fill(name)
  await page.keyboard.press('Enter')
  await page.getByRole('list').getByRole('listitem').filter({ hasText: name }).getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: `${name} AP-` }).waitFor()
  expect(page.url() + (await page.title())).not.toContain('Person')
  await page.getByRole('link', { name: recordWords.backTo.search() }).click()
  await page.getByRole('list').getByRole('listitem').filter({ hasText: name }).getByRole('link').click()
  await page.getByRole('button', { name: 'Open Resume' }).click()
  await page.locator('[aria-label^="Page 1 of "]').waitFor()
  await soon(() => page.evaluate(hasInk)).toBe(true)
  await page.getByRole('region', { name: 'Timeline' }).getByText('Document opened: Resume').waitFor()
  await expectOpened(page, 'Resume')

  const other = await openDesk('recruiter')
  await other.goto(page.url())
  await other.getByLabel('Note').fill('Half a thought')
  await page.getByLabel('Status').selectOption({ label: 'Interview' })
  await page.getByRole('button', { name: recordWords.save, exact: true }).click()
  await page.getByText(recordWords.saved, { exact: true }).waitFor()
  await other.getByLabel('Status').selectOption({ label: 'Shortlisted' })
  await other.getByRole('button', { name: recordWords.save, exact: true }).click()
  await other.getByText(conflictWords.title).waitFor()
  await other.getByText(conflictWords.changedField('Status', 'New', 'Interview')).waitFor()
  expect(await other.getByLabel('Note').inputValue()).toBe('Half a thought')
  expect(await other.getByLabel('Status').inputValue()).toBe('shortlisted')
  await other.getByRole('button', { name: conflictWords.mine('Shortlisted') }).click()
  await other.getByText(recordWords.saved, { exact: true }).waitFor()
  expect(problems).toEqual([])
})

test('a note survives a lost connection and an ended session, and is stored once', async ({
  openDesk,
  site,
}) => {
  const { name, path } = await newApplication(site)
  const page = await openDesk('recruiter')
  await page.goto(path)
  await page.getByText(name).waitFor()
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
  await page.evaluate(readBeforeDrawn)
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  expect(await page.getByText(name).count()).toBe(0)
  await context.addCookies(cookies)
  await page.reload()
  await soon(() => page.getByLabel('Note').inputValue()).toBe('Written too late.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await timeline.getByText('Written too late.').waitFor()
  expect(await timeline.getByText('Written too late.').count()).toBe(1)
})

test('on the board a card is moved by keys and by dragging, and each move is announced', async ({
  openDesk,
  site,
}) => {
  const { name, reference } = await newApplication(site)
  const page = await openDesk('recruiter')
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
  // By its heading, since the middle of a long column is not in the window.
  await column('Interview').getByText(name).dragTo(column('Offered').getByRole('heading'))
  await column('Offered').getByText(reference).waitFor()
  await soon(() => said.innerText()).toBe(`${reference} moved to Offered.`)

  // Released before the page has shown where it is.
  await column('Offered')
    .getByText(name)
    .evaluate((card, to) => {
      const dataTransfer = new DataTransfer()
      Object.defineProperty(dataTransfer, 'dropEffect', { value: 'move' })
      const drag = (type: string) => new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer })
      card.dispatchEvent(drag('dragstart'))
      document.querySelector(`section[aria-label="${to}"]`)?.dispatchEvent(drag('dragover'))
      card.dispatchEvent(drag('dragend'))
    }, 'Interview')
  await column('Interview').getByText(reference).waitFor()
})

test('more records than one call takes are changed in several calls; failed ones stay selected', async ({
  openDesk,
}) => {
  const named = (at: number) => `AP-${String(at).padStart(6, '0')}`
  const rows = Array.from({ length: BULK_MAX + 3 }, (_, at): RecordRow => ({
    ...{ id: named(at), reference: named(at), receivedAt: '2026-01-01T00:00:00.000Z', name: named(at) },
    ...{ about: '', experience: '', changedAt: '2026-01-01T00:00:00.000Z', version: 1 },
    ...{ status: 'new', assignedTo: null, place: '', placeWished: false, documents: [], mandate: null },
    ...{ sector: '', vacancies: [], unreadable: false, superseded: false },
  }))
  const page = await openDesk('owner')
  const list = { rows, next: null }
  await page.route(/\/records\/applications(\?.*)?$/, (route) => route.fulfill({ json: list }))
  const asked: string[][] = []
  await page.route(`**${staffApi}/records/applications/changes`, async (route) => {
    const { records } = bulkChange.parse(route.request().postDataJSON())
    const references = records.map(({ reference }) => reference)
    asked.push(references)
    if (asked.length === 2) return route.fulfill({ status: 503, json: { message: 'Not now' } })
    return route.fulfill({ json: { changed: references, left: [], several: [], refused: [] } })
  })
  await page.goto(staffPages.applications)
  await page.getByLabel(/^Select the \d+ shown$/).check()
  const setStatus = page.getByLabel('Set status…')
  const save = page.getByRole('button', { name: recordWords.save, exact: true })
  await setStatus.selectOption({ label: 'Shortlisted' })
  await save.click()
  await page.getByRole('alert').getByText('Not now', { exact: true }).waitFor()
  await page.getByText('3 records selected', { exact: true }).waitFor()
  await save.click()
  await page
    .getByText(`${BULK_MAX + 3} records changed. ${listWords.nobodyWasTold}`, { exact: true })
    .waitFor()
  const last = rows.slice(BULK_MAX).map(({ reference }) => reference)
  expect(asked).toEqual([rows.slice(0, BULK_MAX).map(({ reference }) => reference), last, last])
})

test('filters combine, are saved under a name, and many records are changed at once', async ({
  openDesk,
  site,
}) => {
  const [mine, theirs] = [await newApplication(site), await newApplication(site)]
  const page = await openDesk('owner')
  await page.goto(staffPages.applications)
  await page.getByLabel(/^Select the \d+ shown$/).check()
  for (const { name } of [mine, theirs]) {
    expect(await rowOf(page, name).getByRole('checkbox').isChecked()).toBe(true)
  }
  await setInterview(site, theirs.reference)
  const setStatus = page.getByLabel('Set status…')
  await setStatus.selectOption({ label: 'Shortlisted' })
  await page.getByRole('button', { name: recordWords.save, exact: true }).click()
  await rowOf(page, mine.name).getByText('Shortlisted').waitFor()
  const left = `1 left: somebody else changed it (${theirs.reference}).`
  await page.getByRole('alert').getByText(left).waitFor()
  await rowOf(page, theirs.name).getByText('Interview').waitFor()

  await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Shortlisted' })
  await page.getByLabel('Document').selectOption({ label: 'Resume' })
  await soon(() => new URL(page.url()).search).toBe('?status=shortlisted&document=resume')
  await rowOf(page, mine.name).waitFor()
  await page.getByRole('button', { name: 'Save filters' }).click()
  await page.getByLabel('Name for these filters').fill('With a resume')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'With a resume' }).waitFor()
  await page.goto(staffPages.applications)
  await page.getByRole('link', { name: 'With a resume' }).click()
  await soon(() => new URL(page.url()).search).toBe('?status=shortlisted&document=resume')
  await rowOf(page, mine.name).getByRole('link').click()
  await page.getByRole('link', { name: recordWords.backTo.list('Applications') }).click()
  await soon(() => new URL(page.url()).search).toBe('?status=shortlisted&document=resume')

  const exporting = page.getByRole('button', { name: 'Export' })
  const place = await placeOnPage(exporting)
  await page.getByText(exportWords.filtered).waitFor()
  await rowOf(page, mine.name).getByRole('checkbox').check()
  await page.getByText(exportWords.selected(1)).waitFor()
  const download = page.waitForEvent('download')
  await exporting.click()
  expect((await download).suggestedFilename()).toMatch(/^applications-\d{4}-\d{2}-\d{2}\.csv$/)
  await page.getByRole('status').getByText(exportWords.done).waitFor()
  expect(await placeOnPage(exporting)).toEqual(place)
})

test('neither a filter nor the bar of selected rows moves or covers a row', async ({
  openDesk,
  site: { deps },
}) => {
  for (let count = 0; count < 30; count++) await addEnquiry(deps)
  const page = await openDesk('recruiter')
  await page.goto(staffPages.enquiries)
  const rows = page.getByRole('row')
  await rows.nth(20).waitFor()
  const top = async () => (await rows.first().boundingBox())?.y
  const before = await top()
  await page.getByLabel(filterNames.assigned).selectOption('nobody')
  await soon(() => new URL(page.url()).search).toBe('?assigned=nobody')
  await rows.nth(20).waitFor()
  expect(await top()).toBe(before)
  const clear = await page.getByRole('button', { name: listWords.clear }).boundingBox()
  const status = await page.getByLabel(filterNames.status, { exact: true }).boundingBox()
  expect(clear?.height).toBe(status?.height)

  for (const width of [DESKTOP, PHONE]) {
    await page.setViewportSize({ width, height: HEIGHT })
    const first = rows.nth(1)
    const at = async () => (await first.boundingBox())?.y
    const unselected = await at()
    await first.getByRole('checkbox').check()
    const bar = page.getByRole('form', { name: listWords.selected(1) })
    const bottom = async () => {
      const { y = 0, height = 0 } = (await bar.boundingBox()) ?? {}
      return y + height
    }
    expect(await at()).toBe(unselected)
    expect(await bottom()).toBeLessThanOrEqual((await at()) ?? 0)
    // It stays at the top of the window, and focused elements are below it.
    const [above, below] = [rows.nth(3).getByRole('link'), rows.nth(20).getByRole('link')]
    await below.focus()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await soon(async () => (await bar.boundingBox())?.y).toBe(0)
    await above.focus()
    await soon(async () => ((await above.boundingBox())?.y ?? 0) >= (await bottom())).toBe(true)
    await page.getByRole('button', { name: listWords.clearSelection }).click()
    await page.evaluate(() => scrollTo(0, 0))
  }
})

test('a viewer sees masked facts and no buttons', async ({ openDesk, site }) => {
  const { name, path } = await newApplication(site)
  const page = await openDesk('viewer')
  await page.goto(path)
  await page.getByText(name).waitFor()
  expect(await page.getByLabel('Status').isDisabled()).toBe(true)
  for (const button of ['Show contact', 'Open Resume', 'Add note', 'Export']) {
    expect(await page.getByRole('button', { name: button }).count(), button).toBe(0)
  }
})

test('on a phone the most frequent actions of a record or a vacancy stay in the window', async ({
  openDesk,
  site,
}) => {
  const { path } = await newApplication(site)
  const page = await openDesk('recruiter')
  await page.setViewportSize({ width: PHONE, height: HEIGHT })
  await page.goto(path)
  const write = page.getByRole('button', { name: recordWords.write, exact: true })
  const place = () => write.evaluate((one) => innerHeight - one.getBoundingClientRect().bottom)
  await soon(place).toBeGreaterThanOrEqual(0)
  await write.click()
  const mail = page.getByRole('region', { name: mailMessages.title })
  await soon(() => hasFocus(mail.getByRole('button').first())).toBe(true)
  expect(await place()).toBeGreaterThanOrEqual(0)

  await page.goto(`${staffPages.vacancies}/new`)
  const publish = page.getByRole('button', { name: vacancyWords.publish })
  const bottom = () => publish.evaluate((one) => one.getBoundingClientRect().bottom)
  await soon(bottom).toBeLessThanOrEqual(HEIGHT)
})

test('a list is requested with the document, once, and does not disturb a sign-in there', async ({
  open,
  site,
}) => {
  await addEnquiry(site.deps)
  const page = await open()
  const { asked, pending } = requestsOf(page)
  await page.goto(staffPages.enquiries)
  await page.getByRole('button', { name: accessWords.signIn }).waitFor()
  await soon(pending).toEqual([])
  await signIn(site, page, 'viewer')
  const urls = ['records/enquiries', 'views'].map((call) => `${site.url}${staffApi}/${call}`)
  const statuses = (all: string[]) => Promise.all(all.map(async (url) => (await fetch(url)).status))
  expect(await page.evaluate(statuses, urls)).toEqual([200, 200])

  const before = asked.length
  await page.reload()
  await page.getByRole('table').waitFor()
  await soon(pending).toEqual([])
  for (const url of urls) {
    expect(asked.slice(before).filter((request) => request.url() === url)).toHaveLength(1)
    const by = await page.evaluate((of) => performance.getEntriesByName(of).map((one) => one.toJSON()), url)
    expect(by).toMatchObject([{ initiatorType: 'link' }])
  }
})

test('the first screen keeps its budget; no public page leads to the desk', async ({ open, site }) => {
  const page = await open({ isFresh: true })
  await signIn(site, page, 'viewer')
  const { asked, pending } = requestsOf(page)
  await page.goto(staffPages.home)
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  await soon(pending).toEqual([])
  const scripts = asked.filter((request) => request.resourceType() === 'script')
  const once = new Map(scripts.map((request) => [request.url(), request]))
  const sizes = await Promise.all([...once.values()].map((request) => request.sizes()))
  const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(LIMIT_BYTES)

  const reached = new Map<string, string>()
  for (const path of listedPages) await follow(site.url + path, reached)
  expect(reached.size).toBeGreaterThan(listedPages.length)
  for (const [path, text] of reached)
    expect(/desk-side|Staff desk/.test(text) || text.includes(staffApi), path).toBe(false)
})

/** Reads a document, a script or a stylesheet, and everything that it names, including what it may load later. */
async function follow(url: string, reached: Map<string, string>): Promise<void> {
  if (reached.has(url)) return
  const text = await (await fetch(url)).text()
  reached.set(url, text)
  const named = text.match(/[\w./-]+\.(?:js|css)\b/g) ?? []
  const files = named.filter((name) => /^(\/_astro|\.)\//.test(name))
  for (const name of files) await follow(new URL(name, url).href, reached)
}
