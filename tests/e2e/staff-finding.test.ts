import { deskWords } from '#contract/messages/staff.ts'
import { staffPages } from '#contract/paths.ts'
import { addApplication, referenceOf } from '#tests/support/desk-records.ts'
import { button, test } from '#tests/support/e2e/staff.ts'
import { expect, hasFocus, HEIGHT, PHONE, soon } from '#tests/support/e2e/test.ts'

const name = 'Dhwani Parmar-Findable'
const FINGER = 44

test.for(['a list', 'the board', 'what a search found'])(
  'a press on the name opens the record from %s, by the row’s one link',
  async (place, { openDesk, site }) => {
    const id = await addApplication(site.deps, { full_name: `${name} ${place}` })
    const reference = await referenceOf(site.deps, 'applications', id)
    const page = await openDesk('recruiter')
    await page.setViewportSize({ width: PHONE, height: HEIGHT })
    await page.goto(staffPages.applications + (place === 'the board' ? '/board' : ''))
    if (place === 'what a search found') {
      await page.getByLabel(deskWords.search).fill(`${name} ${place}`)
      await button(page, deskWords.search).click()
    }
    const main = page.getByRole('main')
    const link = main.getByRole('link', { name: reference })
    await link.waitFor()
    expect(await link.count()).toBe(1)
    const words = main.getByText(`${name} ${place}`, { exact: true })
    // The mouse, since the link may lie over the words.
    await words.scrollIntoViewIfNeeded()
    const { x, y } = (await words.boundingBox()) ?? { x: 0, y: 0 }
    const height = await page.evaluate(tallness, [x + 5, y + 5] as const)
    expect(height).toBeGreaterThanOrEqual(FINGER)
    await page.mouse.click(x + 5, y + 5)
    await page.getByRole('heading', { level: 1, name: reference }).waitFor()
  },
)

/** How far up and down from a point the same link is hit, in pixels. */
function tallness([x, y]: readonly [number, number]): number {
  const linkAt = (at: number) => document.elementFromPoint(x, at)?.closest('a')
  const link = linkAt(y)
  if (!link) return 0
  let [top, bottom] = [y, y]
  while (linkAt(top - 1) === link) top -= 1
  while (linkAt(bottom + 1) === link) bottom += 1
  return bottom - top + 1
}

test('Ctrl and K lead to the search', async ({ openDesk }) => {
  const page = await openDesk('recruiter')
  await page.goto(staffPages.enquiries)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const search = page.getByLabel(deskWords.search)
  await page.keyboard.press('Control+K')
  await soon(() => hasFocus(search)).toBe(true)
})
