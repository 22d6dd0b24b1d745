import type { Db } from '#server/platform/db/client.ts'
import { currentUse, type Use } from '#server/platform/rate-limit/database-counters.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { attemptsRules } from './aadhaar-rules.ts'

const { hour, day } = attemptsRules

/** What one code tried for a number counts against, whichever send it is for: a resend gives no new tries. */
export function attemptUses(index: string): [Use, Use] {
  return [
    { rule: hour, key: index },
    { rule: day, key: index },
  ]
}

/** How many more codes may be tried after so many. */
export function leftAfter(ofHour: number, ofDay: number): number {
  return Math.max(0, Math.min(hour.points - ofHour, day.points - ofDay))
}

/** How many codes may be tried for a number, and until when none where none may. */
export async function currentAttempts(
  deps: { db: Db; cipher: FieldCipher },
  index: string,
  now: number,
): Promise<{ left: number; blockedUntil?: number }> {
  const [ofHour, ofDay] = attemptUses(index)
  const inHour = await currentUse(deps, ofHour, now)
  const inDay = await currentUse(deps, ofDay, now)
  const left = leftAfter(inHour.count, inDay.count)
  if (left > 0) return { left }
  return { left, blockedUntil: inDay.count >= day.points ? inDay.endsAt : inHour.endsAt }
}
