import { addressIn, languages } from '#contract/messages/languages.ts'
import { language } from '#messages/language.ts'

/** The language of this build, and with it of every page of it. */
export { language }

/** The same as HTML and HTTP name it. */
export const tag = languages[language].tag

/** The address of a page in the language of this build; `path` is an address of `contract/paths.ts`, whatever follows it. */
export function here(path: string): string {
  return addressIn(language, path)
}
