import type { App } from '#server/context.ts'
import {
  type Counting,
  countUses,
  currentUse,
  type Use,
  type UseRule,
} from '#server/platform/limits/database-counters.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** What a code is for; it proves nothing for another purpose. */
export const codePurposes = ['register', 'link', 'own_phone', 'take_back', 'resume'] as const
export type CodePurpose = (typeof codePurposes)[number]

export const CODE_LIFE_MS = 10 * 60_000

/** What is counted: a number or a record, and who asks where anybody may. A caller has a part of what the key has. */
export interface Counted {
  key: string
  caller?: string | undefined
}

/** Wrong codes: at ten a day a guess succeeds 1 in 100,000 times (docs/security.md, T1, T2). A caller leaves three of the ten to others (T6). */
const TRIES = { hour: 5, day: 10, share: 7 }

/** What a try at a code counts against; a code that is sent again gives no new tries. */
export function tryUses(of: 'aadhaar' | CodePurpose, { key, caller }: Counted): Use[] {
  const use = (name: string, rule: Omit<UseRule, 'name'>, by: string) => {
    return { rule: { name: `${of}_tries_${name}`, ...rule }, key: by }
  }
  const own = ownKey({ key, caller })
  return [
    use('hour', { points: TRIES.hour, windowMs: HOUR_MS }, own),
    ...(caller === undefined ? [] : [use('share', { points: TRIES.share, windowMs: DAY_MS }, own)]),
    use('day', { points: TRIES.day, windowMs: DAY_MS }, key),
  ]
}

/** Of the caller where one is counted, else the key. */
export function ownKey({ key, caller }: Counted): string {
  return caller === undefined ? key : `${key}|${caller}`
}

/** A code is sent with its first try paid, so that it may be entered once whatever others have guessed since. */
function firstTry(codeId: string): Use {
  return { rule: { name: 'first_try', points: 1, windowMs: DAY_MS }, key: codeId }
}

interface CountedCode {
  id: string
  sentAt: number
}

/** What a code counts against, beside the send, for its first try; one in the place of a code that nobody tried takes over what that one paid. */
export async function firstTryUses(
  { db, cipher }: App,
  { tries, before, now }: { tries: readonly Use[]; before: CountedCode | undefined; now: number },
): Promise<Use[]> {
  const earlier = before && firstTry(before.id)
  if (!before || !earlier || (await currentUse(db, cipher, earlier, now)).count > 0) return [...tries]
  const uses = [earlier]
  for (const use of tries) {
    const { count, endsAt } = await currentUse(db, cipher, use, now)
    const isPaid = count > 0 && endsAt - use.rule.windowMs <= before.sentAt
    if (!isPaid) uses.push(use)
  }
  return uses
}

/** Counts a try at a code. */
export async function countTry(
  app: App,
  { id, tries, now }: { id: string; tries: readonly Use[]; now: number },
): Promise<Counting> {
  const { db, cipher } = app
  const first = await countUses({ db, cipher }, [firstTry(id)], now)
  return first.allowed ? first : countUses(app, tries, now)
}

/** The tries at a code that are left. */
export async function triesLeft(
  { db, cipher }: App,
  { id, tries, now }: { id: string; tries: readonly Use[]; now: number },
): Promise<number> {
  let left = Infinity
  for (const use of tries) {
    const { count } = await currentUse(db, cipher, use, now)
    left = Math.min(left, Math.max(0, use.rule.points - count))
  }
  const { count } = await currentUse(db, cipher, firstTry(id), now)
  return left + 1 - count
}

/** When there are tries again (milliseconds); `now` where none of the limits is reached. */
export async function triesFrom(
  { db, cipher }: App,
  { tries, now }: { tries: readonly Use[]; now: number },
): Promise<number> {
  let from = now
  for (const use of tries) {
    const { count, endsAt } = await currentUse(db, cipher, use, now)
    if (count >= use.rule.points) from = Math.max(from, endsAt)
  }
  return from
}

/** Whether a use was counted for a try, not for the send of a code. */
export function isOfTry({ name }: Pick<UseRule, 'name'>): boolean {
  return name.includes('_tries_') || name === 'first_try'
}
