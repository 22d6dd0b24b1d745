import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { addressIn, type Language, languageCodes, languages } from '#contract/messages/languages.ts'
import { listedPages, pages, recordPages } from '#contract/paths.ts'
import { linkIn } from '#tests/support/e2e/mandate.ts'
import { axeViolations, everyPage, overflowing, problemsOf } from '#tests/support/e2e/problems.ts'
import { register } from '#tests/support/e2e/registered.ts'
import { DESKTOP, expect, openForm, PHONE, soon, test } from '#tests/support/e2e/test.ts'
import { inForm } from '#tests/support/long.ts'

/** The links of the switch that is seen, each with the language that it says it is in. */
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

describe('the switch between languages', () => {
  test('names each language in itself, says which one is shown, and leads to the same page', async ({
    open,
  }) => {
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
  })

  test('stands in the menu of a phone', async ({ open }) => {
    const page = await open({ width: PHONE })
    await page.goto('/gu/')
    expect(await switchOf(page)).toEqual([])
    await page.locator('[data-menu-open]').click()
    await link(page, 'hi').click()
    await soon(() => pathOf(page)).toBe('/hi/')
  })

  test('keeps what follows the page’s own address', async ({ open }) => {
    const page = await open()
    await page.goto('/about?from=mail#content')
    await link(page, 'gu').click()
    await soon(() => pathOf(page)).toBe('/gu/about?from=mail#content')
  })

  test('keeps the record that a link names', async ({ open, site }) => {
    const { person } = await register(site)
    const page = await open()
    const path = await linkIn(site, person.email, recordPages.signAgreement)
    await page.goto(`/hi${path}?from=mail`)
    await link(page, 'gu').click()
    await soon(() => pathOf(page)).toBe(`/gu${path}?from=mail`)
  })

  test('follows a fragment that changed since the page was opened', async ({ open }) => {
    const page = await open()
    await page.goto(pages.privacy)
    await page.evaluate(() => (location.hash = '#choices'))
    await link(page, 'hi').click()
    await soon(() => pathOf(page)).toBe('/hi/privacy#choices')
  })

  test('leads home from an address that has nothing, and is not on the sandbox’s page', async ({ open }) => {
    const page = await open()
    await page.goto('/gu/nothing-stands-here')
    expect((await switchOf(page)).map(([, , href]) => href)).toEqual(['/', '/hi/', '/gu/'])
    await page.goto(pages.sandbox)
    expect(await switchOf(page)).toEqual([])
  })

  test('works without scripts', async ({ open }) => {
    const page = await open({ width: PHONE, javaScriptEnabled: false })
    await page.goto(pages.contact)
    await link(page, 'hi').click()
    await soon(() => pathOf(page)).toBe('/hi/contact')
  })
})

test('a started registration keeps what was typed across the switch', async ({ open }) => {
  const page = await open()
  await openForm(page, pages.register)
  await page.locator('input[name="email"]').fill('asha@example.in')
  await link(page, 'gu').click()
  await page.waitForURL('**/gu/register')
  await soon(() => page.locator('input[name="email"]').inputValue()).toBe('asha@example.in')
})

test('links within a language stay in it', async ({ open }) => {
  const page = await open()
  for (const language of ['hi', 'gu'] as const) {
    for (const path of listedPages) {
      await page.goto(addressIn(language, path))
      const hrefs = await page
        .locator('a[href^="/"]:not([hreflang])')
        .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
      const outside = hrefs.filter((href) => !href?.startsWith(`/${language}/`) && href !== pages.sandbox)
      expect(outside, path).toEqual([])
    }
  }
})

test.for(inForm({ short: [320, PHONE, DESKTOP, 1920], long: [320, PHONE, 768, DESKTOP, 1920, 2560] }))(
  'every page in every language fits at %i pixels, and the bar keeps to two lines at most',
  { timeout: 240_000 },
  async (width, { open }) => {
    const page = await open({ width })
    const problems = problemsOf(page)
    for (const language of languageCodes) {
      for (const path of everyPage) {
        await page.goto(addressIn(language, path))
        expect(await overflowing(page), addressIn(language, path)).toEqual([])
        const bar = await page.locator('.site-header').evaluate((one) => one.getBoundingClientRect().height)
        expect(bar, addressIn(language, path)).toBeLessThan(96)
      }
    }
    // An address that has nothing says so.
    expect(problems.filter((problem) => !problem.includes('status of 404'))).toEqual([])
  },
)

test.for(['hi', 'gu'] as const)('axe finds nothing wrong with a page in %s', async (language, { open }) => {
  const page = await open()
  for (const path of [pages.home, pages.contact, pages.privacy]) {
    await page.goto(addressIn(language, path))
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await axeViolations(page), path).toEqual([])
  }
})
