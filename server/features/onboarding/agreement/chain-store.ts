import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { counted } from '#contract/messages/languages.ts'
import { accepted, language } from './document/agreement-data.ts'
import type { AgreementEventRow } from '#server/platform/db/onboarding-rows.ts'
import type { Db } from '#server/platform/db/client.ts'
import { freshBytes } from '#server/platform/ids.ts'
import { openOr, type Place, type FieldCipher } from '#server/platform/crypto/field-cipher.ts'

/** Where something came from, as our server saw it, and the language of the page. */
const caller = { address: z.string(), agent: z.string(), language }

/** What can happen to an agreement. All of it may be personal, so it is stored encrypted. */
export const agreementEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('shown'), ...caller, formSha256: z.string() }),
  /** The link was confirmed by a code sent to the phone on record. */
  z.object({ kind: z.literal('confirmed'), ...caller }),
  z.object({
    kind: z.literal('accepted'),
    ...caller,
    ...accepted,
    person: z.object({ name: z.string(), aadhaarMasked: z.string(), phoneMasked: z.string() }),
  }),
  z.object({
    kind: z.literal('sealed'),
    pdfSha256: z.string(),
    /** Lower-case hexadecimal SHA-256 of the certificate, as the signature's `certificate`. */
    certificate: z.string(),
    level: z.enum(['B-B', 'B-T']),
  }),
  z.object({ kind: z.literal('sent'), to: z.enum(['person', 'agency']) }),
])
export type AgreementEvent = z.infer<typeof agreementEvent>

/** One entry of an agreement's chain; `text` is the event as JSON with a salt, exactly as it was hashed. */
export interface ChainEntry {
  agreementId: string
  /** From 1 on. */
  number: number
  at: number
  text: string
}

/** The entry's hash over itself and the hash of the one before it, so that none can be altered, dropped or moved. */
function entryHash(previous: string, { agreementId, number, at, text }: ChainEntry): string {
  return createHash('sha256')
    .update(JSON.stringify([previous, agreementId, number, at, text]))
    .digest('hex')
}

/** A stored entry; its text is undefined where it cannot be decrypted. */
export interface StoredEntry extends Omit<ChainEntry, 'text'> {
  text: string | undefined
  hash: string
}

/** Why a chain is not whole; undefined when it is. */
export function chainFault(chain: {
  entries: readonly StoredEntry[]
  length: number
  head: string
}): string | undefined {
  let previous = ''
  for (const [index, entry] of chain.entries.entries()) {
    const number = index + 1
    if (entry.number !== number) return `entry ${number} is missing`
    if (entry.text === undefined) return `entry ${number} was altered: it cannot be decrypted`
    if (entryHash(previous, { ...entry, text: entry.text }) !== entry.hash) {
      return `entry ${number} was altered: its hash differs`
    }
    previous = entry.hash
  }
  if (chain.entries.length !== chain.length) {
    return `it has ${counted(chain.entries.length, 'entry', 'entries')} instead of the ${chain.length} that were written`
  }
  return previous === chain.head ? undefined : 'its last hash differs from the recorded one'
}

const table = 'agreement_events'
/** So that nobody can find an entry's text by trying texts until the hash matches. */
const SALT_BYTES = 16

function place({ agreementId, number }: { agreementId: string; number: number }): Place {
  return { table, column: 'event', row: `${agreementId}/${number}` }
}

/** Adds an entry to an existing agreement; returns its hash. Call it in the transaction of what it records. */
export async function appendEvent(
  trx: Db,
  cipher: FieldCipher,
  { agreementId, at, event }: { agreementId: string; at: number; event: AgreementEvent },
): Promise<string> {
  // Counting first locks the agreement's row until the commit, so that entries are added one after the other.
  const { chain_length: number, chain_head: previous } = await trx
    .updateTable('agreements')
    .set({ chain_length: sql`chain_length + 1` })
    .where('id', '=', agreementId)
    .returning(['chain_length', 'chain_head'])
    .executeTakeFirstOrThrow()
  const text = JSON.stringify({ ...event, salt: freshBytes(SALT_BYTES).toString('base64url') })
  const hash = entryHash(previous, { agreementId, number, at, text })
  const encrypted = cipher.encrypt(place({ agreementId, number }), text)
  await trx
    .insertInto(table)
    .values({ agreement_id: agreementId, number, at, event: encrypted, hash })
    .execute()
  await trx.updateTable('agreements').set({ chain_head: hash }).where('id', '=', agreementId).execute()
  return hash
}

export interface KnownEvent {
  at: number
  hash: string
  event: AgreementEvent
}

/** What happened to an agreement, in order; throws `DecryptError` where an entry was altered. */
export async function listEvents(db: Db, cipher: FieldCipher, agreementId: string): Promise<KnownEvent[]> {
  const rows = await readRows(db, agreementId)
  return rows.map(({ number, at, hash, event }) => {
    const text = cipher.decrypt(place({ agreementId, number }), event)
    return { at, hash, event: agreementEvent.parse(JSON.parse(text)) }
  })
}

/** How many events of a kind there are; one that was altered may be of any. */
export async function countEvents(
  db: Db,
  cipher: FieldCipher,
  { agreementId, kind }: { agreementId: string; kind: AgreementEvent['kind'] },
): Promise<number> {
  const { entries } = await readChain(db, cipher, agreementId)
  return entries.filter(({ text }) => {
    return text === undefined || agreementEvent.parse(JSON.parse(text)).kind === kind
  }).length
}

/** The whole chain for a check, with the length and last hash that the agreement's row records. */
export async function readChain(
  db: Db,
  cipher: FieldCipher,
  agreementId: string,
): Promise<{ entries: StoredEntry[]; length: number; head: string }> {
  const agreement = await db
    .selectFrom('agreements')
    .select(['chain_length', 'chain_head'])
    .where('id', '=', agreementId)
    .executeTakeFirstOrThrow()
  const rows = await readRows(db, agreementId)
  const entries = rows.map(({ number, at, hash, event }) => {
    const text = openOr(() => cipher.decrypt(place({ agreementId, number }), event), undefined)
    return { agreementId, number, at, hash, text }
  })
  return { entries, length: agreement.chain_length, head: agreement.chain_head }
}

function readRows(db: Db, agreementId: string): Promise<AgreementEventRow[]> {
  return db.selectFrom(table).selectAll().where('agreement_id', '=', agreementId).orderBy('number').execute()
}
