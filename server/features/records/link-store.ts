import { addressIn, type Language } from '#contract/messages/languages.ts'
import { recordPages } from '#contract/paths.ts'
import { tokenFor, tokenHash } from '#server/platform/crypto/digest.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { writtenIn } from '#server/platform/requested-language.ts'

/** A link's token: 192 bits as 32 base64url characters. */
const tokenShape = /^[\w-]{32}$/

/** The links of records: only a token opens a record, its id and its reference do not. */
export interface RecordLinks {
  /** Returns the record's id in the database; undefined if the token opens none. */
  find(token: string): Promise<string | undefined>
  /** Returns the token of a record, the same each time, so that a repeated mail has the same link. */
  tokenOf(id: string): Promise<string>
  /** Issues another token, in the caller's transaction; all earlier ones open nothing any more. */
  replace(trx: Db, id: string): Promise<string>
}

/**
 * Tokens are not stored. Each is the keyed hash of the record's id and the number of replacements of its link; the
 * key is not in the database. The database has only the hash of the token.
 */
export function createRecordLinks({
  db,
  cipher,
}: {
  db: Db
  cipher: Pick<FieldCipher, 'index'>
}): RecordLinks {
  const tokenOf = (id: string, number: number) => tokenFor(cipher, 'record_links', `${id}|${number}`)

  return {
    async find(token) {
      // An impossible token is looked up too, so that both cases take equally long.
      const hash = tokenHash(tokenShape.test(token) ? token : '')
      const row = db.selectFrom('record_links').select('record_id').where('hash', '=', hash)
      return (await row.executeTakeFirst())?.record_id
    },
    async tokenOf(id) {
      const row = db.selectFrom('records').select('link_number').where('id', '=', id)
      const { link_number } = await row.executeTakeFirstOrThrow()
      const token = tokenOf(id, link_number)
      await keepNow(db, { id, token, number: link_number })
      return token
    },
    async replace(trx, id) {
      const { link_number } = await trx
        .updateTable('records')
        .set((row) => ({ link_number: row('link_number', '+', 1) }))
        .where('id', '=', id)
        .returning('link_number')
        .executeTakeFirstOrThrow()
      await trx.deleteFrom('record_links').where('record_id', '=', id).execute()
      const token = tokenOf(id, link_number)
      await keep(trx, id, token)
      return token
    },
  }
}

/** Stores a token, unless the link was replaced meanwhile. */
async function keepNow(
  db: Db,
  { id, token, number }: { id: string; token: string; number: number },
): Promise<void> {
  await db
    .insertInto('record_links')
    .columns(['hash', 'record_id'])
    .expression((e) =>
      e
        .selectFrom('records')
        .select([e.val(tokenHash(token)).as('hash'), 'id'])
        .where('id', '=', id)
        .where('link_number', '=', number),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function keep(db: Db, id: string, token: string): Promise<void> {
  await db
    .insertInto('record_links')
    .values({ hash: tokenHash(token), record_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns the address of the record's own page, in the person's language, for mails to them. */
export async function ownPageOf(
  {
    recordLinks,
    config: { publicUrl, languages },
  }: { recordLinks: RecordLinks; config: { publicUrl: string; languages: readonly Language[] } },
  about: { id: string; language: Language },
): Promise<string> {
  return publicUrl + (await ownPathOf({ recordLinks, languages }, about))
}

/** Returns the part of a mailed link which proves that its reader received mail at the record's address. */
export function addressProof(
  { cipher }: { cipher: Pick<FieldCipher, 'index'> },
  { id, email }: { id: string; email: string },
): string {
  return tokenFor(cipher, 'own_address', `${id}|${email.toLowerCase()}`)
}

/** Returns the address of the record's own page for a mail to the record's address, which opening it proves. */
export async function mailedPageOf(
  app: Parameters<typeof ownPageOf>[0] & Parameters<typeof addressProof>[0],
  of: { id: string; language: Language; email: string },
): Promise<string> {
  return `${await ownPageOf(app, of)}#mailed=${addressProof(app, of)}`
}

/** Returns the path of that page, without the site's origin. */
export async function ownPathOf(
  { recordLinks, languages }: { recordLinks: RecordLinks; languages: readonly Language[] },
  { id, language }: { id: string; language: Language },
): Promise<string> {
  return addressIn(writtenIn(language, languages), recordPages.own) + (await recordLinks.tokenOf(id))
}

/** Returns the id of the executive with this reference or id; undefined if there is none. */
export async function executiveNamed(db: Db, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('records')
    .select('id')
    .where('kind', '=', 'executives')
    .where((e) => e.or([e('reference', '=', name.toUpperCase()), e('id', '=', name)]))
    .executeTakeFirst()
  return row?.id
}
