const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** India's time is that of UTC and so much. */
const INDIA_MS = 5.5 * HOUR_MS

/**
 * What a person is reminded of, and how many days after it began to wait each reminder goes: at most three, and none at
 * night in India.
 */
export const reminderDays = {
  agreement: [1, 3, 7],
  mandate: [1, 3, 7],
  document: [2, 5],
} as const satisfies Record<string, readonly number[]>
export type ReminderSubject = keyof typeof reminderDays
export const reminderSubjects = Object.keys(reminderDays) as ReminderSubject[]

/** Hours of the day in India in which no reminder goes: from the first on, before the second. */
const nightInIndia = { from: 21, to: 9 } as const

/** Whether no reminder may go at that time (milliseconds): what is due then waits for the morning. */
export function isNightInIndia(now: number): boolean {
  const hour = Math.floor((now + INDIA_MS) / HOUR_MS) % 24
  return hour >= nightInIndia.from || hour < nightInIndia.to
}

/** The first and the last day after which a reminder goes, in milliseconds, and the number of the last. */
export function reminderSpan(subject: ReminderSubject): { firstMs: number; lastMs: number; last: number } {
  const days = reminderDays[subject]
  return { firstMs: Math.min(...days) * DAY_MS, lastMs: Math.max(...days) * DAY_MS, last: days.length }
}

/**
 * The number of the reminder that is due, from 1 on, or undefined: where several are due at once (the server was off, or the
 * clock jumped) that is the last of them, so that one mail goes; and none goes within a day of the one before. `since` is
 * when it began to wait, `sent` the number of the last that went (0: none), `sentAt` when; times in milliseconds.
 */
export function dueReminder(
  subject: ReminderSubject,
  { since, sent, sentAt, now }: { since: number; sent: number; sentAt: number; now: number },
): number | undefined {
  const due = reminderDays[subject].filter((days) => now >= since + days * DAY_MS).length
  return due > sent && (sent === 0 || now >= sentAt + DAY_MS) ? due : undefined
}
