import { isRealDate } from '#contract/dates.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffCalls } from '#contract/calls/staff-calls.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import type { StaffMember } from './access/rules.ts'

export interface DeskStores {
  db: Db
  cipher: FieldCipher
}

/** Formats milliseconds as answers have them. */
export function iso(at: number): string {
  return new Date(at).toISOString()
}

const dayOnly = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' })

/** Formats a calendar day for the desk; returns other texts unchanged. */
export function dayText(day: string): string {
  return isRealDate(day) ? dayOnly.format(new Date(day)) : day
}

export type DeskHandlers = Handlers<
  StaffCalls,
  {
    /** The signed-in person; present unless the call needs no session. */
    staff: StaffMember
    /** The person's name in the audit log. */
    actor: string
  }
>

/** The answer of a call that returns no data. */
export const ok = { ok: true } as const
