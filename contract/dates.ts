/** India has one time zone without daylight saving time. */
const IST_MS = 5.5 * 60 * 60 * 1000

/** Returns the time in India as YYYY-MM-DDTHH:MM:SS. Locales are not used, because browsers differ. */
export function indianTime(at: number): string {
  return new Date(at + IST_MS).toISOString().slice(0, 19)
}

/** Returns a day and time in India (`2026-11-30T11:00`) in milliseconds; undefined for any other text. */
export function indianMoment(written: string): number | undefined {
  const [day = '', time = ''] = written.split('T')
  const at = /^\d{2}:\d{2}$/.test(time) && isRealDate(day) ? Date.parse(`${written}:00+05:30`) : NaN
  return Number.isNaN(at) ? undefined : at
}

/** Returns the day in India at a time in milliseconds, as YYYY-MM-DD. */
export function todayInIndia(now: number = Date.now()): string {
  return indianTime(now).slice(0, 10)
}

/** Returns whether a text is an existing day, YYYY-MM-DD. */
export function isRealDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

const moment = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i

/**
 * Converts a day (DD-MM-YYYY, DD/MM/YYYY or ISO 8601) to YYYY-MM-DD and returns any other text as it is. A time in UTC
 * gives the day in India: browsers there write midnight as 18:30 of the day before.
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
 * Returns the time in milliseconds before which unanswered messages are late: the working days promised in the receipt
 * have passed. The day of arrival, Saturdays and Sundays do not count.
 */
export function lateBefore(now: number, workingDays: number): number {
  let day = Date.parse(`${todayInIndia(now)}T00:00:00Z`)
  for (let left = workingDays; left > 0;) {
    day -= DAY_MS
    if (![0, 6].includes(new Date(day).getUTCDay())) left -= 1
  }
  return day - IST_MS
}

/** The duration of a mandate: forty years less three days (specification section 9). */
const DEBIT_YEARS = 40
const DEBIT_MARGIN_DAYS = 3

/** Returns the first and last day of a mandate set up at that time, as YYYY-MM-DD in India. */
export function debitPeriod(now: number = Date.now()): { start: string; end: string } {
  const start = todayInIndia(now)
  const end = new Date(`${start}T00:00:00Z`)
  end.setUTCFullYear(end.getUTCFullYear() + DEBIT_YEARS)
  end.setUTCDate(end.getUTCDate() - DEBIT_MARGIN_DAYS)
  return { start, end: end.toISOString().slice(0, 10) }
}

/** Converts YYYY-MM-DD to DD-MM-YYYY, the gateway's format. */
export function dayMonthYear(date: string): string {
  return date.split('-').reverse().join('-')
}
