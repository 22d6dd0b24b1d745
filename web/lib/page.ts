import { addressIn, defaultLanguage, languages } from '#contract/messages/languages.ts'
import { language } from '#messages/language.ts'

/** The language of this build, and with it of every page of it. */
export { language }

/** The same as HTML and HTTP name it. */
export const tag = languages[language].tag

/** The address of a page in the language of this build; `path` is an address of `contract/paths.ts`, whatever follows it. */
export function here(path: string): string {
  return addressIn(language, path)
}

/** Of what is written in no particular language, such as a place: English where its letters are Latin and the page's are not. */
export function langOf(text: string): string | undefined {
  return language !== defaultLanguage && /[A-Za-z]/.test(text) ? languages[defaultLanguage].tag : undefined
}

/**
 * The agency's name as this page has it, with a capital. Scripts are built once for any agency; the server fills the name
 * into documents alone.
 */
export function agencyName(): string {
  const element = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')
  return element?.content ?? ''
}

/** The version of the notice that this page shows before its form; it goes with what the form sends. */
export function noticeShown(): string | undefined {
  return document.querySelector<HTMLElement>('[data-notice]')?.dataset['notice']
}

/** Milliseconds since the visitor opened the page; a page drawn ahead of its opening counts from the opening. */
export function timeOpen(): number {
  const [navigation] = performance.getEntriesByType('navigation')
  const opened = navigation && 'activationStart' in navigation ? Number(navigation.activationStart) : 0
  return Math.max(0, Math.round(performance.now() - opened))
}
