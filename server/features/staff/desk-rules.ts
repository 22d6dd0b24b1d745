import { isRealDate } from '#contract/dates.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffCalls } from '#contract/calls/staff-calls.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import type { StaffMember } from './access/rules.ts'

/** What the desk reads from. */
export interface DeskStores {
  db: Db
  cipher: FieldCipher
}

/** A time in milliseconds as answers have it. */
export function iso(at: number): string {
  return new Date(at).toISOString()
}

const dayOnly = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' })

/** A day of a calendar as the desk writes it; any other text as it is. */
export function dayText(day: string): string {
  return isRealDate(day) ? dayOnly.format(new Date(day)) : day
}

/** What each call of the desk does. */
export type DeskHandlers = Handlers<
  StaffCalls,
  {
    /** Who is signed in; there unless the call lets somebody in. */
    staff: StaffMember
    /** How the audit log names them. */
    actor: string
  }
>

/** What a call answers that has nothing to say. */
export const ok = { ok: true } as const
