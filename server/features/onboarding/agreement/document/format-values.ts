import { indianTime } from '#contract/dates.ts'
import type { Language } from '#contract/messages/languages.ts'
import { fill } from '#contract/messages/sentences.ts'
import type { AgreementBlock } from '#contract/schemas/agreements.ts'
import { dictionaries } from '#server/platform/requested-language.ts'

// Our own rules rather than Intl's, which change with its data: the same data must always make the same document.

/** A day YYYY-MM-DD as «20 November 2026». */
export function formatDay(day: string, language: Language): string {
  const { months, day: order } = dictionaries[language].agreementTimes
  const [year = '', month = '', date = ''] = day.split('-')
  return fill(order, { date: Number(date), month: months[Number(month) - 1] ?? month, year })
}

/** The day so many days later, as YYYY-MM-DD. */
export function daysLater(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** «20 November 2026, 19:33:05 IST (UTC+05:30)». */
export function formatIst(time: number, language: Language): string {
  const [day = '', clock = ''] = indianTime(time).split('T')
  return fill(dictionaries[language].agreementTimes.india, { day: formatDay(day, language), clock })
}

/** «2026-11-20 14:03:05 UTC», in every language. */
export function formatUtc(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** Rupees with India's commas: 1234567.5 as «₹12,34,567.50», in every language. */
export function formatRupees(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.')
  const last = whole.slice(-3)
  const rest = whole.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, ',')
  const paise = Number(fraction) === 0 ? '' : `.${fraction.padEnd(2, '0')}`
  return `₹${rest ? `${rest},` : ''}${last}${paise}`
}

export function paragraph(text: string): AgreementBlock {
  return { kind: 'paragraph', text }
}

export function table(caption: string, rows: readonly (readonly [string, string])[]): AgreementBlock {
  return { kind: 'table', caption, rows: rows.map(([label, value]) => ({ label, value })) }
}
