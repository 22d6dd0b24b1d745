import { prepareAttempt, type Attempt, type Prepared, type Terms } from './attempt.ts'

/** Milliseconds for which a token is used that waits for its click; the day of a mandate may change meanwhile. */
const FRESH_MS = 10 * 60_000

interface Held {
  key: string
  begun: number
  coming: Promise<Prepared>
  /** Once it has come. */
  attempt?: Attempt
}

export type ReadyAttempt = ReturnType<typeof createReadyAttempt>

/**
 * Gets a token and the gateway's script before the click that needs them: a browser blocks a window that is opened later
 * than its click. What is taken is gone: each window has a transaction of its own.
 */
export function createReadyAttempt(prepare = prepareAttempt, now = Date.now) {
  let held: Held | undefined

  function heldFor(terms: Terms): Held | undefined {
    return held?.key === keyOf(terms) && now() - held.begun < FRESH_MS ? held : undefined
  }
  function begin(terms: Terms): Held {
    const begun: Held = { key: keyOf(terms), begun: now(), coming: prepare(terms) }
    held = begun
    void begun.coming.then((prepared) => {
      if (prepared.ok) begun.attempt = prepared.attempt
      else if (held === begun) held = undefined
    })
    return begun
  }

  return {
    /** Begins unless it is on its way, or here, for these terms. Answers once it is here, or failed. */
    get: (terms: Terms): Promise<Prepared> => (heldFor(terms) ?? begin(terms)).coming,
    /** What is here for these terms, for the one use it has; nothing while it is on its way. */
    take(terms: Terms): Attempt | undefined {
      const attempt = heldFor(terms)?.attempt
      if (attempt) held = undefined
      return attempt
    },
    /** No window is to be opened any more. */
    drop() {
      held = undefined
    },
    has: (terms: Terms): boolean => heldFor(terms)?.attempt !== undefined,
  }
}

function keyOf({ details, maxAmount, recordId = '' }: Terms): string {
  const { accountName, accountNo, ifscCode } = details
  return JSON.stringify([accountName, accountNo, ifscCode, maxAmount, recordId])
}
