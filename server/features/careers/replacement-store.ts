import { sql } from 'kysely'
import { type Language, storedLanguage } from '#contract/messages/languages.ts'
import type { CareerApplication } from '#contract/schemas/careers.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import type { Db } from '#server/platform/db/client.ts'
import { announceFile } from '#server/platform/db/pending-files.ts'
import { deleteRecordTraces } from '#server/platform/db/record-events.ts'
import { newId } from '#server/platform/ids.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { tokenFor, tokenHash } from '#server/platform/crypto/tokens.ts'
import { LINK_LIFE_MS } from './rules.ts'
import { indices } from './store.ts'

const table = 'application_links'
/** Milliseconds after which a link that was not used is mailed once more to whoever is refused again. */
const MAIL_AGAIN_MS = 86_400_000

function token(cipher: FieldCipher, id: string): string {
  return tokenFor(cipher, table, id)
}

/**
 * The link to be mailed to an address: a new one, or the one that lasts and was not used, once a day; undefined where none
 * is to be mailed now.
 */
export async function insertLink(
  trx: Db,
  cipher: FieldCipher,
  {
    person,
    now,
  }: { person: Pick<CareerApplication, 'email' | 'phone'> & { language: Language }; now: number },
): Promise<string | undefined> {
  const { email_index } = indices(cipher, person)
  const id = newId()
  await trx
    .deleteFrom(table)
    .where('email_index', '=', email_index)
    .where('created_at', '<=', now - LINK_LIFE_MS)
    .execute()
  const inserted = await trx
    .insertInto(table)
    .values({
      ...{ id, created_at: now, mailed_at: now, email_index, used_at: null },
      language: person.language,
      email: cipher.encrypt({ table, column: 'email', row: id }, person.email),
      hash: tokenHash(token(cipher, id)),
    })
    .onConflict((conflict) =>
      conflict
        .column('email_index')
        .doUpdateSet({ mailed_at: now })
        .where('application_links.mailed_at', '<=', now - MAIL_AGAIN_MS)
        .where('application_links.used_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/** To whom a link is to be mailed and in which language, with its token; undefined once it was used or is gone. */
export async function findLink(
  db: Db,
  cipher: FieldCipher,
  id: string,
): Promise<{ email: string; language: Language; token: string } | undefined> {
  const row = await db
    .selectFrom(table)
    .select(['email', 'language'])
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const email = cipher.decrypt({ table, column: 'email', row: id }, row.email)
  return { email, language: storedLanguage(row.language), token: token(cipher, id) }
}

interface Replacing {
  person: Pick<CareerApplication, 'email' | 'phone'>
  token: string
  now: number
}

/** Whether a token may replace what came under this address: it was mailed there, lasts and was not used. */
export async function mayReplace(
  db: Db,
  cipher: FieldCipher,
  { person, token: given, now }: Replacing,
): Promise<boolean> {
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('hash', '=', tokenHash(given))
    .where('email_index', '=', indices(cipher, person).email_index)
    .where('created_at', '>', now - LINK_LIFE_MS)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Uses a token up and makes room for its owner's application, in the caller's transaction: what came under the proven
 * address is deleted, and what came under another address with the same phone stays, without its claim to the phone.
 * Answers the ids of what was deleted; undefined when the token was used meanwhile.
 */
export async function makeRoom(
  trx: Db,
  cipher: FieldCipher,
  { person, token: given, now }: Replacing,
): Promise<string[] | undefined> {
  const { email_index, phone_index } = indices(cipher, person)
  const used = await trx
    .updateTable(table)
    .set({ used_at: now })
    .where('hash', '=', tokenHash(given))
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!used) return undefined
  const earlier = await trx
    .selectFrom('applications')
    .select('id')
    .where('email_index', '=', email_index)
    .execute()
  const ids = earlier.map(({ id }) => id)
  for (const id of ids) await deleteApplication(trx, { id, now })
  await trx
    .updateTable('applications')
    .set({ phone_index: sql`phone_index || ':' || id` })
    .where('phone_index', '=', phone_index)
    .execute()
  return ids
}

/** Its documents are announced, so that the sweep removes them from the storage. */
async function deleteApplication(trx: Db, { id, now }: { id: string; now: number }): Promise<void> {
  const documents = await trx
    .deleteFrom('application_files')
    .where('application_id', '=', id)
    .returning('id')
    .execute()
  for (const document of documents) await announceFile(trx, { id: document.id, now })
  await trx.deleteFrom('applications').where('id', '=', id).execute()
  await deleteRecordTraces(trx, [id])
  await appendAudit(trx, { action: 'replace_application', actor: 'visitor', reference: id }, now)
}
