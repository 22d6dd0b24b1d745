import type { App } from '#server/context.ts'
import { currentUse, take, type Taken, type Use } from '#server/platform/limits/database-counters.ts'
import { ifLeft } from '#server/platform/limits/limit-reached.ts'
import type { CodePurpose } from './code-store.ts'

/** What is counted: a number or a record, and who asks where anybody may. A caller has a part of what the key has. */
export interface Counted {
  key: string
  caller?: string | undefined
}

/** What a try at a code counts against; a code that is sent again gives no new tries. */
export function tryUses(of: 'aadhaar' | CodePurpose, { key, caller }: Counted): Use[] {
  const own = `${of}|${ownKey({ key, caller })}`
  return [
    { rule: 'tries_hour', key: own },
    ...(caller === undefined ? [] : [{ rule: 'tries_share', key: own } as const]),
    { rule: 'tries_day', key: `${of}|${key}` },
  ]
}

/** Of the caller where one is counted, else the key. */
export function ownKey({ key, caller }: Counted): string {
  return caller === undefined ? key : `${key}|${caller}`
}

/** A code is sent with its first try paid, so that it may be entered once whatever others have guessed since. */
function firstTry(codeId: string): Use {
  return { rule: 'first_try', key: codeId }
}

interface CountedCode {
  id: string
  sentAt: number
}

/**
 * Returns what a code counts against for its first try, beside its send. A code that replaces one that nobody tried takes over
 * what that one paid.
 */
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

/** Counts a try at a code; throws `LimitReached` where there is none left. */
export async function countTry(app: App, { id, tries }: TriedCode): Promise<Taken[]> {
  // Without `counters`: a first try that is spent refuses nobody yet.
  const { db, cipher, clock, config } = app
  return (await ifLeft(take({ db, cipher, clock, config }, [firstTry(id)]))) ?? take(app, tries)
}

/** The tries at a code that are left. */
export async function triesLeft(app: App, { id, tries }: TriedCode): Promise<number> {
  const left = await Promise.all(tries.map(async (use) => (await currentUse(app, use)).left))
  return Math.min(...left) + (await currentUse(app, firstTry(id))).left
}

/** Milliseconds until there are tries again; 0 where none of the limits is reached. */
export async function waitForTries(app: App, tries: readonly Use[]): Promise<number> {
  const current = await Promise.all(tries.map(async (use) => currentUse(app, use)))
  const reached = current.filter(({ left }) => left === 0)
  return Math.max(0, ...reached.map(({ endsAt }) => endsAt - app.clock.now()))
}

/** Whether a use was counted for a try, not for the send of a code. */
export function isOfTry({ rule }: Pick<Use, 'rule'>): boolean {
  return rule.startsWith('tries_') || rule === 'first_try'
}
