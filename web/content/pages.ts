import { sectorTexts, servicesPage, serviceTexts } from '#messages/pages.ts'

export type ServiceIcon = keyof typeof serviceTexts

export interface Service {
  icon: ServiceIcon
  title: string
  text: string
}

export interface ServiceGroup {
  /** Anchor on the page. */
  id: string
  heading: string
  intro: string
  services: Service[]
}

function service(icon: ServiceIcon): Service {
  return { icon, ...serviceTexts[icon] }
}

export const serviceGroups: ServiceGroup[] = [
  {
    id: 'employers',
    ...servicesPage.employers,
    services: [service('screening'), service('staffing'), service('executive'), service('payroll')],
  },
  {
    id: 'job-seekers',
    ...servicesPage.jobSeekers,
    services: [service('search'), service('interview'), service('counselling')],
  },
]

export type SectorIcon = keyof typeof sectorTexts

export interface Sector {
  icon: SectorIcon
  name: string
  /** What the roles are, in one line. */
  roles: string
  /** What we look for, for the About page. */
  detail: string
}

const sectorOrder = ['technology', 'healthcare', 'finance', 'marketing', 'engineering'] as const

export const sectors: Sector[] = sectorOrder.map((icon) => ({ icon, ...sectorTexts[icon] }))
