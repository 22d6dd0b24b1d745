/** The sectors of the home page, and `other`. */
export const vacancySectors = [
  'technology',
  'healthcare',
  'finance',
  'marketing',
  'engineering',
  'other',
] as const
export type VacancySector = (typeof vacancySectors)[number]

/** Their names at the desk. */
export const sectorNames: Readonly<Record<VacancySector, string>> = {
  technology: 'Information Technology',
  healthcare: 'Healthcare',
  finance: 'Finance',
  marketing: 'Marketing',
  engineering: 'Engineering',
  other: 'Other',
}
