import { filterNames } from '#contract/messages/staff-lists.ts'
import { listWords } from '#web/features/staff/lists/words.ts'
import { recordWords } from '#web/features/staff/record/words.ts'
import { reasonFor, workWords } from '#web/features/staff/today/words.ts'
import { deskWords } from '#web/features/staff/words.ts'
import { staffPages } from '#contract/paths.ts'
import { addApplication, freshApplication, freshEnquiry } from '#tests/support/desk-records.ts'
import { addExecutive } from '#tests/support/executive.ts'
import { button, test } from '#tests/support/e2e/staff.ts'
import { expect, hasFocus, HEIGHT, PHONE, soon } from '#tests/support/e2e/test.ts'

const name = 'Dhwani Parmar-Findable'
const FINGER = 44

test('a press on the name opens the record in every list', async ({ openDesk, site }) => {
  const { reference } = await freshApplication(site.deps, { full_name: `${name} Pressed` })
  const page = await openDesk('recruiter')
  await page.setViewportSize({ width: PHONE, height: HEIGHT })
  for (const place of ['a list', 'the board', 'what a search found']) {
    await page.goto(staffPages.applications + (place === 'the board' ? '/board' : ''))
    if (place === 'what a search found') {
      await page.getByLabel(deskWords.search).fill(`${name} Pressed`)
      await button(page, deskWords.search).click()
    }
    const main = page.getByRole('main')
    const link = main.getByRole('link', { name: reference })
    await link.waitFor()
    expect(await link.count()).toBe(1)
    const words = main.getByText(`${name} Pressed`, { exact: true })
    // Forced, since the link may cover the words.
    await words.scrollIntoViewIfNeeded()
    const height = async () => {
      const { x, y } = (await words.boundingBox()) ?? { x: 0, y: 0 }
      return page.evaluate(tallness, [x + 5, y + 5] as const)
    }
    await soon(height).toBeGreaterThanOrEqual(FINGER)
    await words.click({ position: { x: 5, y: 5 }, force: true })
    await page.getByRole('heading', { level: 1, name: reference }).waitFor()
  }
})

/** Returns the height in pixels within which the same link is hit around a point. */
function tallness([x, y]: readonly [number, number]): number {
  const linkAt = (at: number) => document.elementFromPoint(x, at)?.closest('a')
  const link = linkAt(y)
  if (!link) return 0
  let [top, bottom] = [y, y]
  while (linkAt(top - 1) === link) top -= 1
  while (linkAt(bottom + 1) === link) bottom += 1
  return bottom - top + 1
}

test('one press on Today shows whose answer is late', async ({ openDesk, site: { deps } }) => {
  // Half a day more, since other tests move this server's clock, and the browser has its own.
  const createdAt = deps.clock.now() - 4.5 * 86_400_000
  const { reference: asking } = await freshEnquiry(deps, { name: `${name} Asking`, createdAt })
  const others = [
    (await freshApplication(deps, { full_name: `${name} Applying`, createdAt })).reference,
    (await addExecutive(deps)).reference,
  ]
  const older = deps.db.updateTable('records').set({ created_at: createdAt })
  await older.where('kind', '=', 'executives').execute()
  const page = await openDesk('recruiter')
  await page.goto(staffPages.home)
  await page.getByRole('link', { name: new RegExp(workWords.titles.late) }).click()
  await page.getByRole('heading', { level: 1, name: workWords.titles.late }).waitFor()
  const line = (reference: string) => page.getByRole('listitem').filter({ hasText: reference })
  for (const reference of [asking, ...others]) await line(reference).waitFor()
  const why = reasonFor({ kind: 'enquiries', status: 'new' }, '4 days')
  await line(asking).getByText(why).waitFor()
  await line(asking).getByRole('link', { name: workWords.answer }).click()
  await page.getByRole('heading', { level: 1, name: `${name} Asking` }).waitFor()
  await page.getByRole('link', { name: recordWords.backTo.work() }).click()
  await soon(() => hasFocus(line(asking).getByRole('link'))).toBe(true)
})

