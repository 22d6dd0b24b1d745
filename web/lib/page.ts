import { addressIn, defaultLanguage, languages } from '#contract/messages/languages.ts'
import { language } from '#messages/language.ts'

/** The language of this build and of all its pages. */
export { language }

/** The language's name in HTML and HTTP. */
export const tag = languages[language].tag

/**
 * Returns an address in the language of this build; `path` is an address of `contract/paths.ts`, with anything after
 * it.
 */
export function here(path: string): string {
  return addressIn(language, path)
}

/**
 * Returns the language of a text written in no particular one, such as a place: English if its letters are Latin and
 * the page is in another language.
 */
export function langOf(text: string): string | undefined {
  return language !== defaultLanguage && /[A-Za-z]/.test(text) ? languages[defaultLanguage].tag : undefined
}

/**
 * Returns the agency's name in this page, with a capital. Scripts are built once for any agency; the server fills the
 * name into documents only.
 */
export function agencyName(): string {
  const element = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')
  return element?.content ?? ''
}

/** Returns the version of the notice before this page's form, which the form sends. */
export function noticeShown(): string | undefined {
  return document.querySelector<HTMLElement>('[data-notice]')?.dataset['notice']
}

/** Returns the milliseconds since the visitor opened the page, not since it was rendered ahead. */
export function timeOpen(): number {
  const [navigation] = performance.getEntriesByType('navigation')
  const opened = navigation && 'activationStart' in navigation ? Number(navigation.activationStart) : 0
  return Math.max(0, Math.round(performance.now() - opened))
}
