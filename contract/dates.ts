/** India has had one time all year since 1945. */
const IST_MS = 5.5 * 60 * 60 * 1000

/** The time in India as YYYY-MM-DDTHH:MM:SS; without a locale, since browsers write one differently. */
export function indianTime(at: number): string {
  return new Date(at + IST_MS).toISOString().slice(0, 19)
}

/** A day and time in India (`2026-11-30T11:00`) in milliseconds; undefined for any other text. */
export function indianMoment(written: string): number | undefined {
  const [day = '', time = ''] = written.split('T')
  const at = /^\d{2}:\d{2}$/.test(time) && isRealDate(day) ? Date.parse(`${written}:00+05:30`) : NaN
  return Number.isNaN(at) ? undefined : at
}

/** The calendar day in India at a time in milliseconds, as YYYY-MM-DD. */
export function todayInIndia(now: number = Date.now()): string {
  return indianTime(now).slice(0, 10)
}

/** Whether a text is a day that a calendar has, as YYYY-MM-DD. */
export function isRealDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

const moment = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i

/**
 * A day written DD-MM-YYYY, DD/MM/YYYY or as a moment (ISO 8601) as YYYY-MM-DD; any other text as it is. A moment of
 * universal time is the day that India has then: a browser there writes midnight as half past six of the evening before.
 */
export function isoDay(written: string): string {
  const [, day, zone] = moment.exec(written) ?? []
  if (day === undefined) return written.replace(/^(\d{2})([-/])(\d{2})\2(\d{4})$/, '$4-$3-$1')
  const time = Date.parse(written)
  if (!isRealDate(day) || Number.isNaN(time)) return written
  return zone?.toUpperCase() === 'Z' ? todayInIndia(time) : day
}

const DAY_MS = 86_400_000

/**
 * What came before this time, in milliseconds, and is not answered is late: the working days that its receipt named are over.
 * The day on which something comes does not count, nor do Saturdays and Sundays.
 */
export function lateBefore(now: number, workingDays: number): number {
  let day = Date.parse(`${todayInIndia(now)}T00:00:00Z`)
  for (let left = workingDays; left > 0;) {
    day -= DAY_MS
    if (![0, 6].includes(new Date(day).getUTCDay())) left -= 1
  }
  return day - IST_MS
}

/** How long a mandate lasts: forty years less three days (specification section 9). */
const DEBIT_YEARS = 40
const DEBIT_MARGIN_DAYS = 3

/** The first and the last day of a mandate set up at that time, both as YYYY-MM-DD and of India's calendar. */
export function debitPeriod(now: number = Date.now()): { start: string; end: string } {
  const start = todayInIndia(now)
  const end = new Date(`${start}T00:00:00Z`)
  end.setUTCFullYear(end.getUTCFullYear() + DEBIT_YEARS)
  end.setUTCDate(end.getUTCDate() - DEBIT_MARGIN_DAYS)
  return { start, end: end.toISOString().slice(0, 10) }
}

/** A day YYYY-MM-DD as DD-MM-YYYY, the form the gateway takes. */
export function dayMonthYear(date: string): string {
  return date.split('-').reverse().join('-')
}
