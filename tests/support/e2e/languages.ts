import type { Page } from 'playwright-core'
import * as en from '#contract/messages/en/index.ts'
import * as gu from '#contract/messages/gu/index.ts'
import * as hi from '#contract/messages/hi/index.ts'
import { type Language, languages } from '#contract/messages/languages.ts'
import type { Dictionary } from '#contract/messages/sentences.ts'
import { soon } from './test.ts'

export const words = { en, hi, gu } as unknown as Record<Language, Dictionary>

/** Returns digits in the script of a language. */
export function digitsIn(language: Language, latin: string): string {
  const zero = { en: '0', hi: '०', gu: '૦' }[language].charCodeAt(0)
  return latin.replace(/[0-9]/g, (digit) => String.fromCharCode(zero + Number(digit)))
}

/** Switches to the same page in another language. */
export async function switchTo(page: Page, language: Language): Promise<void> {
  // The document may have begun a moment ago.
  await page.waitForLoadState('domcontentloaded')
  const link = page.locator(`a[hreflang="${languages[language].tag}"]:visible`)
  // Narrow pages have it in their menu.
  if ((await link.count()) === 0) await page.locator('header button[aria-expanded="false"]').click()
  await link.first().click()
  await soon(() => page.evaluate(() => document.documentElement.lang)).toBe(languages[language].tag)
}
