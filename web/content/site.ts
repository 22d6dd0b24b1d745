import { agency, jobsOnly, testimonial, TESTIMONIALS } from '#contract/schemas/agency.ts'
import { jobSeekerServices } from '#contract/fields/services.ts'
import { pages } from '#contract/paths.ts'
import { footerTexts, homePage, linkLabels } from '#messages/site.ts'
import { here } from '#web/lib/page.ts'
import { sectorTexts, servicesPage, serviceTexts } from '#messages/pages.ts'

export interface Link {
  label: string
  href: string
  /** Text tokens around a link that is not always shown. */
  only?: { start: string; end: string }
}

const presentingLinks: Link[] = [
  { label: linkLabels.home, href: here(pages.home) },
  { label: linkLabels.about, href: here(pages.about) },
  { label: linkLabels.services, href: here(pages.services) },
  { label: linkLabels.contact, href: here(pages.contact) },
]

/** The links of the top bar and of the overlay menu. */
export const mainLinks: Link[] = [...presentingLinks, { label: linkLabels.career, href: here(pages.career) }]

export const signUpLink: Link = { label: linkLabels.signUp, href: here(pages.register) }

export const legalLinks: Link[] = [
  { label: linkLabels.privacy, href: here(pages.privacy) },
  { label: linkLabels.terms, href: here(pages.terms) },
  { label: linkLabels.refundPolicy, href: here(pages.refundPolicy) },
]

export const footerColumns: { heading: string; links: Link[] }[] = [
  {
    heading: footerTexts.quickLinks,
    links: presentingLinks,
  },
  {
    heading: footerTexts.services,
    links: [...legalLinks, { label: linkLabels.register, href: here(pages.register) }],
  },
]

/** The ways to work, apart from the columns, whose content the specification fixes. */
export const workLinks: Link[] = [
  { label: linkLabels.career, href: here(pages.career) },
  { label: linkLabels.jobs, href: here(pages.jobs), only: jobsOnly },
]

export const socialLinks: Link[] = [
  { label: linkLabels.facebook, href: agency.facebook },
  { label: linkLabels.instagram, href: agency.instagram },
]

/** The two ways on from the first screen of the home page. */
/** Whom the home page addresses, and where it leads them; people who look for work, while no job is open. */
export const audiences = {
  employers: { ...homePage.employers, href: here(`${pages.services}#employers`) },
  jobSeekers: { ...homePage.jobSeekers, href: here(`${pages.services}#job-seekers`) },
}

/** The agency's own, or samples; `monogram` is drawn as the portrait. */
export const testimonials = Array.from({ length: TESTIMONIALS }, (_, at) => testimonial(at + 1))

export type ServiceIcon = keyof typeof serviceTexts

export interface Service {
  icon: ServiceIcon
  title: string
  text: string
  /** The address of its form. */
  href: string
}

export interface ServiceGroup {
  /** Anchor on the page. */
  id: string
  heading: string
  intro: string
  /** The words of the link to a service's form. */
  action: string
  services: Service[]
}

/** The text that starts the enquiry of an employer (`data-about` on the contact page). */
function forEmployers(icon: ServiceIcon): Service {
  return { icon, ...serviceTexts[icon], href: here(`${pages.contact}?about=${icon}`) }
}

/** The service that a job seeker's form names (`service`). */
function forJobSeekers(icon: ServiceIcon): Service {
  return { icon, ...serviceTexts[icon], href: here(`${pages.career}?service=${icon}`) }
}

export const serviceGroups: ServiceGroup[] = [
  {
    id: 'employers',
    ...servicesPage.employers,
    services: (['screening', 'staffing', 'executive', 'payroll'] as const).map(forEmployers),
  },
  {
    id: 'job-seekers',
    ...servicesPage.jobSeekers,
    services: jobSeekerServices.map(forJobSeekers),
  },
]

export type SectorIcon = keyof typeof sectorTexts

interface Sector {
  icon: SectorIcon
  name: string
  /** The roles in one line. */
  roles: string
  /** What we look for, for the About page. */
  detail: string
}

const sectorOrder = ['technology', 'healthcare', 'finance', 'marketing', 'engineering'] as const

export const sectors: Sector[] = sectorOrder.map((icon) => ({ icon, ...sectorTexts[icon] }))
