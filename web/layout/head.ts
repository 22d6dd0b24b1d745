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

/** What the agency may have set of itself, as JSON of the properties of `employmentAgency`. */
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

/** The pages that are about the agency itself: elsewhere its data would only make the document longer. */
const ofTheAgency: readonly string[] = [pages.home, pages.about, pages.contact]

/** JSON-LD of a page: the agency where the page is about it, and the way from home on every page but that. */
export function structuredData(page: TitledPage): string {
  const graph = [
    ...(ofTheAgency.includes(page.path) ? [employmentAgency()] : []),
    ...(page.path === pages.home ? [] : [breadcrumbs(page)]),
  ]
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph })
  return json.replace(/(?<="@type":"EmploymentAgency",)/, optionalProperties)
}

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

/** Never fetched ahead: calls, the sandbox, and pages on which opening alone starts something. */
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

/** Speculation rules: the next page is drawn while the pointer rests on its link. */
export const speculationRules = JSON.stringify({
  prerender: [
    {
      where: { and: [{ href_matches: '/*' }, { not: { href_matches: neverAhead } }] },
      eagerness: 'moderate',
    },
  ],
})
