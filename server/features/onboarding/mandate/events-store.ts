import type { MandateStatus } from '#contract/schemas/mandates.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { MandateEventRow } from '#server/platform/db/onboarding-rows.ts'
import { newId } from '#server/platform/ids.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { GatewayAnswer } from '#server/providers/gateway/port.ts'

/** Something that was learnt of a mandate, and from whom. */
export interface MandateEvent {
  mandateId: string
  at: number
  source: MandateEventRow['source']
  status: MandateStatus
  answer?: GatewayAnswer | undefined
}

const table = 'mandate_events'

/** Inserts an event, once, in the caller's transaction; without the answer where the holder was erased: it names the account. */
export async function insertEvent(trx: Db, cipher: FieldCipher, event: MandateEvent): Promise<void> {
  const { mandateId, at, source, status } = event
  const id = newId()
  const answer = JSON.stringify(((await isWiped(trx, mandateId)) ? undefined : event.answer) ?? {})
  await trx
    .insertInto(table)
    .values({
      ...{ id, mandate_id: mandateId, at, source, status },
      digest: digestOf(cipher, status, answer),
      answer: cipher.encrypt({ table, column: 'answer', row: id }, answer),
    })
    .onConflict((conflict) => conflict.columns(['mandate_id', 'source', 'digest']).doNothing())
    .execute()
}

function digestOf(cipher: FieldCipher, status: MandateStatus, answer: string): string {
  return cipher.index('mandate_events.answer', `${status} ${answer}`)
}

/** Whether a mandate's personal columns are empty. Writing locks its row, so that no erasure comes between. */
async function isWiped(trx: Db, id: string): Promise<boolean> {
  const row = await trx
    .updateTable('mandates')
    .set((set) => ({ asks: set.ref('asks') }))
    .where('id', '=', id)
    .returning('wiped_at')
    .executeTakeFirst()
  return row !== undefined && row.wiped_at !== null
}

/** Whether the same event of the same source is there, with its answer or, of an erased holder, without. */
export async function hasEvent(db: Db, cipher: FieldCipher, event: MandateEvent): Promise<boolean> {
  const answers = [event.answer ?? {}, {}].map((answer) => JSON.stringify(answer))
  const found = await db
    .selectFrom(table)
    .select('id')
    .where('mandate_id', '=', event.mandateId)
    .where('source', '=', event.source)
    .where(
      'digest',
      'in',
      answers.map((answer) => digestOf(cipher, event.status, answer)),
    )
    .executeTakeFirst()
  return found !== undefined
}

/** A mandate's events, oldest first. */
export async function eventsOf(
  db: Db,
  cipher: FieldCipher,
  mandateId: string,
): Promise<(Pick<MandateEventRow, 'at' | 'source' | 'status'> & { answer: object })[]> {
  const rows = await db
    .selectFrom(table)
    .select(['id', 'at', 'source', 'status', 'answer'])
    .where('mandate_id', '=', mandateId)
    .orderBy('at')
    .execute()
  return rows.map(({ id, answer, ...event }) => {
    return { ...event, answer: JSON.parse(cipher.decrypt({ table, column: 'answer', row: id }, answer)) }
  })
}

/** Every answer of the gateway about a mandate, as `insertEvent` wrote it. */
export async function answersOf(db: Db, cipher: FieldCipher, mandateId: string): Promise<GatewayAnswer[]> {
  const events = await eventsOf(db, cipher, mandateId)
  return events
    .filter(({ source }) => source !== 'visitor' && source !== 'clock')
    .map(({ answer }) => answer as GatewayAnswer)
}
