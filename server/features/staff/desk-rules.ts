import { isRealDate } from '#contract/dates.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffCalls } from '#contract/calls/staff-calls.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import type { StaffRole } from '#contract/schemas/staff-access.ts'

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

/** A signed-in person and their session. */
export interface StaffMember {
  id: string
  name: string
  role: StaffRole
  sessionId: string
  /** Milliseconds: when the step-up ends; in the past or 0 if there is none. */
  steppedUpUntil: number
  /** Milliseconds: when this session’s passkey was last used; 0 if that no longer counts. */
  passkeyUsedAt: number
}

/** Returns the person's name as an actor in the audit log. */
export function staffActor({ id }: Pick<StaffMember, 'id'>): string {
  return `staff:${id}`
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
