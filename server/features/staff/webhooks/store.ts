import type { WebhookEvent } from '#contract/schemas/staff-webhooks.ts'
import type { DeskStores } from '#server/features/staff/desk-rules.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { type CamelRow, camelRow } from '#server/platform/db/camel-row.ts'
import { earlierThan, type Position } from '#server/platform/db/pages.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { WebhookDeliveryRow, WebhookEndpointRow } from '#server/platform/db/schema.ts'

const table = 'webhook_endpoints'
const SECRET_OVERLAP_MS = 24 * 60 * 60_000

export interface Endpoint extends Omit<CamelRow<WebhookEndpointRow>, 'events'> {
  events: WebhookEvent[]
}

type Encrypted = 'url' | 'secret' | 'previous_secret'

function opened(cipher: FieldCipher, row: WebhookEndpointRow): Endpoint {
  const open = (column: Encrypted, text: string) => cipher.decrypt({ table, column, row: row.id }, text)
  const { url, secret, previous_secret } = row
  return {
    ...camelRow(row),
    url: open('url', url),
    events: JSON.parse(row.events),
    secret: open('secret', secret),
    previousSecret: previous_secret && open('previous_secret', previous_secret),
  }
}

/** Returns until when the previous secret signs too; undefined if it no longer does at `now`. */
export function overlapEnd({ previousSecret, rotatedAt }: Endpoint, now: number): number | undefined {
  if (previousSecret === null || rotatedAt === null) return undefined
  const end = rotatedAt + SECRET_OVERLAP_MS
  return now < end ? end : undefined
}

export async function insertEndpoint(
  { db, cipher }: DeskStores,
  { id, createdAt, url, secret, events }: Pick<Endpoint, 'id' | 'createdAt' | 'url' | 'secret' | 'events'>,
): Promise<void> {
  const encrypted = (column: Encrypted, text: string) => cipher.encrypt({ table, column, row: id }, text)
  await db
    .insertInto(table)
    .values({
      ...{ id, created_at: createdAt, events: JSON.stringify(events) },
      url: encrypted('url', url),
      secret: encrypted('secret', secret),
      ...{ previous_secret: null, rotated_at: null, disabled_at: null, disabled_by: null },
    })
    .execute()
}

/** Returns all endpoints, oldest first. */
export async function listEndpoints({ db, cipher }: DeskStores): Promise<Endpoint[]> {
  const rows = await db.selectFrom(table).selectAll().orderBy('created_at').orderBy('id').execute()
  return rows.map((row) => opened(cipher, row))
}

export async function findEndpoint({ db, cipher }: DeskStores, id: string): Promise<Endpoint | undefined> {
  const row = await db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst()
  return row && opened(cipher, row)
}

/** Deletes an endpoint with the log of its deliveries; a waiting delivery then does nothing. */
export async function deleteEndpoint(db: Db, id: string): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('endpoint_id', '=', id).execute()
  await db.deleteFrom(table).where('id', '=', id).execute()
}

/** Makes another secret the current one; the previous one signs for another day. */
export async function rotateSecret(
  { db, cipher }: DeskStores,
  { id, secret, now }: { id: string; secret: string; now: number },
): Promise<void> {
  // Locked first: two rotations at once would both read the same secret, and one new secret would be lost.
  await db.updateTable(table).set({ rotated_at: now }).where('id', '=', id).execute()
  const before = await findEndpoint({ db, cipher }, id)
  const encrypted = (column: Encrypted, text: string) => cipher.encrypt({ table, column, row: id }, text)
  await db
    .updateTable(table)
    .set({
      secret: encrypted('secret', secret),
      previous_secret: before ? encrypted('previous_secret', before.secret) : null,
    })
    .where('id', '=', id)
    .execute()
}

export async function updateEndpoint(
  db: Db,
  id: string,
  change: Partial<Pick<WebhookEndpointRow, 'disabled_at' | 'disabled_by' | 'events'>>,
): Promise<void> {
  if (Object.keys(change).length > 0) await db.updateTable(table).set(change).where('id', '=', id).execute()
}

export function findDelivery(db: Db, id: string): Promise<WebhookDeliveryRow | undefined> {
  return db.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Records the result of an attempt of this round; does nothing if the delivery was started again meanwhile. */
export async function recordAttempt(
  db: Db,
  { id, round }: Pick<WebhookDeliveryRow, 'id' | 'round'>,
  ended: Pick<WebhookDeliveryRow, 'state' | 'outcome' | 'attempted_at'>,
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set((row) => ({ ...ended, attempts: row('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('round', '=', round)
    .execute()
}

/** Marks a delivery whose endpoint was disabled before it was sent. */
export async function markStopped(db: Db, id: string): Promise<void> {
  await db.updateTable('webhook_deliveries').set({ state: 'stopped' }).where('id', '=', id).execute()
}

/** Starts a delivery again; returns the number of its new round. */
export async function beginRound(db: Db, id: string): Promise<number> {
  const { round } = await db
    .updateTable('webhook_deliveries')
    .set((row) => ({ round: row('round', '+', 1), state: 'waiting', attempts: 0 }))
    .where('id', '=', id)
    .returning('round')
    .executeTakeFirstOrThrow()
  return round
}

/** Returns a page of an endpoint's deliveries, newest first. */
export function listDeliveries(
  db: Db,
  { endpointId, after, count }: { endpointId: string; after: Position | undefined; count: number },
): Promise<WebhookDeliveryRow[]> {
  const own = db.selectFrom('webhook_deliveries').selectAll().where('endpoint_id', '=', endpointId)
  return (after ? own.where(earlierThan(after)) : own)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
}
