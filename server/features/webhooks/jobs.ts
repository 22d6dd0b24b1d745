import * as z from 'zod/mini'
import type { RecordKind, RecordStatus } from '#contract/schemas/staff-records.ts'
import type { WebhookEvent } from '#contract/schemas/staff-webhooks.ts'
import type { CandidateStage, VacancyState } from '#contract/schemas/vacancies.ts'
import type { Db } from '#server/platform/db/client.ts'
import { recordsNamed } from '#server/features/records/store.ts'
import { newId } from '#server/platform/ids.ts'
import type { JobKind } from '#server/platform/jobs/job.ts'
import { enqueue } from '#server/platform/jobs/store.ts'

const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1000, 60_000, 3_600_000]

/** Waits after failed attempts, from those that Standard Webhooks recommends: ten attempts in a little over three days. */
export const webhookDelaysMs = [
  ...[5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
]

/** Deliveries that one process makes at once, so that receivers that do not answer do not delay mails. */
const AT_ONCE = 3

/** Delivers an event to one endpoint. The record's id lets an erasure find the job. */
export const deliverWebhook: JobKind<{ deliveryId: string; recordId: string; round: string }> = {
  name: 'webhooks.deliver',
  record: 'recordId',
  payload: z.object({ deliveryId: z.string(), recordId: z.string(), round: z.string() }),
  maxAttempts: webhookDelaysMs.length + 1,
  delaysMs: webhookDelaysMs,
  atOnce: AT_ONCE,
}

/** A change that endpoints are told of: of a record, whose current status is read unless given, or of a vacancy. */
export type Change =
  | {
      type: WebhookEvent
      kind: RecordKind
      /** The record's id in the database. */
      id: string
      /** The stage at a vacancy, and its reference. */
      at?: { stage: CandidateStage; vacancy: string }
    }
  | { type: WebhookEvent; kind: 'vacancies'; id: string; state: VacancyState }

/**
 * Enqueues, in the caller's transaction, a delivery to every endpoint for this event; the caller wakes the worker
 * after it. Without endpoints it reads one empty table. `now` is in milliseconds.
 */
export async function enqueueWebhooks(trx: Db, change: Change, now: number): Promise<void> {
  const endpoints = await trx
    .selectFrom('webhook_endpoints')
    .select(['id', 'events'])
    .where('disabled_at', 'is', null)
    .execute()
  const { type, kind, id: record_id } = change
  const wanted = endpoints.filter(({ events }) =>
    z.array(z.string()).parse(JSON.parse(events)).includes(type),
  )
  if (wanted.length === 0) return
  const status = await statusOf(trx, change)
  if (status === undefined) return
  const vacancy = 'at' in change ? (change.at?.vacancy ?? null) : null
  const deliveries = wanted.map(({ id: endpoint_id }) => ({
    ...{ id: `msg_${newId()}`, created_at: now, endpoint_id, type, kind, record_id, status },
    ...{ state: 'waiting' as const, round: 1, attempts: 0, attempted_at: null, outcome: null, vacancy },
  }))
  await trx.insertInto('webhook_deliveries').values(deliveries).execute()
  const jobs = deliveries.map(({ id }) => ({
    payload: { deliveryId: id, recordId: record_id, round: '1' },
    now,
  }))
  await enqueue(trx, deliverWebhook, jobs)
}

async function statusOf(trx: Db, change: Change): Promise<RecordStatus | VacancyState | undefined> {
  if (change.kind === 'vacancies') return change.state
  const [record] = await recordsNamed(trx, [change.id])
  return record && (change.at?.stage ?? record.status)
}
