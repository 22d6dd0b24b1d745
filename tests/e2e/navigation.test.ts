import type { Page } from 'playwright-core'
import { pages } from '#contract/paths.ts'
import { expect, PHONE, soon, test, testWithWindows } from '#tests/support/e2e/test.ts'

// Every page has the same, from web/layout/head.ts.
test('the browser accepts a page’s speculation rules', async ({ open }) => {
  const page = await open({ isFresh: true })
  const session = await page.context().newCDPSession(page)
  const taken: unknown[] = []
  session.on('Preload.ruleSetUpdated', ({ ruleSet }) => taken.push(ruleSet.errorType ?? 'valid'))
  await session.send('Preload.enable')
  await page.goto(pages.home)
  await soon(() => [...new Set(taken)]).toEqual(['valid'])
})

testWithWindows(
  'back and forward show each page as it was left, from the browser’s memory',
  async ({ open }) => {
    const page = await open({ width: PHONE, isFresh: true })
    await page.addInitScript(() => {
      addEventListener('pageshow', ({ persisted }) => {
        document.documentElement.dataset['persisted'] = String(persisted)
      })
    })
    const isBack = async (path: string) => {
      await soon(() => page.evaluate(() => location.pathname)).toBe(path)
      await soon(() => page.evaluate(() => document.documentElement.dataset['persisted'])).toBe('true')
    }
    await page.goto(pages.home)
    await page.evaluate(() => scrollTo(0, 900))
    await followTo(page, pages.contact)
    await page.getByRole('textbox', { name: 'Name' }).fill('Half a name')
    for (const path of [pages.career, pages.register, pages.about]) await followTo(page, path)

    for (const path of [pages.register, pages.career, pages.contact, pages.home]) {
      await page.goBack({ waitUntil: 'commit' })
      await isBack(path)
    }
    await soon(() => page.evaluate(() => scrollY)).toBe(900)
    expect(await page.title()).toBe('Your Trusted HR Placement Partner · Sunrise Placements')
    await page.goForward({ waitUntil: 'commit' })
    await isBack(pages.contact)
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Half a name')
  },
)

/** Goes on like a link, without waiting for pictures. */
async function followTo(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    location.href = address
  }, path)
  await page.waitForURL((url) => url.pathname === path, { waitUntil: 'load' })
}
