import { todayInIndia } from '#contract/dates.ts'
import { daysAfter, vacancyContent, type VacancyContent } from '#contract/fields/vacancy.ts'

/** Returns a day so many days after that time, YYYY-MM-DD in India. */
export function vacancyDay(now: number, days: number): string {
  return daysAfter(todayInIndia(now), days)
}

/** Returns a vacancy that is complete for publishing at that time. */
export function wholeVacancy(now: number, change: Partial<VacancyContent> = {}): VacancyContent {
  return vacancyContent.parse({
    title: 'Accountant',
    description: 'You keep the books of a textile mill: invoices, wages and the yearly accounts.\n\n'.repeat(
      3,
    ),
    confidential: true,
    agreed: true,
    agreed_by: 'R. Example',
    agreed_on: vacancyDay(now, 0),
    agreed_to_show: 'confidential',
    city: 'Surat',
    state: 'Gujarat',
    pincode: '395002',
    employment: ['full_time'],
    pay_from: 25_000,
    pay_to: 32_000,
    pay_unit: 'month',
    sector: 'finance',
    openings: 2,
    open_until: vacancyDay(now, 30),
    ...change,
  })
}
