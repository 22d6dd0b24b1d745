import { formatWords } from './words.ts'
import { statusNames } from '#contract/messages/staff.ts'
import type { RecordStatus } from '#contract/schemas/staff-records.ts'

const zone = { timeZone: 'Asia/Kolkata' }
const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', ...zone })
const time = new Intl.DateTimeFormat('en-IN', { timeStyle: 'short', ...zone })

/** An instant as people here write it, in India's time: the day, and the time. */
function whenParts(instant: string): string[] {
  const date = new Date(instant)
  return [day.format(date), time.format(date)]
}

/** A day in India (`2026-01-31`) as people here write it. */
export function dayText(date: string): string {
  return day.format(new Date(`${date}T12:00:00+05:30`))
}

export function whenText(instant: string): string {
  return whenParts(instant).join(', ')
}

/** The time of an instant alone. */
export function timeText(instant: string): string {
  return time.format(new Date(instant))
}

const HOUR_MS = 3_600_000

/** How long ago an instant is: in days, or in hours of the first two. */
export function ageText(instant: string): string {
  const hours = Math.max(0, Math.floor((Date.now() - Date.parse(instant)) / HOUR_MS))
  if (hours === 0) return formatWords.lessThanHour
  return hours < 48 ? formatWords.hours(hours) : formatWords.days(Math.floor(hours / 24))
}

/** The age of what happened at an instant; the instant itself for whoever points at it. */
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

/** How something stands, told by its words; the sign before them only helps the eye. */
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
