import type { Page } from 'playwright-core'
import * as z from 'zod/mini'
import { listedPages, pages } from '#contract/paths.ts'
import { expect, PHONE, soon, test, testWithWindows } from '#tests/support/e2e/test.ts'

const rules = z.object({
  prerender: z.array(
    z.object({ where: z.unknown(), eagerness: z.enum(['conservative', 'moderate', 'eager']) }),
  ),
})

test('every page has speculation rules that the browser takes as valid', async ({ open }) => {
  const page = await open()
  const session = await page.context().newCDPSession(page)
  const faults: string[] = []
  const taken: string[] = []
  session.on('Preload.ruleSetUpdated', ({ ruleSet }) => {
    taken.push(ruleSet.sourceText)
    if (ruleSet.errorType) faults.push(`${ruleSet.errorType}: ${ruleSet.errorMessage ?? ''}`)
  })
  await session.send('Preload.enable')
  for (const path of listedPages) {
    taken.length = 0
    await page.goto(path)
    await soon(() => taken.length).toBeGreaterThan(0)
    const { prerender } = rules.parse(JSON.parse(taken[0] ?? ''))
    expect(prerender).not.toEqual([])
  }
  expect(faults).toEqual([])
})

test('after a link the next page stands at its top, has its title, and the keyboard begins at its start', async ({
  open,
}) => {
  const page = await open({ width: PHONE })
  await page.goto(pages.home)
  for (const [link, path, title] of [
    ['About', pages.about, 'About · The agency'],
    ['Services', pages.services, 'Services · The agency'],
    ['Contact', pages.contact, 'Contact · The agency'],
    ['Privacy Policy', pages.privacy, 'Privacy Policy · The agency'],
  ] as const) {
    const below = page.getByRole('contentinfo').getByRole('link', { name: link, exact: true }).first()
    await below.scrollIntoViewIfNeeded()
    await soon(() => page.evaluate(() => scrollY)).toBeGreaterThan(200)
    await below.click()
    await page.waitForURL((url) => url.pathname === path)

    expect(await page.title()).toBe(title)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
    await page.keyboard.press('Tab')
    const first = await page.evaluate(() => document.activeElement?.textContent)
    expect(first).toBe('Skip to content')
  }
})

test('a link to a place on another page leads to that place', async ({ open }) => {
  const page = await open()
  await page.goto(pages.home)
  await page.getByRole('link', { name: 'Services for job seekers' }).click()
  await page.waitForURL('**/services#job-seekers')

  const top = () =>
    page
      .getByRole('region', { name: 'Our Services for Job Seekers' })
      .evaluate((section) => section.getBoundingClientRect().top)
  await soon(async () => Math.abs(await top())).toBeLessThan(120)
})

testWithWindows(
  'back and forward show each page as it was left, from the browser’s memory',
  async ({ open }) => {
    const page = await open({ width: PHONE })
    await page.addInitScript(() => {
      addEventListener('pageshow', ({ persisted }) => {
        document.documentElement.dataset['persisted'] = String(persisted)
      })
    })
    await page.goto(pages.home)
    await page.evaluate(() => scrollTo(0, 900))
    await page.evaluate(() => Object.assign(window, { remembered: 'home' }))
    await followTo(page, pages.contact)
    await page.getByRole('textbox', { name: 'Name' }).fill('Half a name')
    await page.evaluate(() => Object.assign(window, { remembered: 'contact' }))

    await page.goBack({ waitUntil: 'commit' })
    await soon(() => page.evaluate(() => location.pathname)).toBe(pages.home)
    await soon(() => page.evaluate(() => document.documentElement.dataset['persisted'])).toBe('true')
    expect(await page.evaluate('window.remembered')).toBe('home')
    await soon(() => page.evaluate(() => scrollY)).toBe(900)
    expect(await page.title()).toBe('Your Trusted HR Placement Partner · The agency')

    await page.goForward({ waitUntil: 'commit' })
    await soon(() => page.evaluate(() => location.pathname)).toBe(pages.contact)
    await soon(() => page.evaluate(() => document.documentElement.dataset['persisted'])).toBe('true')
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Half a name')
  },
)

// The home page is gone back to above.
testWithWindows('a page with a form can be kept for going back to', async ({ open }) => {
  const page = await open()
  await page.addInitScript(() => {
    addEventListener('pageshow', ({ persisted }) => {
      document.documentElement.dataset['persisted'] = String(persisted)
    })
  })
  for (const path of [pages.career, pages.register]) {
    await page.goto(path)
    await followTo(page, pages.about)
    await page.goBack({ waitUntil: 'commit' })
    await soon(() => page.evaluate(() => location.pathname)).toBe(path)
    await soon(() => page.evaluate(() => document.documentElement.dataset['persisted'])).toBe('true')
  }
})

/** Goes on as a link does, without waiting for a picture. */
async function followTo(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    location.href = address
  }, path)
  await page.waitForURL((url) => url.pathname === path, { waitUntil: 'load' })
}
