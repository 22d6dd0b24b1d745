export type SectorIcon = 'technology' | 'healthcare' | 'finance' | 'marketing' | 'engineering'

export interface Sector {
  icon: SectorIcon
  name: string
  /** What the roles are, in one line. */
  roles: string
  /** What we look for, for the About page. */
  detail: string
}

export const sectors: Sector[] = [
  {
    icon: 'technology',
    name: 'Information Technology',
    roles: 'Developers, testers, support engineers and the people who lead them.',
    detail:
      'We read code samples and tickets, not only job titles, so that a shortlist names people who have done the work before.',
  },
  {
    icon: 'healthcare',
    name: 'Healthcare',
    roles: 'Nurses, technicians, pharmacists and hospital administration.',
    detail: 'Registrations and shifts are settled first: who may practise, where, and at which hours.',
  },
  {
    icon: 'finance',
    name: 'Finance',
    roles: 'Accountants, auditors, credit and branch operations.',
    detail: 'References are taken before an interview, because trust with money is the first qualification.',
  },
  {
    icon: 'marketing',
    name: 'Marketing',
    roles: 'Brand, digital, content and field sales teams.',
    detail: 'We ask what was sold, to whom and with which result, and pass the answer on with the profile.',
  },
  {
    icon: 'engineering',
    name: 'Engineering',
    roles: 'Production, maintenance, quality and design engineers.',
    detail: 'From textile mills to chemical plants: people who know the machine and the safety rule.',
  },
]
