import { recordMessages } from '#contract/messages/staff-timeline.ts'
import type { App } from '#server/context.ts'
import { meetRequest, openRequests } from '#server/features/my/store.ts'
import { gone, type DeskHandlers } from '#server/features/staff/desk-rules.ts'
import type { Db } from '#server/platform/db/client.ts'
import { readDetail } from './record-service.ts'
import { addToTimeline, findByReference } from './store.ts'

/** Documents that applicants were asked for, and that came by another way than the page of their own. */
export function requestHandlers(app: App) {
  return {
    async 'records.meetRequest'({ params: { id, reference }, staff }) {
      const { db, cipher, clock } = app
      const name = { kind: 'applications', reference } as const
      const record = await findByReference(app, name)
      if (!record) return gone
      const asked = (await openRequests(db, cipher, record.id)).find((one) => one.id === id)
      if (asked) {
        const met = { id, recordId: record.id, now: clock.now() }
        await addToTimeline(app, record, {
          // Of two who press at once, one notes it.
          id: cipher.index('record_events.id', `met ${id}`),
          ...{
            staffId: staff.id,
            kind: 'document',
            detail: { text: recordMessages.hasCome(asked.document) },
          },
          also: async (trx: Db) => void (await meetRequest(trx, met)),
        })
      }
      return (await readDetail(app, name)) ?? gone
    },
  } satisfies Partial<DeskHandlers>
}
