import { staffPages } from '#contract/paths.ts'
import type { WebhookPayload } from '#contract/schemas/staff-webhooks.ts'
import type { App } from '#server/context.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import type { WebhookDeliveryRow } from '#server/platform/db/schema.ts'
import { type PostOutcome, postPublic } from '#server/platform/http-client/post-public.ts'
import { handle, type JobHandler, type JobOutcome } from '#server/platform/jobs/job.ts'
import { vacanciesNamed } from '#server/features/vacancies/store.ts'
import { recordsNamed } from '#server/platform/records/store.ts'
import { deliverWebhook } from '#server/platform/webhooks/delivery-job.ts'
import {
  type Endpoint,
  findDelivery,
  findEndpoint,
  markStopped,
  overlapEnd,
  recordAttempt,
  updateEndpoint,
} from './store.ts'
import { createHmac, randomBytes } from 'node:crypto'

/** The answer by which a receiver says that it wants no more. */
const GONE = 410

/** Posts an event to its endpoint; a job of an earlier round, or of a record that was erased, has nothing to do. */
export function deliverWebhookHandler(app: App): JobHandler {
  const { db, clock } = app
  return handle(deliverWebhook, async ({ deliveryId, round }, _, { isLast }) => {
    const delivery = await findDelivery(db, deliveryId)
    if (!delivery || delivery.round !== Number(round) || delivery.state === 'delivered') return { done: true }
    const endpoint = await findEndpoint(app, delivery.endpoint_id)
    if (!endpoint || endpoint.disabledAt !== null) {
      await markStopped(db, deliveryId)
      return { done: true }
    }
    const body = await bodyOf(app, delivery)
    if (body === undefined) return { done: true }
    const signed = { id: delivery.id, at: clock.now(), body }
    const headers = {
      ...webhookHeaders(signed, secretsOf(endpoint, signed.at)),
      // By which a receiver's log tells whose post it is.
      'user-agent': `agency-webhooks (+${app.config.publicUrl})`,
    }
    const outcome = await postPublic(app.outbound, { url: endpoint.url, headers, body })
    return record(app, { delivery, outcome, isLast })
  })
}

function secretsOf(endpoint: Endpoint, now: number): string[] {
  const { secret, previousSecret } = endpoint
  return previousSecret !== null && overlapEnd(endpoint, now) !== undefined
    ? [secret, previousSecret]
    : [secret]
}

/** The same text at every attempt: what it says is of the time of the change. */
async function bodyOf(
  { db, config: { publicUrl } }: App,
  { type, created_at, kind, record_id, status, vacancy }: WebhookDeliveryRow,
): Promise<string | undefined> {
  const [record] = await (kind === 'vacancies' ? vacanciesNamed : recordsNamed)(db, [record_id])
  if (!record) return undefined
  const { reference } = record
  const link = `${publicUrl}${staffPages[kind]}/${reference}`
  const timestamp = new Date(created_at).toISOString()
  const data = { reference, status, link, ...(vacancy === null ? {} : { vacancy }) }
  return JSON.stringify({ type, timestamp, data } satisfies WebhookPayload)
}

interface Ended {
  delivery: WebhookDeliveryRow
  outcome: PostOutcome
  isLast: boolean
}

async function record({ db, clock }: App, { delivery, outcome, isLast }: Ended): Promise<JobOutcome> {
  const now = clock.now()
  const words = 'status' in outcome ? String(outcome.status) : outcome.failure
  const isTaken = 'status' in outcome && outcome.status >= 200 && outcome.status < 300
  const isGone = 'status' in outcome && outcome.status === GONE
  const state = isTaken ? 'delivered' : isLast || isGone ? 'failed' : 'waiting'
  await db.transaction().execute(async (trx) => {
    await recordAttempt(trx, delivery, { state, outcome: words, attempted_at: now })
    if (!isGone) return
    const reference = delivery.endpoint_id
    await updateEndpoint(trx, reference, { disabled_at: now, disabled_by: 'gone' })
    await appendAudit(
      trx,
      { action: 'webhooks', actor: 'system', reference, detail: { change: 'gone' } },
      now,
    )
  })
  return isTaken || isGone ? { done: true } : { done: false, failure: `webhook: ${words}` }
}

const PREFIX = 'whsec_'
/** Standard Webhooks allows 24 to 64. */
const SECRET_BYTES = 32

/** A new secret of an endpoint. */
export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/** A message as it leaves; `at` in milliseconds is the time of this attempt. */
interface Signed {
  id: string
  at: number
  body: string
}

/** The headers of Standard Webhooks 1.0.0, with a signature for each of the secrets. */
function webhookHeaders({ id, at, body }: Signed, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
