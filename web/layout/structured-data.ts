import { agency } from '#contract/schemas/agency.ts'
import { pages } from '#contract/paths.ts'
import { layoutTexts } from '#messages/layout.ts'
import { linkLabels } from '#messages/site.ts'
import { here } from '#web/lib/language.ts'

interface Page {
  title: string
  path: string
}

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

function breadcrumbs({ title, path }: Page) {
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

/** JSON-LD of a page: the agency everywhere, the way from home on every other page. */
export function structuredData(page: Page): string {
  const graph = page.path === pages.home ? [employmentAgency()] : [employmentAgency(), breadcrumbs(page)]
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': graph })
}
