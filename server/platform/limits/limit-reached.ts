import { tooManyRequests } from '#contract/messages/with-values.ts'
import { Refused } from '#server/platform/http/http-errors.ts'
import type { Rule } from './rules.ts'

/** A rule allows no more for so many milliseconds. Thrown, and answered like any refusal. */
export class LimitReached extends Refused {
  readonly rule: string
  readonly waitMs: number

  constructor(name: string, { refusal = tooManyRequests }: Rule, waitMs: number) {
    const waitSeconds = Math.max(1, Math.ceil(waitMs / 1000))
    super(
      refusal === 'step_up'
        ? { code: 'step_up' }
        : { code: 'rate_limited', message: refusal(waitSeconds), waitSeconds },
    )
    this.rule = name
    this.waitMs = waitMs
  }
}

export async function ifLeft<Taken>(taking: Promise<Taken>): Promise<Taken | undefined> {
  try {
    return await taking
  } catch (error) {
    if (error instanceof LimitReached) return undefined
    throw error
  }
}
