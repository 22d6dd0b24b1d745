import type { MandateStatus } from '#contract/schemas/mandates.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { MandateEventRow } from '#server/platform/db/onboarding-rows.ts'
import { newId } from '#server/platform/ids.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { GatewayAnswer } from '#server/providers/gateway/port.ts'

export interface MandateEvent {
  mandateId: string
  at: number
  source: MandateEventRow['source']
  status: MandateStatus
  answer?: GatewayAnswer | undefined
}

/**
 * Adds what was learnt to the events, once, in the caller's transaction. Of a mandate whose holder was erased the answer
 * is left out: it names the account.
 */
export async function insertEvent(db: Db, cipher: FieldCipher, learnt: MandateEvent): Promise<void> {
  const id = newId()
  const isWiped = await holdRow(db, learnt.mandateId)
  const answer = wordsOf(isWiped ? {} : learnt)
  await db
    .insertInto('mandate_events')
    .values({
      id,
      mandate_id: learnt.mandateId,
      at: learnt.at,
      source: learnt.source,
      status: learnt.status,
      digest: digestOf(cipher, learnt.status, answer),
      answer: cipher.encrypt({ table: 'mandate_events', column: 'answer', row: id }, answer),
    })
    .onConflict((conflict) => conflict.columns(['mandate_id', 'source', 'digest']).doNothing())
    .execute()
}

function wordsOf({ answer = {} }: { answer?: MandateEvent['answer'] | object }): string {
  return JSON.stringify(answer)
}

function digestOf(cipher: FieldCipher, status: MandateStatus, answer: string): string {
  return cipher.index('mandate_events.answer', `${status} ${answer}`)
}

/** Whether the very same was learnt from the same source before; of an erased holder's mandate only its status is kept. */
export async function hasEvent(db: Db, cipher: FieldCipher, learnt: MandateEvent): Promise<boolean> {
  const digests = [wordsOf(learnt), wordsOf({})].map((answer) => digestOf(cipher, learnt.status, answer))
  const found = await db
    .selectFrom('mandate_events')
    .select('id')
    .where('mandate_id', '=', learnt.mandateId)
    .where('source', '=', learnt.source)
    .where('digest', 'in', digests)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether a mandate's personal columns are empty. Writing holds its row, so that no erasure comes between. */
async function holdRow(trx: Db, id: string): Promise<boolean> {
  const row = await trx
    .updateTable('mandates')
    .set((set) => ({ asks: set.ref('asks') }))
    .where('id', '=', id)
    .returning('wiped_at')
    .executeTakeFirst()
  return row !== undefined && row.wiped_at !== null
}

/** Everything the gateway has told of a mandate. */
export async function answersOf(db: Db, cipher: FieldCipher, mandateId: string): Promise<GatewayAnswer[]> {
  const rows = await db
    .selectFrom('mandate_events')
    .select(['id', 'answer'])
    .where('mandate_id', '=', mandateId)
    .where('source', 'in', ['asked', 'callback', 'return'])
    .execute()
  return rows.map(({ id, answer }) => {
    const place = { table: 'mandate_events', column: 'answer', row: id }
    // As `insertEvent` wrote it, which alone writes there.
    return JSON.parse(cipher.decrypt(place, answer)) as GatewayAnswer
  })
}

/** Everything that was learnt of a mandate, oldest first. */
export async function eventsOf(
  db: Db,
  cipher: FieldCipher,
  mandateId: string,
): Promise<(Pick<MandateEventRow, 'at' | 'source' | 'status'> & { answer: unknown })[]> {
  const rows = await db
    .selectFrom('mandate_events')
    .select(['id', 'at', 'source', 'status', 'answer'])
    .where('mandate_id', '=', mandateId)
    .orderBy('at')
    .execute()
  return rows.map(({ id, answer, ...event }) => {
    const place = { table: 'mandate_events', column: 'answer', row: id }
    return { ...event, answer: JSON.parse(cipher.decrypt(place, answer)) }
  })
}
