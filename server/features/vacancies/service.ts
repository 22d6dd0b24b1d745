import { todayInIndia } from '#contract/dates.ts'
import type { App } from '#server/context.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import { watchClock } from '#server/platform/clock-watch.ts'
import { enqueueWebhooks } from '#server/platform/webhooks/delivery-job.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { addRecordEvent } from '#server/platform/records/events.ts'
import { closeExpired, findVacancy, type Vacancy } from './store.ts'
import { candidatesOf, insertCandidate } from './candidate-store.ts'

/**
 * Sets whoever applied at the vacancy they applied for, in the transaction of the caller; nothing where it is not open, or
 * not any more. Whether they stand there now.
 */
export async function joinVacancy(
  trx: Db,
  cipher: FieldCipher,
  { reference, applicationId, now }: { reference: string; applicationId: string; now: number },
): Promise<boolean> {
  const vacancy = await openVacancy(trx, cipher, { reference, now })
  if (!vacancy) return false
  if (!(await insertCandidate(trx, { vacancyId: vacancy.id, applicationId, now }))) return true
  const record = { kind: 'applications', id: applicationId } as const
  const detail = { vacancy: vacancy.reference, from: '', to: 'new' }
  await addRecordEvent(trx, cipher, { record, at: now, staffId: null, kind: 'vacancy', detail })
  return true
}

/** Whether an application could stand at a vacancy and does not yet. */
export async function mayJoin(
  db: Db,
  cipher: FieldCipher,
  { reference, applicationId, now }: { reference: string; applicationId: string; now: number },
): Promise<boolean> {
  const vacancy = await openVacancy(db, cipher, { reference, now })
  if (!vacancy) return false
  const own = await candidatesOf(db, { applicationId }, STANDING_MOST)
  return own.every(({ candidate }) => candidate.vacancyId !== vacancy.id)
}

/** Vacancies of one person that are looked at. */
const STANDING_MOST = 1000

async function openVacancy(
  db: Db,
  cipher: FieldCipher,
  { reference, now }: { reference: string; now: number },
): Promise<Vacancy | undefined> {
  const vacancy = await findVacancy(db, cipher, reference)
  const isOpen = vacancy?.state === 'published' && vacancy.openUntil >= todayInIndia(now)
  return isOpen ? vacancy : undefined
}

/** Closes the vacancies whose last day has passed, none of them by a wrong clock; how many. */
export async function closeWhatExpired(app: App): Promise<number> {
  const { db, clock } = app
  const now = clock.now()
  if (await watchClock(db, now)) return 0
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
