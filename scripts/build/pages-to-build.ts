import { defaultLanguage, type Language, languageCodes } from '#contract/messages/languages.ts'

/** The part of the site that exists once, whatever the languages: the desk, the sandbox's page, robots.txt and the like. */
export const englishOnlyPart = 'english-only'

interface PagesToBuild {
  language: Language
  /** Whether what exists once is built, and not the pages in the language. */
  englishOnly: boolean
  /** Names what is built: caches are kept apart by it, since builds run at the same time. */
  part: string
}

/**
 * What Astro builds or serves: pages in `LANGUAGE`, or with `PAGES=english-only` what exists once. Systems set a `LANGUAGE`
 * for themselves (GNU gettext's list of languages); what is none of ours means English.
 */
export function pagesToBuild({ LANGUAGE, PAGES }: NodeJS.ProcessEnv = process.env): PagesToBuild {
  const language = languageCodes.find((code) => code === LANGUAGE) ?? defaultLanguage
  const englishOnly = PAGES === englishOnlyPart
  return { language, englishOnly, part: englishOnly ? englishOnlyPart : language }
}

/** The variables under which Astro builds a part of the site. */
export function environmentOf(part: string): Record<string, string> {
  return part === englishOnlyPart ? { LANGUAGE: defaultLanguage, PAGES: part } : { LANGUAGE: part, PAGES: '' }
}
