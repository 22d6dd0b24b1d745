import { expect } from 'vitest'
import {
  type Applicant,
  askToken,
  decide,
  recordOf,
  register,
  verifiedVisitor,
} from '#tests/support/registration.ts'
import type { Answered } from '#tests/support/visitor.ts'
import { movedTo } from './registrations.ts'
import { untilTaken } from './write-path.ts'

/** Somebody who registers while the server is killed between each two of their steps. */
export interface LongWalk {
  /** Takes the next step, if one is left, at a server that was started again. */
  step(url: string): Promise<void>
}

/** Begins one: nothing that was done has to be done again, and a lost answer is given again. */
export function beginLongWalk(): LongWalk {
  let person: Applicant | undefined
  let token: Answered | undefined
  const records = new Set<string>()

  const steps: ((walker: Applicant) => Promise<void>)[] = [
    async (walker) => {
      token = await untilTaken(() => askToken(walker))
      expect(token.status).toBe(200)
    },
    async ({ visitor }) => {
      const chosen = token
      if (!chosen) throw new Error('a step was left out')
      expect((await untilTaken(() => decide(visitor.url, chosen, '0398'))).status).toBe(200)
    },
    registerNow,
    registerNow,
  ]

  async function registerNow(walker: Applicant): Promise<void> {
    const answer = await untilTaken(() => register(walker))
    expect(answer.status).toBe(201)
    records.add(recordOf(answer))
    expect(records.size).toBe(1)
  }

  return {
    async step(url) {
      if (!person) {
        person = await verifiedVisitor(url)
        return
      }
      person = movedTo(url, person)
      await steps.shift()?.(person)
    },
  }
}
