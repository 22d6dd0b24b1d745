import { agency } from '#contract/schemas/agency.ts'
import { pages } from '#contract/paths.ts'

export interface Link {
  label: string
  href: string
}

const presentingLinks: Link[] = [
  { label: 'Home', href: pages.home },
  { label: 'About', href: pages.about },
  { label: 'Services', href: pages.services },
  { label: 'Contact', href: pages.contact },
]

/** The links of the top bar and of the overlay menu. */
export const mainLinks: Link[] = [...presentingLinks, { label: 'Career', href: pages.career }]

export const signUpLink: Link = { label: 'Sign Up', href: pages.register }

export const legalLinks: Link[] = [
  { label: 'Privacy Policy', href: pages.privacy },
  { label: 'Terms of Use', href: pages.terms },
  { label: 'Refund Policy', href: pages.refundPolicy },
]

export const footerColumns: { heading: string; links: Link[] }[] = [
  {
    heading: 'Quick Links',
    links: presentingLinks,
  },
  {
    heading: 'Services',
    links: [...legalLinks, { label: 'Register', href: pages.register }],
  },
]

export const socialLinks: Link[] = [
  { label: 'Facebook', href: agency.facebook },
  { label: 'Instagram', href: agency.instagram },
]

export const home = {
  welcome: `Welcome to ${agency.name},`,
  promise: 'Your Trusted HR Placement Partner',
  learnMore: {
    label: 'Learn More',
    /** For those who hear the link alone. */
    more: ` about ${agency.name}`,
    href: pages.about,
  },
  audiences: [
    { question: 'Hiring?', label: 'Services for employers', href: `${pages.services}#employers` },
    {
      question: 'Looking for work?',
      label: 'Services for job seekers',
      href: `${pages.services}#job-seekers`,
    },
  ],
  about: {
    badge: 'About Us',
    headline: 'Your Career, Our Commitment',
    intro: [
      `${agency.nameStart} connects businesses with top talent and helps job seekers find roles that suit them.`,
      'We listen to both sides before we introduce anyone: what the work really asks for, and what the person really wants. Then we stay in touch until the first day and after it.',
    ],
  },
  whatWeDo: {
    heading: 'What We Do',
    lead: 'Five sectors, one way of working: read the role closely, know the people in it, introduce the few who fit.',
  },
  mission: {
    heading: 'Mission',
    text: 'To bring people and work together honestly: employers meet candidates who fit, and job seekers reach roles in which they can grow.',
  },
  vision: {
    heading: 'Vision',
    text: 'To be the placement partner that employers call first and job seekers recommend to a friend, across India.',
  },
  testimonials: { heading: 'Testimonials' },
}

export const footerTagline = `${agency.nameStart} is your trusted HR placement partner.`

export interface Testimonial {
  id: string
  name: string
  /** The two letters drawn as the portrait. */
  monogram: string
  text: string
}

/** Fixed sample content. */
export const testimonials: Testimonial[] = [
  {
    id: 'anita-patel',
    name: 'Anita Patel',
    monogram: 'AP',
    text: 'We asked for three quality engineers and met five people, every one of them worth the hour. Two are now leading shifts. Nobody sent us a pile of CVs and hoped.',
  },
  {
    id: 'rahul-mehta',
    name: 'Rahul Mehta',
    monogram: 'RM',
    text: 'It was my first job and I did not know what to ask. They went through the offer with me line by line, told me what was normal, and called again after my first week.',
  },
  {
    id: 'farah-shaikh',
    name: 'Farah Shaikh',
    monogram: 'FS',
    text: 'Our clinic needed a night nurse within ten days. They said on day one what was possible and what was not, and the person they found is still with us.',
  },
]
