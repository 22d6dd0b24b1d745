import { type Language, storedLanguage } from '#contract/messages/languages.ts'
import type { CareerApplication } from '#contract/schemas/careers.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { CLOCK_SLACK_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { tokenFor, tokenHash } from '#server/platform/crypto/digest.ts'
import { contactIndices } from '#server/features/records/store.ts'

/** Milliseconds for which a replacement link is valid; meanwhile its address gets no other. */
export const LINK_LIFE_MS = 7 * 86_400_000

const table = 'application_links'
/** Milliseconds after which an unused link is mailed again to a person who is refused again. */
const MAIL_AGAIN_MS = 86_400_000

function token(cipher: FieldCipher, id: string): string {
  return tokenFor(cipher, table, id)
}

interface NewLink {
  person: Pick<CareerApplication, 'email' | 'phone'> & { language: Language }
  now: number
  /** Whether another link may follow a used one. */
  renewed: boolean
}

/** Returns whether a link should be mailed to an address now. */
export async function isLinkDue(
  db: Db,
  cipher: FieldCipher,
  { person, now, renewed }: NewLink,
): Promise<boolean> {
  const { email_index } = contactIndices(cipher, 'applications', person)
  const row = await db
    .selectFrom(table)
    .select(['created_at', 'mailed_at', 'used_at'])
    .where('email_index', '=', email_index)
    .executeTakeFirst()
  if (!row || row.created_at <= now - LINK_LIFE_MS) return true
  return row.used_at === null ? row.mailed_at <= now - MAIL_AGAIN_MS : renewed
}

/** Returns the link to mail to an address: a new one or, once a day, the valid unused one; undefined if none is due. */
export async function insertLink(
  trx: Db,
  cipher: FieldCipher,
  { person, now, renewed }: NewLink,
): Promise<string | undefined> {
  const { email_index } = contactIndices(cipher, 'applications', person)
  const id = newId()
  await trx
    .deleteFrom(table)
    .where('email_index', '=', email_index)
    .where((e) => {
      const isOver = e('created_at', '<=', now - LINK_LIFE_MS)
      return renewed ? e.or([isOver, e('used_at', 'is not', null)]) : isOver
    })
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

/** Returns the recipient, language and token of a link; undefined once it was used or deleted. */
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

export interface Replacing {
  person: Pick<CareerApplication, 'email' | 'phone'>
  token: string
  now: number
}

/** Returns whether a token may replace the applications of this address: it was mailed there, is valid and unused. */
export async function mayReplace(
  db: Db,
  cipher: FieldCipher,
  { person, token: given, now }: Replacing,
): Promise<boolean> {
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('hash', '=', tokenHash(given))
    .where('email_index', '=', contactIndices(cipher, 'applications', person).email_index)
    .where('created_at', '>', now - LINK_LIFE_MS)
    .where('created_at', '<=', now + CLOCK_SLACK_MS)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Uses a token up; returns whether it was still unused. */
export async function useLink(trx: Db, { token: given, now }: Omit<Replacing, 'person'>): Promise<boolean> {
  const used = await trx
    .updateTable(table)
    .set({ used_at: now })
    .where('hash', '=', tokenHash(given))
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}
