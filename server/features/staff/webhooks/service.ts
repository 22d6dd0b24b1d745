import { refused, orRefuse } from '#server/platform/http/http-errors.ts'
import type { AuditDetail } from '#contract/messages/staff-audit.ts'
import { webhookMessages } from '#contract/messages/staff-refusals.ts'
import type {
  EndpointChange,
  NewEndpoint,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookPayload,
} from '#contract/schemas/staff-webhooks.ts'
import type { App } from '#server/context.ts'
import { type DeskStores, iso, type DeskHandlers, ok } from '#server/features/staff/desk-rules.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { WebhookDeliveryRow } from '#server/platform/db/schema.ts'
import { publicUrl, type PostOutcome, postPublic } from '#server/platform/http-client/post-public.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { vacanciesNamed } from '#server/features/vacancies/store.ts'
import { recordsNamed } from '#server/features/records/store.ts'
import type { Position } from '#server/platform/db/pages.ts'
import { deliverWebhook } from '#server/features/webhooks/jobs.ts'
import {
  beginRound,
  deleteEndpoint,
  type Endpoint,
  findDelivery,
  findEndpoint,
  insertEndpoint,
  listDeliveries,
  listEndpoints,
  overlapEnd,
  rotateSecret,
  updateEndpoint,
  markStopped,
  recordAttempt,
} from './store.ts'
import { staffPages } from '#contract/paths.ts'
import { handle, type JobHandler, type JobOutcome } from '#server/platform/jobs/job.ts'
import { newSecret, webhookHeaders } from '#server/features/webhooks/signature-rules.ts'

export function webhookHandlers(app: App) {
  return {
    'webhooks.list': async () => ({ endpoints: await allEndpoints(app) }),
    'webhooks.add': ({ body, actor }) => addEndpoint(app, body, actor),
    async 'webhooks.change'({ params, body, actor }) {
      return (await changeEndpoint(app, { ...body, ...params }, actor)).endpoint
    },
    async 'webhooks.remove'({ params, actor }) {
      await removeEndpoint(app, params.id, actor)
      return { endpoints: await allEndpoints(app) }
    },
    'webhooks.rotate': ({ params, actor }) => rotateEndpoint(app, params.id, actor),
    'webhooks.deliveries': ({ params, query }) => deliveriesOf(app, params.id, query.after),
    async 'webhooks.sendAgain'({ params, actor }) {
      await sendAgain(app, params.id, actor)
      return ok
    },
  } satisfies Partial<DeskHandlers>
}

/** Enabled endpoints at most. Every change reads all of them, and an agency's tools need no more. */
const ENDPOINTS_MAX = 20
const PAGE_ROWS = 50

const unknownEndpoint = refused('not_found', { text: webhookMessages.unknownEndpoint })

interface WithSecret {
  endpoint: WebhookEndpoint
  secret: string
}

async function allEndpoints(app: App): Promise<WebhookEndpoint[]> {
  const now = app.clock.now()
  return (await listEndpoints(app)).map((endpoint) => shownEndpoint(endpoint, now))
}

async function addEndpoint(app: App, { url, events }: NewEndpoint, actor: string): Promise<WithSecret> {
  const allowed = publicUrl(url, app.outbound)
  if (!allowed) {
    const errors = [{ field: 'url', message: { text: webhookMessages.fields.publicUrl } }]
    throw refused({ code: 'invalid', errors })
  }
  const added = { id: newId(), url: allowed.href, secret: newSecret(), events }
  return commit(app, { actor, id: added.id, change: 'added' }, async (stores, now) => {
    await insertEndpoint(stores, { ...added, createdAt: now })
    await checkCount(stores)
  })
}

/** Changes its events, disables it or enables it again. */
function changeEndpoint(
  app: App,
  { id, events, enabled }: EndpointChange & { id: string },
  actor: string,
): Promise<WithSecret> {
  const change = enabled === undefined ? 'events' : enabled ? 'enabled' : 'disabled'
  return commit(app, { actor, id, change }, async (stores, now) => {
    await updateEndpoint(stores.db, id, {
      ...(events ? { events: JSON.stringify(events) } : {}),
      ...(enabled === true ? { disabled_at: null, disabled_by: null } : {}),
      ...(enabled === false ? { disabled_at: now, disabled_by: 'staff' } : {}),
    })
    if (enabled) await checkCount(stores)
  })
}

async function checkCount(stores: DeskStores): Promise<void> {
  const enabled = (await listEndpoints(stores)).filter(({ disabledAt }) => disabledAt === null)
  if (enabled.length > ENDPOINTS_MAX) throw refused('invalid', { text: webhookMessages.tooMany })
}

