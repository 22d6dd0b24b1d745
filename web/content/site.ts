import { agency } from '#contract/schemas/agency.ts'
import { pages } from '#contract/paths.ts'
import { footerTexts, homePage, linkLabels, testimonialTexts } from '#messages/site.ts'
import { here } from '#web/lib/language.ts'

export interface Link {
  label: string
  href: string
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

export const socialLinks: Link[] = [
  { label: linkLabels.facebook, href: agency.facebook },
  { label: linkLabels.instagram, href: agency.instagram },
]

/** The two ways on from the first screen of the home page. */
export const audiences = [
  { ...homePage.employers, href: here(`${pages.services}#employers`) },
  { ...homePage.jobSeekers, href: here(`${pages.services}#job-seekers`) },
]

export interface Testimonial {
  id: string
  name: string
  /** The two letters drawn as the portrait. */
  monogram: string
  text: string
}

/** Fixed sample content. */
export const testimonials: Testimonial[] = [
  { id: 'anita-patel', ...testimonialTexts.patel },
  { id: 'rahul-mehta', ...testimonialTexts.mehta },
  { id: 'farah-shaikh', ...testimonialTexts.shaikh },
]
