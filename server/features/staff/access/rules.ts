import type { StaffRole } from '#contract/schemas/staff-access.ts'

const MINUTE_MS = 60_000

/** A session is over so long after its last use, and so long after its beginning. */
export const STAFF_IDLE_MS = 30 * MINUTE_MS
export const STAFF_LIFE_MS = 12 * 60 * MINUTE_MS
/** How long a passkey that was just used allows what needs a step-up. */
export const STEP_UP_MS = 10 * MINUTE_MS
/** How long the earlier token of a session still reads, while the answer with the new one is on its way. */
export const GRACE_MS = 15_000
export const INVITATION_LIFE_MS = 30 * MINUTE_MS
export const CHALLENGE_LIFE_MS = 5 * MINUTE_MS

/** Somebody who is signed in, and by which session. */
export interface StaffMember {
  id: string
  name: string
  role: StaffRole
  sessionId: string
  /** Milliseconds: when what needs a step-up ends being allowed; in the past or 0 where it is not. */
  steppedUpUntil: number
  /** Milliseconds: when this session’s passkey was last used; 0 where that no longer counts. */
  passkeyUsedAt: number
}

/** The actor of what they do in the audit log. */
export function staffActor({ id }: Pick<StaffMember, 'id'>): string {
  return `staff:${id}`
}
