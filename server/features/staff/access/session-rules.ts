const MINUTE_MS = 60_000

/** A session ends this long after its last use, and this long after its beginning. */
export const STAFF_IDLE_MS = 30 * MINUTE_MS
export const STAFF_LIFE_MS = 12 * 60 * MINUTE_MS
/** How long a passkey's use allows actions that need a step-up. */
export const STEP_UP_MS = 10 * MINUTE_MS
export const INVITATION_LIFE_MS = 30 * MINUTE_MS
export const CHALLENGE_LIFE_MS = 5 * MINUTE_MS