/** Deletes it with the log of its deliveries. */
async function removeEndpoint({ db, cipher, clock }: App, id: string, actor: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    orRefuse(await findEndpoint({ db: trx, cipher }, id), unknownEndpoint)
    await deleteEndpoint(trx, id)
    const detail = { change: 'deleted' } as const
    await appendAudit(trx, { action: 'webhooks', actor, reference: id, detail }, clock.now())
  })
}

/** Gives it another secret; the previous one signs too for a day. */
function rotateEndpoint(app: App, id: string, actor: string): Promise<WithSecret> {
  return commit(app, { actor, id, change: 'rotated' }, (stores, now) =>
    rotateSecret(stores, { id, secret: newSecret(), now }),
  )
}

/** Returns a page of an endpoint's deliveries, newest first. */
async function deliveriesOf(
  app: App,
  endpointId: string,
  after: string | undefined,
): Promise<{ deliveries: WebhookDelivery[]; next: string | null }> {
  orRefuse(await findEndpoint(app, endpointId), unknownEndpoint)
  const found = await listDeliveries(app.db, { endpointId, after: positionOf(after), count: PAGE_ROWS + 1 })
  const rows = found.slice(0, PAGE_ROWS)
  const last = found.length > PAGE_ROWS ? rows.at(-1) : undefined
  const next = last ? `${last.created_at}.${last.id}` : null
  return { deliveries: await shownDeliveries(app.db, rows), next }
}

/** Starts a delivery again at once, under its own id. */
async function sendAgain(app: App, id: string, actor: string): Promise<void> {
  const delivery = await findDelivery(app.db, id)
  const endpoint = delivery && (await findEndpoint(app, delivery.endpoint_id))
  if (!endpoint) throw refused('not_found', { text: webhookMessages.unknownDelivery })
  if (endpoint.disabledAt !== null) throw refused('already_there', { text: webhookMessages.disabledEndpoint })
  await commit(app, { actor, id: endpoint.id, change: 'sent again' }, async ({ db }, now) => {
    const round = String(await beginRound(db, id))
    const payload = { deliveryId: id, recordId: delivery.record_id, round }
    await enqueue(db, deliverWebhook, [{ payload, now }])
  })
  app.wakeWorker()
}

/** Changes an endpoint in one commit with its audit entry; returns the changed endpoint. `work` may throw a refusal. */
function commit(
  app: App,
  { actor, id, change }: { actor: string; id: string; change: AuditDetail['change'] },
  work: (stores: DeskStores, now: number) => Promise<void>,
): Promise<WithSecret> {
  const now = app.clock.now()
  return app.db.transaction().execute(async (trx) => {
    const stores = { ...app, db: trx }
    await work(stores, now)
    const endpoint = orRefuse(await findEndpoint(stores, id), unknownEndpoint)
    await appendAudit(trx, { action: 'webhooks', actor, reference: id, detail: { change } }, now)
    return { endpoint: shownEndpoint(endpoint, now), secret: endpoint.secret }
  })
}

function shownEndpoint(endpoint: Endpoint, now: number): WebhookEndpoint {
  const { id, createdAt, url, events, disabledAt, disabledBy } = endpoint
  const end = overlapEnd(endpoint, now)
  return {
    ...{ id, createdAt: iso(createdAt), url, events },
    rotatingUntil: end === undefined ? null : iso(end),
    disabled: disabledAt === null ? null : { at: iso(disabledAt), by: disabledBy ?? 'staff' },
  }
}

async function shownDeliveries(db: Db, rows: readonly WebhookDeliveryRow[]): Promise<WebhookDelivery[]> {
  const ids = rows.map((row) => row.record_id)
  const named = ids.length === 0 ? [] : await recordsNamed(db, ids)
  const references = new Map(named.map(({ id, reference }) => [id, reference]))
  return rows.map(({ id, created_at, type, record_id, state, attempts, attempted_at, outcome }) => ({
    ...{ id, type, state, attempts, outcome, createdAt: iso(created_at) },
    reference: references.get(record_id) ?? null,
    attemptedAt: attempted_at === null ? null : iso(attempted_at),
  }))
}

/** Returns the position after which a page begins; undefined for the first page and for an invalid position. */
function positionOf(after: string | undefined): Position | undefined {
  const [, at, id] = /^(\d{1,15})\.([\w-]+)$/.exec(after ?? '') ?? []
  return id === undefined ? undefined : { created_at: Number(at), id }
}

/** The answer of a receiver that wants no more. */
const GONE = 410

/** Posts an event to its endpoint; does nothing for a job of an earlier round or of an erased record. */
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
      // Tells the operator of the receiver who sends these requests.
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

/** Returns the same text for every attempt, since it describes the time of the change. */
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
