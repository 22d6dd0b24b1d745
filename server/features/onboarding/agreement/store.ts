import { defaultLanguage } from '#contract/messages/languages.ts'
import type { AgreementRow } from '#server/platform/db/onboarding-rows.ts'
import type { Db } from '#server/platform/db/client.ts'
import { deriveStatus, holdExecutive } from '#server/platform/db/records.ts'
import { newId } from '#server/platform/ids.ts'
import type { Place, FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { StoredFormData } from './rules.ts'

/** The form that awaits acceptance, or that was accepted. */
export interface Form {
  data: StoredFormData
  /** The id under which the storage holds it. */
  file: string
  pdfSha256: string
  textSha256: string
}

export interface Agreement {
  executiveId: string
  form: Form | undefined
  acceptedAt: number | null
  signed: { file: string; sha256: string } | undefined
}

const table = 'agreements'

function place(executiveId: string): Place {
  return { table, column: 'facts', row: executiveId }
}

/** Makes sure that a person's agreement has a row and an address. */
export async function beginAgreement(
  db: Db,
  { executiveId, now }: { executiveId: string; now: number },
): Promise<void> {
  await db
    .insertInto(table)
    .values({ executive_id: executiveId, created_at: now, address: newId(), chain_length: 0, chain_head: '' })
    .onConflict((conflict) => conflict.column('executive_id').doNothing())
    .execute()
}

/** The id in an agreement's public address, made when first needed: not the record's, which opens pages. */
export async function addressOf(db: Db, begun: { executiveId: string; now: number }): Promise<string> {
  const find = () =>
    db.selectFrom(table).select('address').where('executive_id', '=', begun.executiveId).executeTakeFirst()
  const known = await find()
  if (known?.address) return known.address
  await beginAgreement(db, begun)
  // Created by a version that gave no addresses.
  await db
    .updateTable(table)
    .set({ address: newId() })
    .where('executive_id', '=', begun.executiveId)
    .where('address', 'is', null)
    .execute()
  const made = await find()
  if (!made?.address)
    throw new Error('an agreement has no address although one was just written: check the table agreements')
  return made.address
}

export async function executiveAt(db: Db, address: string): Promise<string | undefined> {
  const found = db.selectFrom(table).select('executive_id').where('address', '=', address)
  return (await found.executeTakeFirst())?.executive_id
}

export async function findAgreement(
  db: Db,
  cipher: FieldCipher,
  executiveId: string,
): Promise<Agreement | undefined> {
  const row = await db
    .selectFrom(table)
    .selectAll()
    .where('executive_id', '=', executiveId)
    .executeTakeFirst()
  return row && decryptRow(cipher, row)
}

function decryptRow(cipher: FieldCipher, row: AgreementRow): Agreement {
  const { executive_id: executiveId, signed_file: file, signed_sha256: sha256 } = row
  return {
    executiveId,
    form: openForm(cipher, row),
    acceptedAt: row.accepted_at,
    signed: file !== null && sha256 !== null ? { file, sha256 } : undefined,
  }
}

function openForm(cipher: FieldCipher, row: AgreementRow): Form | undefined {
  const { executive_id, facts, form_file: file, form_sha256: pdfSha256, text_sha256: textSha256 } = row
  if (facts === null || file === null || pdfSha256 === null || textSha256 === null) return undefined
  // Forms of versions that knew English alone name no language.
  const only = { language: defaultLanguage, binding: 'english' }
  const data = { ...only, ...JSON.parse(cipher.decrypt(place(executive_id), facts)) }
  return { data, file, pdfSha256, textSha256 }
}

/** Replaces the form `instead` by this one; false when another is there meanwhile, or it was accepted. */
export async function keepForm(
  trx: Db,
  cipher: FieldCipher,
  { executiveId, form, instead }: { executiveId: string; form: Form; instead: string | undefined },
): Promise<boolean> {
  const kept = await trx
    .updateTable(table)
    .set({
      facts: cipher.encrypt(place(executiveId), JSON.stringify(form.data)),
      form_file: form.file,
      form_sha256: form.pdfSha256,
      text_sha256: form.textSha256,
    })
    .where('executive_id', '=', executiveId)
    .where('accepted_at', 'is', null)
    .where('form_file', 'is not distinct from', instead ?? null)
    .returning('executive_id')
    .executeTakeFirst()
  return kept !== undefined
}

/** Marks the agreement as accepted in this form, from which the person's status follows; false when it was accepted before, or has another form now. */
export async function markAccepted(
  trx: Db,
  { executiveId, formFile, at }: { executiveId: string; formFile: string; at: number },
): Promise<boolean> {
  await holdExecutive(trx, { executiveId })
  const marked = await trx
    .updateTable(table)
    .set({ accepted_at: at })
    .where('executive_id', '=', executiveId)
    .where('accepted_at', 'is', null)
    .where('form_file', '=', formFile)
    .returning('executive_id')
    .executeTakeFirst()
  if (marked) await deriveStatus(trx, { executiveId })
  return marked !== undefined
}

/** Stores the signed document of an accepted agreement; false when there is one already. */
export async function keepSigned(
  trx: Db,
  { executiveId, file, sha256 }: { executiveId: string; file: string; sha256: string },
): Promise<boolean> {
  const kept = await trx
    .updateTable(table)
    .set({ signed_file: file, signed_sha256: sha256 })
    .where('executive_id', '=', executiveId)
    .where('accepted_at', 'is not', null)
    .where('signed_file', 'is', null)
    .returning('executive_id')
    .executeTakeFirst()
  return kept !== undefined
}

const keys = 'seal_keys'

/** The signing key that all processes share, made on first use. */
export async function sharedKey(
  db: Db,
  cipher: FieldCipher,
  wanted: { id: string; now: number; make(): Promise<string> },
): Promise<string> {
  const at = { table: keys, column: 'sealed', row: wanted.id }
  const find = () => db.selectFrom(keys).select('sealed').where('id', '=', wanted.id).executeTakeFirst()
  const known = await find()
  if (known) return cipher.decrypt(at, known.sealed)
  const made = cipher.encrypt(at, await wanted.make())
  await db
    .insertInto(keys)
    .values({ id: wanted.id, created_at: wanted.now, sealed: made })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return cipher.decrypt(at, (await find())?.sealed ?? made)
}
