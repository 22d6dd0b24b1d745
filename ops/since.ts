import * as z from 'zod'
import { UsageError } from './command.ts'

const day = z.iso.date()
const instant = z.iso.datetime({ offset: true })

/** Milliseconds since 1970 of a day's start in India, or of an instant; throws `UsageError` for anything else. */
export function parseSince(text: string): number {
  if (day.safeParse(text).success) return Date.parse(`${text}T00:00:00+05:30`)
  if (instant.safeParse(text).success) return Date.parse(text)
  throw new UsageError(
    `--since «${text}» is not a date: give a day such as 2026-11-20 (from its start in India), ` +
      'or an instant such as 2026-11-20T09:30:00+05:30',
  )
}
