import { addressIn, defaultLanguage, languageCodes, languages } from '#contract/messages/languages.ts'
import { agency, servedIn, severalLanguages } from '#contract/schemas/agency.ts'

/** A page in one of the languages, for search engines; `hreflang` x-default names the one for whoever has none of them. */
interface Alternate {
  hreflang: string
  href: string
}

/** A page in every language that is served, as markup of `written`; the server leaves the others out. */
export function alternatesOf(path: string, written: (alternate: Alternate) => string): string {
  const parts = languageCodes.map((language) => {
    const { start, end } = servedIn(language)
    const href = agency.publicUrl + addressIn(language, path)
    return start + written({ hreflang: languages[language].tag, href }) + end
  })
  const otherwise = { hreflang: 'x-default', href: agency.publicUrl + addressIn(defaultLanguage, path) }
  return severalLanguages.start + parts.join('') + written(otherwise) + severalLanguages.end
}

/** The links in a document's head to the same page in each language. */
export function alternates(path: string): string {
  return alternatesOf(
    path,
    ({ hreflang, href }) => `<link rel="alternate" hreflang="${hreflang}" href="${href}">`,
  )
}
