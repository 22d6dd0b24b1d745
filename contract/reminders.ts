import { indianTime } from './dates.ts'

const DAY_MS = 86_400_000

/** Subjects of reminders, and the days after which each reminder is sent: at most three, and none at night in India. */
export const reminderDays = {
  agreement: [1, 3, 7],
  mandate: [1, 3, 7],
  document: [2, 5],
} as const satisfies Record<string, readonly number[]>
export type ReminderSubject = keyof typeof reminderDays
export const reminderSubjects = Object.keys(reminderDays) as ReminderSubject[]

/** Hours in India without reminders: from the first, until the second. */
const nightInIndia = { from: 21, to: 9 } as const

/** Returns whether it is night in India at a time in milliseconds. Reminders then wait for the morning. */
export function isNightInIndia(now: number): boolean {
  const hour = Number(indianTime(now).slice(11, 13))
  return hour >= nightInIndia.from || hour < nightInIndia.to
}

/** Returns the time to the first and to the last reminder in milliseconds, and the number of the last. */
export function reminderSpan(subject: ReminderSubject): { firstMs: number; lastMs: number; last: number } {
  const days = reminderDays[subject]
  return { firstMs: Math.min(...days) * DAY_MS, lastMs: Math.max(...days) * DAY_MS, last: days.length }
}

/**
 * Returns the number of the due reminder, from 1, or undefined. If several are due (the server was off, or the clock
 * jumped), only the last is sent; and none within a day of the previous one. `since` is when the wait began, `sent` the
 * number of the last reminder (0: none), `sentAt` its time; times in milliseconds.
 */
export function dueReminder(
  subject: ReminderSubject,
  { since, sent, sentAt, now }: { since: number; sent: number; sentAt: number; now: number },
): number | undefined {
  const due = reminderDays[subject].filter((days) => now >= since + days * DAY_MS).length
  return due > sent && (sent === 0 || now >= sentAt + DAY_MS) ? due : undefined
}