test('the way back leads to the place and the link that opened a record', async ({ openDesk, site }) => {
  for (let count = 0; count < 12; count++) await addApplication(site.deps, { full_name: `${name} ${count}` })
  const page = await openDesk('recruiter')
  await page.setViewportSize({ width: PHONE, height: HEIGHT })
  await page.goto(staffPages.applications)
  const link = page.getByRole('row').getByRole('link').nth(5)
  await link.evaluate((one) => one.scrollIntoView({ block: 'center' }))
  const place = () => page.evaluate(() => scrollY)
  const before = await place()
  expect(before).toBeGreaterThan(FINGER)
  for (const back of [
    () => page.getByRole('link', { name: recordWords.backTo.list('Applications') }).click(),
    () => page.goBack(),
  ]) {
    await link.press('Enter')
    await page.getByRole('heading', { level: 1, name: /AP-/ }).waitFor()
    await soon(place).toBe(0)
    await back()
    await soon(() => hasFocus(link)).toBe(true)
    await soon(place).toBe(before)
  }
})

test('a place and a day filter once typed completely, and keep the focus', async ({ openDesk }) => {
  const page = await openDesk('recruiter')
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).searchParams.toString()))
  await page.goto(staffPages.applications)
  const search = () => new URL(page.url()).search
  const day = page.getByLabel(filterNames.from)
  await day.focus()
  await page.keyboard.type('11012026')
  await soon(search).toBe('?from=2026-11-01')
  const place = page.getByLabel(listWords.wantsOrLivesIn)
  await place.pressSequentially('Surat')
  await page.keyboard.press('Enter')
  await soon(search).toBe('?from=2026-11-01&place=Surat')
  await soon(() => hasFocus(place)).toBe(true)
  const halfTyped = /from=0|place=(?!Surat)/
  expect([...asked].filter((query) => halfTyped.test(query))).toEqual([])

  await button(page, listWords.clear).press('Enter')
  await soon(search).toBe('')
  await soon(() => hasFocus(button(page, listWords.clear))).toBe(true)
})

test('from a record one goes to the next of its list, and back', async ({ openDesk, site }) => {
  const references: string[] = []
  for (let count = 0; count < 3; count++) {
    const row = { full_name: `${name} Row ${count}`, sector: 'marketing' }
    references.unshift((await freshApplication(site.deps, row)).reference)
    site.clock.advance(1000)
  }
  const page = await openDesk('recruiter')
  await page.goto(`${staffPages.applications}?sector=marketing&sort=oldest`)
  await page.getByRole('row').getByRole('link').nth(0).click()
  const heading = (reference = '') => page.getByRole('heading', { level: 1, name: reference })
  await heading(references[2]).waitFor()
  const beside = (way: string) => page.getByRole('link', { name: way, exact: true })
  await beside(recordWords.next).click()
  await heading(references[1]).waitFor()
  await beside(recordWords.next).click()
  await heading(references[0]).waitFor()
  await soon(() => beside(recordWords.next).count()).toBe(0)
  await beside(recordWords.previous).click()
  await heading(references[1]).waitFor()
  await page.getByRole('link', { name: recordWords.backTo.list('Applications') }).click()
  await soon(() => new URL(page.url()).search).toBe('?sector=marketing&sort=oldest')
})

test('a desktop shows sixteen rows of a list, a phone eight', async ({ openDesk, site }) => {
  // Longer than a phone has room for beside the record's age.
  const full_name = 'Asha Rajeshwari Krishnamurthy Mehta'
  for (let count = 0; count < 20; count++)
    await addApplication(site.deps, { full_name, role: 'Accountant', experience: '3 years' })
  const page = await openDesk('recruiter')
  for (const [width, height, rows] of [
    [1280, 800, 16],
    [390, 844, 8],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(staffPages.applications)
    await page.getByRole('row').filter({ hasText: 'Accountant' }).first().waitFor()
    const bottoms = await page
      .locator('tbody tr')
      .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().bottom))
    expect(bottoms.filter((bottom) => bottom <= height).length, `${width}`).toBeGreaterThanOrEqual(rows)
  }
})

test('on a phone the filters are folded, and one is set as elsewhere', async ({ openDesk }) => {
  const page = await openDesk('recruiter')
  await page.setViewportSize({ width: PHONE, height: HEIGHT })
  await page.goto(staffPages.applications)
  await page.getByText(listWords.filters(0), { exact: true }).click()
  await page.getByLabel(filterNames.status, { exact: true }).selectOption('new')
  await soon(() => new URL(page.url()).search).toBe('?status=new')
})
