import { addressIn, languageCodes } from '#contract/messages/languages.ts'
import { agency, servedIn } from '#contract/schemas/agency.ts'
import { listedPages } from '#contract/paths.ts'
import { pageTokens } from '#contract/schemas/drawn-pages.ts'
import { alternatesOf } from '#web/layout/head.ts'

const namespaces =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'

/** Returns every listed page in every language, each with all its addresses. */
function entries(): string[] {
  return languageCodes.flatMap((language) => {
    const { start, end } = servedIn(language)
    const urls = listedPages.map((path) => {
      const others = alternatesOf(
        { path, language },
        ({ hreflang, href }) => `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${href}"/>`,
      )
      return `  <url><loc>${agency.publicUrl}${addressIn(language, path)}</loc>${others}</url>`
    })
    return [`${start}${urls.join('\n')}`, end]
  })
}

/** The sitemap; the server fills in the public address and leaves out languages that are not served. */
export function GET(): Response {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<urlset ${namespaces}>`,
    ...entries(),
    `${pageTokens.vacancies}</urlset>`,
  ]
  return new Response(`${lines.join('\n')}\n`)
}
