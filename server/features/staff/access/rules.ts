import type { StaffRole } from '#contract/schemas/staff-access.ts'

const MINUTE_MS = 60_000

/** A session ends this long after its last use, and this long after its beginning. */
export const STAFF_IDLE_MS = 30 * MINUTE_MS
export const STAFF_LIFE_MS = 12 * 60 * MINUTE_MS
/** How long a passkey's use allows actions that need a step-up. */
export const STEP_UP_MS = 10 * MINUTE_MS
/** How long the previous token of a session is valid for reading, while the answer with the new one is on its way. */
export const GRACE_MS = 15_000
export const INVITATION_LIFE_MS = 30 * MINUTE_MS
export const CHALLENGE_LIFE_MS = 5 * MINUTE_MS

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
