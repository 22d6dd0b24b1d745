import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '#tests/support/enquiry.ts'
import type { Kept } from '#tests/support/resilience/stored.ts'

/** One way in which something of visitors is written down, used while the server may end at any moment. */
export interface WritePath {
  name: string
  /** What the writes stand on, made at a server that lives. */
  prepare(url: string): Promise<void>
  /** Writes until the line is cut, or until nothing is left to be written. */
  write(url: string): Promise<void>
  /** How many answers have promised something so far. */
  acknowledged(): number
  /** What people do when the server is there again. */
  comeBack(url: string): Promise<void>
  /** Throws where something that was promised is lost, half there or there twice. */
  compare(kept: Kept): Promise<void>
}

/** What is answered, or nothing where the line was cut. */
export async function orCut<Value extends Answer>(answer: Promise<Value>): Promise<Value | undefined> {
  return answer.catch((error: unknown) => {
    // What `fetch` throws when the line is cut.
    if (error instanceof TypeError) return undefined
    throw error
  })
}

/** Asks again while a busy server sheds what it is asked. */
export async function untilTaken<Value extends Answer>(ask: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask()
    if (answer.status !== 503 || tries === 100) return answer
    await sleep(200)
  }
}

/** Does the same work so many times at once. */
export async function atOnce(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, index) => work(index)))
}
