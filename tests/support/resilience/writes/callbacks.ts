import { expect } from 'vitest'
import { api } from '#contract/paths.ts'
import { createRecordLinks } from '#server/platform/db/record-links.ts'
import { genuineAnswer } from '#tests/support/gateway-store.ts'
import type { Place } from '#tests/support/place.ts'
import { newVisitor } from '#tests/support/visitor.ts'
import { openKept, payloadsOf } from '#tests/support/resilience/stored.ts'
import type { Registered } from './registrations.ts'
import { atOnce, orCut, type WritePath } from './write-path.ts'

const WRITERS = 4
/** In the order in which the gateway may tell them: the mandate stands in the end. */
const outcomes = ['0398', '0392', '0399', '0300'] as const

interface Message {
  transactionId: string
  text: string
}

/** What the gateway tells of its own accord, again and again: each word of it stands once, and counts. */
export function writeCallbacks(place: Place, people: () => Registered[]): WritePath {
  const messages: Message[] = []
  const acknowledged = new Set<Message>()

  async function tellUntilItDies(url: string, first: number): Promise<void> {
    for (let at = first; ; at += 1) {
      const message = messages[at % messages.length]
      if (!message) return
      const call = `${api.gatewayCallback}?msg=${encodeURIComponent(message.text)}`
      const answer = await orCut(newVisitor(url).get(call))
      if (!answer) return
      if (answer.status === 503) continue
      expect([answer.status, answer.body.message.endsWith('|1')]).toEqual([200, true])
      acknowledged.add(message)
    }
  }

  return {
    name: 'callbacks of the gateway',
    async prepare() {
      await using deps = await openKept(place)
      for (const { transactionId } of people()) {
        for (const status of outcomes) {
          const change = { status, mandateRegNo: status === '0300' ? '970000001' : '' }
          messages.push({ transactionId, text: await genuineAnswer({ deps }, transactionId, change) })
        }
      }
    },
    write: (url) => atOnce(WRITERS, (index) => tellUntilItDies(url, index * outcomes.length)),
    acknowledged: () => acknowledged.size,
    comeBack: async () => undefined,
    async compare(kept) {
      const told = await payloadsOf(kept, 'registrations.tell-failure')
      for (const { id: link, transactionId } of people()) {
        const id = await createRecordLinks(kept).find(link)
        const mandate = await kept.db
          .selectFrom('mandates')
          .select(['id', 'status'])
          .where('transaction_id', '=', transactionId)
          .executeTakeFirstOrThrow()
        const events = await kept.db
          .selectFrom('mandate_events')
          .select(['source', 'status', 'digest'])
          .where('mandate_id', '=', mandate.id)
          .execute()
        const called = events.filter(({ source }) => source === 'callback')
        const promised = [...acknowledged].filter((message) => message.transactionId === transactionId)
        expect(called.length).toBeGreaterThanOrEqual(promised.length)
        expect(new Set(called.map(({ digest }) => digest)).size).toBe(called.length)
        const learnt = events.map(({ status }) => status)
        expect(learnt.includes('active') ? ['active'] : learnt).toContain(mandate.status)
        expect(told.filter(({ executiveId }) => executiveId === id).length).toBeLessThanOrEqual(1)
      }
    },
  }
}
