import type { Page } from 'playwright-core'
import { registerPage } from '#contract/messages/en/form-pages.ts'
import { pages } from '#contract/paths.ts'
import { problemsOf } from '#tests/support/e2e/problems.ts'
import { expect, PHONE, soon, test } from '#tests/support/e2e/test.ts'

test('without JavaScript every content page can be read and its links followed', async ({ open }) => {
  const scripted = await open({ width: PHONE, reducedMotion: 'reduce' })
  const page = await open({ width: PHONE, javaScriptEnabled: false })
  // Each kind of page once.
  for (const path of [pages.home, pages.about, pages.services, pages.privacy]) {
    await scripted.goto(path)
    await page.goto(path)
    const words = await wordsOf(scripted)
    // Nothing becomes visible only by scrolling.
    expect(await scripted.getByRole('main').evaluate(transparentTexts), path).toEqual([])
    expect(words.length, path).toBeGreaterThan(5)
    expect(await wordsOf(page), path).toEqual(expect.arrayContaining(words))
  }
})

test('without JavaScript the bar has its links, and registering names another way', async ({ open }) => {
  const page = await open({ width: PHONE, javaScriptEnabled: false })
  await page.goto(pages.register)
  const main = page.getByRole('main')
  expect(await main.getByText(registerPage.noScript).isVisible()).toBe(true)
  expect(await main.getByRole('link', { name: 'info@agency.example' }).first().isVisible()).toBe(true)
  // There is no field whose text would be lost.
  expect(await main.getByRole('textbox').count()).toBe(0)
  expect(await main.getByRole('button').count()).toBe(0)
  await page.goto(pages.home)
  expect(await page.getByRole('button').count()).toBe(0)
  const bar = page.getByRole('banner').getByRole('navigation', { name: 'Main' })
  expect(await bar.getByRole('link').count()).toBe(6)
  await bar.getByRole('link', { name: 'Services' }).click()
  await page.waitForURL('**/services')
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Our Services')
})

test('the content policy refuses an inserted script, and markup from a string', async ({ open }) => {
  const page = await open()
  // All pages have the same policy, except for the scripts that it names.
  for (const path of [pages.home, pages.register]) {
    await page.goto(path)
    const problems = problemsOf(page)
    const outcome = await page.evaluate(() => {
      const refused = (act: () => void) => {
        try {
          act()
          return false
        } catch (error) {
          return error instanceof TypeError
        }
      }
      return {
        script: refused(() => {
          document.createElement('script').text = 'window.reached = true'
        }),
        markup: refused(() => {
          document.body.innerHTML = '<p>reached</p>'
        }),
        eval: refused(() => {
          setTimeout('window.reached = true')
        }),
      }
    })
    expect(outcome, path).toEqual({ script: true, markup: true, eval: true })
    await soon(() => problems.length).toBeGreaterThan(0)
  }
})

/** Runs in the page. */
function transparentTexts(main: Element): string[] {
  return [...main.querySelectorAll('p, h1, h2, h3, li')]
    .filter((text) => text.checkVisibility() && !text.checkVisibility({ opacityProperty: true }))
    .map(({ textContent }) => textContent)
}

/** Returns the visible text of each heading, paragraph and list item. */
function wordsOf(page: Page): Promise<string[]> {
  const texts = page.getByRole('main').locator('h1, h2, h3, p, li, figcaption')
  return texts.evaluateAll((all) =>
    all
      .filter((text) => text.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .map(({ textContent }) => textContent),
  )
}

test('legal pages print without the bars, lists and notes around them', async ({ open }) => {
  const page = await open()
  await page.goto(pages.privacy)
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
  for (const chrome of ['banner', 'contentinfo', 'navigation', 'complementary'] as const) {
    for (const element of await page.getByRole(chrome).all()) expect(await element.isVisible()).toBe(false)
  }
  expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(10_000)
  await page.emulateMedia({ media: 'screen' })
  expect(await page.getByRole('contentinfo').isVisible()).toBe(true)
})
