import { formatWords } from './words.ts'
import { statusNames } from '#contract/messages/staff.ts'
import type { RecordStatus } from '#contract/schemas/staff-records.ts'

const zone = { timeZone: 'Asia/Kolkata' }
const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', ...zone })
const time = new Intl.DateTimeFormat('en-IN', { timeStyle: 'short', ...zone })

/** Formats an instant in India's time as staff write it: the day, and the time. */
function whenParts(instant: string): string[] {
  const date = new Date(instant)
  return [day.format(date), time.format(date)]
}

/** Formats a day in India (`2026-01-31`) as staff write it. */
export function dayText(date: string): string {
  return day.format(new Date(`${date}T12:00:00+05:30`))
}

export function whenText(instant: string): string {
  return whenParts(instant).join(', ')
}

export function timeText(instant: string): string {
  return time.format(new Date(instant))
}

const HOUR_MS = 3_600_000

/** Returns how long ago an instant is: in days, or in hours within the first two days. */
export function ageText(instant: string): string {
  const hours = Math.max(0, Math.floor((Date.now() - Date.parse(instant)) / HOUR_MS))
  if (hours === 0) return formatWords.lessThanHour
  return hours < 48 ? formatWords.hours(hours) : formatWords.days(Math.floor(hours / 24))
}

/** The age of an event, with its exact time for a pointer over it. */
export function Age({ of }: { of: string }) {
  return (
    <time dateTime={of} title={whenText(of)} className="whitespace-nowrap digits">
      {ageText(of)}
    </time>
  )
}

const signs = {
  open: 'before:rounded-full before:border-2 before:border-accent',
  new: 'before:rounded-full before:border-5 before:border-marigold',
  good: 'before:rounded-full before:border-5 before:border-success',
  bad: 'before:border-5 before:border-error',
  past: 'before:rounded-full before:border-2 before:border-dotted before:border-edge',
} as const

interface MarkProps {
  tone: keyof typeof signs
  children: string
}

/** A status in words; the sign before them is for the eye only. */
export function Mark({ tone, children }: MarkProps) {
  return (
    <span className={`inline-flex items-center gap-[0.4rem] before:size-2.5 before:shrink-0 ${signs[tone]}`}>
      {children}
    </span>
  )
}

const tones: Partial<Record<RecordStatus, MarkProps['tone']>> = {
  new: 'new',
  won: 'good',
  placed: 'good',
  active: 'good',
  mandate_failed: 'bad',
  signed_mandate_failed: 'bad',
  closed: 'past',
  rejected: 'past',
  withdrawn: 'past',
}

export function StatusMark({ status }: { status: RecordStatus }) {
  return <Mark tone={tones[status] ?? 'open'}>{statusNames[status]}</Mark>
}
