import { expect } from 'vitest'
import { type Answer, goodEnquiry, listEnquiries, postEnquiry } from '#tests/support/enquiry.ts'
import { type Kept, payloadsOf } from '#tests/support/resilience/stored.ts'

/** One way of writing visitors' data, used while the server may end at any moment. */
export interface WritePath {
  name: string
  /** Makes what the writes need, while the server runs. */
  prepare?(url: string): Promise<void>
  /** Writes until the connection breaks, or nothing is left to write. */
  write(url: string): Promise<unknown>
  /** How many answers have promised something so far. */
  acknowledged(): number
  /** What people do when the server is back. */
  comeBack?(url: string): Promise<void>
  /** Throws if something that was promised is lost, incomplete or there twice. */
  compare(kept: Kept): Promise<void>
}

/** Returns the answer, or undefined if the connection broke. */
export async function orCut<Value extends Answer>(answer: Promise<Value>): Promise<Value | undefined> {
  return answer.catch((error: unknown) => {
    // `fetch` throws this if the connection breaks.
    if (error instanceof TypeError) return undefined
    throw error
  })
}

/** Does the same work so many times at once, repeatedly until the connection breaks. */
export function untilCut(count: number, work: (index: number) => Promise<Answer | undefined>) {
  const worker = async (index: number) => {
    while (await work(index));
  }
  return Promise.all(Array.from({ length: count }, (_, index) => worker(index)))
}

export interface Enquiries extends WritePath {
  /** Sends one and records whether it was acknowledged; undefined if the connection broke. */
  send(url: string): Promise<Answer | undefined>
  /** Acknowledged names, in order. */
  names(): string[]
}

/** Enquiries, some in one commit: each is stored with its job, or not at all. */
export function writeEnquiries(): Enquiries {
  const asked = new Set<string>()
  const acknowledged = new Set<string>()

  async function send(url: string): Promise<Answer | undefined> {
    const name = `enquiry ${asked.size}`
    asked.add(name)
    const answer = await orCut(postEnquiry(url, { ...goodEnquiry, name }))
    if (answer?.status === 201) acknowledged.add(name)
    return answer
  }

  return {
    name: 'enquiries',
    send,
    names: () => [...acknowledged],
    write(url) {
      const enough = asked.size + 100
      return untilCut(8, async () => {
        const answer = asked.size < enough ? await send(url) : undefined
        // A busy machine sheds some, which are then not acknowledged.
        if (answer) expect([201, 503]).toContain(answer.status)
        return answer
      })
    },
    acknowledged: () => acknowledged.size,
    async compare(kept) {
      const listed = listEnquiries(kept.db, kept.cipher, { since: 0, unreadable: expect.unreachable })
      const there = await Array.fromAsync(listed)
      const names = new Set(there.map(({ name }) => name))
      expect([...acknowledged].filter((name) => !names.has(name))).toEqual([])
      expect([...names].filter((name) => !asked.has(name))).toEqual([])
      expect(there.length).toBe(names.size)
      const told = await payloadsOf(kept, 'enquiries.notify-agency')
      expect(told.map(({ enquiryId }) => enquiryId).sort()).toEqual(there.map(({ id }) => id).sort())
    },
  }
}
