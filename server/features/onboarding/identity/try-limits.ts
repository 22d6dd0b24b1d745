import type { App } from '#server/context.ts'
import { currentUse, take, type Taken, type Use } from '#server/platform/limits/database-counters.ts'
import { ifLeft } from '#server/platform/limits/limit-reached.ts'
import type { CodePurpose } from './code-store.ts'

/** What is counted: a number or a record and, where anybody may ask, the caller, who has a part of the key's tries. */
export interface Counted {
  key: string
  caller?: string | undefined
}

/** Returns what a try at a code counts against; sending the code again gives no new tries. */
export function tryUses(of: 'aadhaar' | CodePurpose, { key, caller }: Counted): Use[] {
  const own = `${of}|${ownKey({ key, caller })}`
  return [
    { rule: 'tries_hour', key: own },
    ...(caller === undefined ? [] : [{ rule: 'tries_share', key: own } as const]),
    { rule: 'tries_day', key: `${of}|${key}` },
  ]
}

/** Returns the caller's key if callers are counted, otherwise the key. */
export function ownKey({ key, caller }: Counted): string {
  return caller === undefined ? key : `${key}|${caller}`
}

/** Each code comes with one try of its own, so that it can be entered once however much others have guessed. */
function firstTry(codeId: string): Use {
  return { rule: 'first_try', key: codeId }
}

interface CountedCode {
  id: string
  sentAt: number
}

/** Returns the first try of a code that is sent. A code that replaces an untried one takes over its first try. */
export async function firstTryUses(
  app: App,
  { tries, before }: { tries: readonly Use[]; before: CountedCode | undefined },
): Promise<Use[]> {
  const earlier = before && firstTry(before.id)
  if (!before || !earlier || (await currentUse(app, earlier)).count > 0) return [...tries]
  const uses = [earlier]
  for (const use of tries) {
    const { count, endsAt, windowMs } = await currentUse(app, use)
    const isPaid = count > 0 && endsAt - windowMs <= before.sentAt
    if (!isPaid) uses.push(use)
  }
  return uses
}

interface TriedCode {
  id: string
  tries: readonly Use[]
}

/** Counts a try at a code; throws `LimitReached` if none is left. */
export async function countTry(app: App, { id, tries }: TriedCode): Promise<Taken[]> {
  // Without `counters`, since a spent first try does not refuse anybody yet.
  const { db, cipher, clock, config } = app
  return (await ifLeft(take({ db, cipher, clock, config }, [firstTry(id)]))) ?? take(app, tries)
}

/** Returns the number of tries left for a code. */
export async function triesLeft(app: App, { id, tries }: TriedCode): Promise<number> {
  const left = await Promise.all(tries.map(async (use) => (await currentUse(app, use)).left))
  return Math.min(...left) + (await currentUse(app, firstTry(id))).left
}

/** Returns the milliseconds until there are tries again; 0 if no limit is reached. */
export async function waitForTries(app: App, tries: readonly Use[]): Promise<number> {
  const current = await Promise.all(tries.map(async (use) => currentUse(app, use)))
  const reached = current.filter(({ left }) => left === 0)
  return Math.max(0, ...reached.map(({ endsAt }) => endsAt - app.clock.now()))
}

/** Returns whether a use was counted for a try and not for the send of a code. */
export function isOfTry({ rule }: Pick<Use, 'rule'>): boolean {
  return rule.startsWith('tries_') || rule === 'first_try'
}
