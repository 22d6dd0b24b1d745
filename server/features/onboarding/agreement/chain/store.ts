import { sql } from 'kysely'
import type { AgreementEventRow } from '#server/platform/db/onboarding-rows.ts'
import type { Db } from '#server/platform/db/client.ts'
import { freshBytes } from '#server/platform/ids.ts'
import { openOr, type Place, type FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { agreementEvent, type AgreementEvent, entryHash, type StoredEntry } from './rules.ts'

const table = 'agreement_events'
/** So that nobody can tell an entry's signed words by trying words until the hash fits. */
const SALT_BYTES = 16

function place({ executiveId, number }: { executiveId: string; number: number }): Place {
  return { table, column: 'event', row: `${executiveId}/${number}` }
}

/** Adds an entry to an agreement that is there; returns its hash. Call it in the transaction of what it tells of. */
export async function appendEvent(
  trx: Db,
  cipher: FieldCipher,
  { executiveId, at, event }: { executiveId: string; at: number; event: AgreementEvent },
): Promise<string> {
  // Counting first holds the agreement's row until the commit, so that entries come one after the other.
  const { chain_length: number, chain_head: previous } = await trx
    .updateTable('agreements')
    .set({ chain_length: sql`chain_length + 1` })
    .where('executive_id', '=', executiveId)
    .returning(['chain_length', 'chain_head'])
    .executeTakeFirstOrThrow()
  const text = JSON.stringify({ ...event, salt: freshBytes(SALT_BYTES).toString('base64url') })
  const hash = entryHash(previous, { executiveId, number, at, text })
  const encrypted = cipher.encrypt(place({ executiveId, number }), text)
  await trx
    .insertInto(table)
    .values({ executive_id: executiveId, number, at, event: encrypted, hash })
    .execute()
  await trx
    .updateTable('agreements')
    .set({ chain_head: hash })
    .where('executive_id', '=', executiveId)
    .execute()
  return hash
}

export interface KnownEvent {
  at: number
  hash: string
  event: AgreementEvent
}

/** What happened to an agreement, in order; throws `DecryptError` where an entry was altered. */
export async function listEvents(db: Db, cipher: FieldCipher, executiveId: string): Promise<KnownEvent[]> {
  const rows = await readRows(db, executiveId)
  return rows.map(({ number, at, hash, event }) => {
    const text = cipher.decrypt(place({ executiveId, number }), event)
    return { at, hash, event: agreementEvent.parse(JSON.parse(text)) }
  })
}

/** The whole chain for a check, with what the agreement itself says of its length and end. */
export async function readChain(
  db: Db,
  cipher: FieldCipher,
  executiveId: string,
): Promise<{ entries: StoredEntry[]; length: number; head: string }> {
  const agreement = await db
    .selectFrom('agreements')
    .select(['chain_length', 'chain_head'])
    .where('executive_id', '=', executiveId)
    .executeTakeFirstOrThrow()
  const rows = await readRows(db, executiveId)
  const entries = rows.map(({ number, at, hash, event }) => {
    const text = openOr(() => cipher.decrypt(place({ executiveId, number }), event), undefined)
    return { executiveId, number, at, hash, text }
  })
  return { entries, length: agreement.chain_length, head: agreement.chain_head }
}

function readRows(db: Db, executiveId: string): Promise<AgreementEventRow[]> {
  return db.selectFrom(table).selectAll().where('executive_id', '=', executiveId).orderBy('number').execute()
}
