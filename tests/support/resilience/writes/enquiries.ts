import { expect } from 'vitest'
import { listEnquiries, type StoredEnquiry } from '#server/features/enquiries/store.ts'
import { collect } from '#tests/support/collect.ts'
import { type Answer, goodEnquiry, postEnquiry } from '#tests/support/enquiry.ts'
import { payloadsOf } from '#tests/support/resilience/stored.ts'
import { atOnce, orCut, type WritePath } from './write-path.ts'

const WRITERS = 8

export interface Enquiries extends WritePath {
  /** Sends one and notes whether it was acknowledged; nothing where the line was cut. */
  send(url: string): Promise<Answer | undefined>
  /** What was acknowledged, in order. */
  names(): string[]
}

/** Enquiries, some of them in one commit: each with the job that tells of it, or not at all. */
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

  async function sendUntilItDies(url: string): Promise<void> {
    for (let answer = await send(url); answer; answer = await send(url)) {
      // A busy machine sheds some, which are then not acknowledged.
      expect([201, 503]).toContain(answer.status)
    }
  }

  return {
    name: 'enquiries',
    send,
    names: () => [...acknowledged],
    prepare: async () => undefined,
    write: (url) => atOnce(WRITERS, () => sendUntilItDies(url)),
    acknowledged: () => acknowledged.size,
    comeBack: async () => undefined,
    async compare(kept) {
      const there: StoredEnquiry[] = await collect(
        listEnquiries(kept.db, kept.cipher, { since: 0, unreadable: expect.unreachable }),
      )
      const names = new Set(there.map(({ name }) => name))
      expect([...acknowledged].filter((name) => !names.has(name))).toEqual([])
      expect([...names].filter((name) => !asked.has(name))).toEqual([])
      expect(there.length).toBe(names.size)
      const told = await payloadsOf(kept, 'enquiries.tell-agency')
      expect(told.map(({ enquiryId }) => enquiryId).sort()).toEqual(there.map(({ id }) => id).sort())
    },
  }
}
