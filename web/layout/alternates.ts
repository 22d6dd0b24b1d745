import {
  addressIn,
  defaultLanguage,
  type Language,
  languageCodes,
  languages,
} from '#contract/messages/languages.ts'
import { agency, servedIn, severalLanguages } from '#contract/schemas/agency.ts'
import { language } from '#web/lib/language.ts'

/** A page in one of the languages, for search engines; `hreflang` x-default names the one for whoever has none of them. */
interface Alternate {
  hreflang: string
  href: string
}

interface Page {
  path: string
  /** Its own language: where the page is served, that one is. */
  language: Language
}

/** A page in every language that is served, as markup of `written`; the server leaves the others out. */
export function alternatesOf(
  { path, language: own }: Page,
  written: (alternate: Alternate) => string,
): string {
  const parts = languageCodes.map((code) => {
    const { start, end } = servedIn(code)
    const href = agency.publicUrl + addressIn(code, path)
    const link = written({ hreflang: languages[code].tag, href })
    return code === own ? link : start + link + end
  })
  const otherwise = { hreflang: 'x-default', href: agency.publicUrl + addressIn(defaultLanguage, path) }
  return severalLanguages.start + parts.join('') + written(otherwise) + severalLanguages.end
}

/** The links in a document's head to the same page in each language. */
export function alternates(path: string): string {
  return alternatesOf(
    { path, language },
    ({ hreflang, href }) => `<link rel="alternate" hreflang="${hreflang}" href="${href}">`,
  )
}
