import { defaultLanguage, type Language, languageCodes } from '#contract/messages/languages.ts'

/** The part of the site that exists only in English: the desk, the sandbox's page, robots.txt and the like. */
export const englishOnlyPart = 'english-only'

interface PagesToBuild {
  language: Language
  /** Whether the English-only part is built instead of the pages in the language. */
  englishOnly: boolean
  /** The name of the part. It separates the caches of simultaneous builds. */
  part: string
}

/**
 * Returns what Astro builds or serves: pages in `LANGUAGE`, or the English-only part with `PAGES=english-only`. Systems
 * set their own `LANGUAGE` (GNU gettext); an unknown value means English.
 */
export function pagesToBuild({ LANGUAGE, PAGES }: NodeJS.ProcessEnv = process.env): PagesToBuild {
  const language = languageCodes.find((code) => code === LANGUAGE) ?? defaultLanguage
  const englishOnly = PAGES === englishOnlyPart
  return { language, englishOnly, part: englishOnly ? englishOnlyPart : language }
}

/** Returns the variables with which Astro builds a part of the site. */
export function environmentOf(part: string): Record<string, string> {
  return part === englishOnlyPart ? { LANGUAGE: defaultLanguage, PAGES: part } : { LANGUAGE: part, PAGES: '' }
}
