/** The sectors of the home page, and everything else. */
export const vacancySectors = [
  'technology',
  'healthcare',
  'finance',
  'marketing',
  'engineering',
  'other',
] as const
export type VacancySector = (typeof vacancySectors)[number]

/** What staff call them. */
export const sectorNames: Readonly<Record<VacancySector, string>> = {
  technology: 'Information Technology',
  healthcare: 'Healthcare',
  finance: 'Finance',
  marketing: 'Marketing',
  engineering: 'Engineering',
  other: 'Other',
}
