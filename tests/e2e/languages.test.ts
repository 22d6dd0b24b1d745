import type { Page } from 'playwright-core'
import { addressIn, type Language, languages } from '#contract/messages/languages.ts'
import { api, listedPages, pages, recordPages } from '#contract/paths.ts'
import { NOWHERE } from '#tests/support/e2e/problems.ts'
import { expect, PHONE, soon, test } from '#tests/support/e2e/test.ts'

/** Returns the links of the visible switch, each with its language. */
async function switchOf(page: Page): Promise<[string, string | null, string][]> {
  const links = page.locator('[data-switch] a:visible')
  return links.evaluateAll((all) =>
    (all as HTMLAnchorElement[]).map((link) => [
      link.textContent,
      link.getAttribute('lang'),
      new URL(link.href).pathname,
    ]),
  )
}

function link(page: Page, language: Language) {
  return page.locator('[data-switch] a:visible', { hasText: languages[language].name })
}

function pathOf(page: Page): string {
  const { pathname, search, hash } = new URL(page.url())
  return pathname + search + hash
}

test('the switch names each language in itself, and leads to the same page', async ({ open }) => {
  const page = await open()
  await page.goto(pages.services)
  expect(await switchOf(page)).toEqual([
    ['English', 'en-IN', '/services'],
    ['हिन्दी', 'hi-IN', '/hi/services'],
    ['ગુજરાતી', 'gu-IN', '/gu/services'],
  ])
  for (const language of ['gu', 'hi', 'en'] as const) {
    await link(page, language).click()
    await page.waitForURL(`**${addressIn(language, pages.services)}`)
    expect(await page.locator('html').getAttribute('lang')).toBe(languages[language].tag)
    expect(await page.locator('[data-switch] a:visible[aria-current]').allInnerTexts()).toEqual([
      languages[language].name,
    ])
  }
  expect(await page.context().cookies()).toEqual([])

  // From an unknown address it leads home, and the sandbox's page exists only in English.
  await page.goto(`/gu${NOWHERE}`)
  expect((await switchOf(page)).map(([, , href]) => href)).toEqual(['/', '/hi/', '/gu/'])
  await page.goto(pages.sandbox)
  expect(await switchOf(page)).toEqual([])
})

test('the switch keeps what follows the page’s own address', async ({ open }) => {
  const page = await open()
  await page.goto('/about?from=mail#content')
  await link(page, 'gu').click()
  await soon(() => pathOf(page)).toBe('/gu/about?from=mail#content')
  await page.goto(pages.privacy)
  await page.evaluate(() => (location.hash = '#choices'))
  await link(page, 'hi').click()
  await soon(() => pathOf(page)).toBe('/hi/privacy#choices')
  const path = `${recordPages.signAgreement}${'A'.repeat(32)}?from=mail`
  // Without this the page would lead home, since the record does not exist.
  await page.route(`**${api.fieldExecutive}*`, () => undefined)
  await page.goto(`/hi${path}`)
  await link(page, 'gu').click()
  await soon(() => pathOf(page)).toBe(`/gu${path}`)
})

test('a phone has the languages in its bar and its menu, without scripts too', async ({ open }) => {
  const page = await open({ width: PHONE })
  await page.goto('/gu/')
  expect((await switchOf(page)).map(([name]) => name)).toEqual(['English', 'हिन्दी'])
  await link(page, 'hi').click()
  await soon(() => pathOf(page)).toBe('/hi/')
  await page.locator('[data-menu-open]').click()
  const menu = page.getByRole('dialog').locator('[data-switch] a')
  expect(await menu.allInnerTexts()).toEqual(['English', 'हिन्दी', 'ગુજરાતી'])
  await menu.last().click()
  await soon(() => pathOf(page)).toBe('/gu/')
  const plain = await open({ width: PHONE, javaScriptEnabled: false })
  await plain.goto(pages.contact)
  await link(plain, 'hi').click()
  await soon(() => pathOf(plain)).toBe('/hi/contact')
})

test('a browser is offered its first language once, and redirected nowhere', async ({ open }) => {
  const page = await open({ width: PHONE, locale: 'gu-IN' })
  const offer = page.locator('[data-offer]:visible')
  await page.goto(pages.services)
  expect(pathOf(page)).toBe(pages.services)
  const words = offer.getByRole('link', { name: 'આ પેજ ગુજરાતીમાં વાંચો' })
  expect(await words.getAttribute('href')).toBe('/gu/services')
  await page.goto(pages.about)
  expect(await offer.count()).toBe(0)
  const own = await open({ locale: 'hi-IN' })
  await own.goto('/hi/')
  expect(await own.locator('[data-offer]:visible').count()).toBe(0)
})

test('links within a language stay in it', async ({ site }) => {
  for (const language of ['hi', 'gu'] as const) {
    for (const path of listedPages) {
      const html = await (await fetch(site.url + addressIn(language, path))).text()
      const links = [...html.matchAll(/<a [^>]*>/g)].map(([tag]) => tag)
      const hrefs = links.flatMap((tag) =>
        /hreflang/i.test(tag) ? [] : (/ href="(\/[^"]*)"/.exec(tag)?.[1] ?? []),
      )
      const outside = hrefs.filter((href) => !href.startsWith(`/${language}/`) && href !== pages.sandbox)
      expect([hrefs.length > 10, outside], path).toEqual([true, []])
    }
  }
})
