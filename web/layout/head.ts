import { agency, servedIn, severalLanguages, whereSet, type OptionalKey } from '#contract/schemas/agency.ts'
import { pages, api, recordPages } from '#contract/paths.ts'
import { layoutTexts, reachTexts } from '#messages/layout.ts'
import { linkLabels } from '#messages/site.ts'
import { here, language } from '#web/lib/page.ts'
import {
  addressIn,
  defaultLanguage,
  type Language,
  languageCodes,
  languages,
} from '#contract/messages/languages.ts'

const agencyId = `${agency.publicUrl}/#agency`

function employmentAgency() {
  return {
    '@type': 'EmploymentAgency',
    '@id': agencyId,
    name: agency.nameStart,
    url: `${agency.publicUrl}/`,
    email: agency.email,
    image: `${agency.publicUrl}/share.jpg`,
    logo: `${agency.publicUrl}/icons/icon-512.png`,
    address: {
      '@type': 'PostalAddress',
      streetAddress: agency.street,
      addressLocality: agency.city,
      addressRegion: agency.state,
      postalCode: agency.pincode,
      addressCountry: 'IN',
    },
    areaServed: { '@type': 'Country', name: layoutTexts.country },
    sameAs: [agency.facebook, agency.instagram],
  }
}

/** What the agency may have set, as JSON of the properties of `employmentAgency`. */
const optional: [OptionalKey, Record<string, unknown>][] = [
  ['phone', { telephone: agency.phone }],
  ['hours', { openingHours: agency.openingHours }],
  ['map', { hasMap: agency.map }],
  ['gstin', { taxID: agency.gstin }],
  ['licence', { identifier: { '@type': 'PropertyValue', name: reachTexts.licence, value: agency.licence } }],
  ['person', { employee: { '@type': 'Person', name: agency.person } }],
]

function optionalProperties(): string {
  const parts = optional.map(([key, property]) => {
    const { start, end } = whereSet(key)
    return `${start}${JSON.stringify(property).slice(1, -1)},${end}`
  })
  return parts.join('')
}

interface TitledPage {
  title: string
  path: string
}

function breadcrumbs({ title, path }: TitledPage) {
  const crumbs = [
    { name: linkLabels.home, path: pages.home },
    { name: title, path },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map((crumb, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: crumb.name,
      item: agency.publicUrl + here(crumb.path),
    })),
  }
}

/** The pages about the agency itself; on others its data would only lengthen the document. */
const ofTheAgency: readonly string[] = [pages.home, pages.about, pages.contact]

/** Returns a page's JSON-LD: the agency if the page is about it, and the path from home on every other page. */
export function structuredData(page: TitledPage): string {
  const graph = [
    ...(ofTheAgency.includes(page.path) ? [employmentAgency()] : []),
    ...(page.path === pages.home ? [] : [breadcrumbs(page)]),
  ]
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph })
  return json.replace(/(?<="@type":"EmploymentAgency",)/, optionalProperties)
}

/** A page in one of the languages, for search engines; `hreflang` x-default names the one for all others. */
interface Alternate {
  hreflang: string
  href: string
}

interface Page {
  path: string
  /** Its own language; it is served wherever the page is. */
  language: Language
}

/** Returns a page in every language as markup of `written`; the server leaves out languages that are not served. */
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

/** Returns the links in a document's head to the same page in each language. */
export function alternates(path: string): string {
  return alternatesOf(
    { path, language },
    ({ hreflang, href }) => `<link rel="alternate" hreflang="${hreflang}" href="${href}">`,
  )
}

/** Never loaded ahead: calls, the sandbox, and pages that start something when opened. */
const neverAhead = [
  `${api.folder}*`,
  pages.sandbox,
  `${pages.sandbox}/*`,
  ...languageCodes.flatMap((code) =>
    [pages.register, ...Object.values(recordPages).map((folder) => `${folder}*`)].map((path) =>
      addressIn(code, path),
    ),
  ),
]

/** Speculation rules: the next page is rendered while the pointer rests on its link. */
export const speculationRules = JSON.stringify({
  prerender: [
    {
      where: { and: [{ href_matches: '/*' }, { not: { href_matches: neverAhead } }] },
      eagerness: 'moderate',
    },
  ],
})
