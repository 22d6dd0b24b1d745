import { todayInIndia } from '#contract/dates.ts'
import type { App } from '#server/context.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import { enqueueWebhooks } from '#server/platform/webhooks/delivery-job.ts'
import { closeExpired } from './store.ts'

/** Closes the vacancies whose last day has passed; how many. */
export async function closeWhatExpired(app: App): Promise<number> {
  const { db, clock } = app
  const now = clock.now()
  const closed = await db.transaction().execute(async (trx) => {
    const vacancies = await closeExpired(trx, { today: todayInIndia(now), now })
    for (const { id, reference } of vacancies) {
      await enqueueWebhooks(trx, { type: 'vacancy.closed', kind: 'vacancies', id, state: 'closed' }, now)
      const entry = { action: 'vacancy', actor: 'system', reference, detail: { change: 'expired' } } as const
      await appendAudit(trx, entry, now)
    }
    return vacancies.length
  })
  if (closed > 0) app.wakeWorker()
  return closed
}
