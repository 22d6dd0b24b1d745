import type { AgreementKind, AgreementRow } from '#server/platform/db/schema.ts'
import { sha256 } from '#server/platform/crypto/digest.ts'
import type { Db } from '#server/platform/db/client.ts'
import { type Begun, openRow, rowsOf } from '#server/features/onboarding/person/agreement-reference-store.ts'
import { deriveStatus, holdExecutive } from '#server/features/records/executive-status-store.ts'
import { newId } from '#server/platform/ids.ts'
import type { Place, FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { type Acceptance, acceptance, type StoredFormData } from './document/agreement-data.ts'

/** The form that awaits acceptance or was accepted. */
export interface Form {
  data: StoredFormData
  /** The id of the stored file. */
  file: string
  pdfSha256: string
  textSha256: string
}

/** A person's agreement or an annex to it. */
export interface Agreement {
  id: string
  executiveId: string
  kind: AgreementKind
  reference: string
  /** The id in its public address. */
  address: string
  form: Form | undefined
  acceptedAt: number | null
  /** The evidence of the acceptance, and the digest that the audit log has of it. */
  acceptance: Acceptance | undefined
  acceptanceSha256: string | undefined
  signed: { file: string; sha256: string } | undefined
}

const table = 'agreements'

function place(id: string, column: 'facts' | 'acceptance' = 'facts'): Place {
  return { table, column, row: id }
}

/** Returns what a person is to accept next, the agreement or an annex; undefined if nothing is left. */
export async function openAgreement(
  db: Db,
  cipher: FieldCipher,
  begun: Begun,
): Promise<Agreement | undefined> {
  const row = await openRow(db, begun)
  return row && decryptRow(cipher, row)
}

/** Returns a person's agreement and its annexes, oldest first. */
export async function agreementsOf(db: Db, cipher: FieldCipher, executiveId: string): Promise<Agreement[]> {
  const rows = await rowsOf(db, executiveId).execute()
  return rows.map((row) => decryptRow(cipher, row))
}

/** Returns a person's agreements with their newest files. Decrypts nothing: an altered row does not hide the others. */
export async function agreementFilesOf(
  db: Db,
  executiveId: string,
): Promise<{ id: string; kind: AgreementKind; acceptedAt: number | null; file: string | null }[]> {
  const rows = await rowsOf(db, executiveId).execute()
  return rows.map(({ id, kind, accepted_at: acceptedAt, form_file, signed_file }) => {
    return { id, kind, acceptedAt, file: signed_file ?? form_file }
  })
}

export async function findAgreement(
  db: Db,
  cipher: FieldCipher,
  by: { id: string } | { address: string },
): Promise<Agreement | undefined> {
  const query = db.selectFrom(table).selectAll()
  const found = 'id' in by ? query.where('id', '=', by.id) : query.where('address', '=', by.address)
  const row = await found.executeTakeFirst()
  return row && decryptRow(cipher, row)
}

/** Returns the agreement or annex with this reference, and whose it is. */
export async function agreementNamed(
  db: Db,
  reference: string,
): Promise<{ id: string; executiveId: string } | undefined> {
  const found = db.selectFrom(table).select(['id', 'executive_id as executiveId'])
  return found.where('reference', '=', reference).executeTakeFirst()
}

function decryptRow(cipher: FieldCipher, row: AgreementRow): Agreement {
  const { id, executive_id: executiveId, kind, reference, address } = row
  const { signed_file: file, signed_sha256: sha256 } = row
  return {
    ...{ id, executiveId, kind, reference, address },
    form: openForm(cipher, row),
    acceptedAt: row.accepted_at,
    ...openAcceptance(cipher, row),
    signed: file !== null && sha256 !== null ? { file, sha256 } : undefined,
  }
}

function openForm(cipher: FieldCipher, row: AgreementRow): Form | undefined {
  const { id, facts, form_file: file, form_sha256: pdfSha256, text_sha256: textSha256 } = row
  if (facts === null || file === null || pdfSha256 === null || textSha256 === null) return undefined
  return { data: JSON.parse(cipher.decrypt(place(id), facts)), file, pdfSha256, textSha256 }
}

function openAcceptance(
  cipher: FieldCipher,
  { id, acceptance: stored }: AgreementRow,
): Pick<Agreement, 'acceptance' | 'acceptanceSha256'> {
  if (stored === null) return { acceptance: undefined, acceptanceSha256: undefined }
  const text = cipher.decrypt(place(id, 'acceptance'), stored)
  return { acceptance: acceptance.parse(JSON.parse(text)), acceptanceSha256: sha256(text) }
}

/** Replaces the form `instead`; returns false if the stored form is another one or was accepted. */
export async function keepForm(
  trx: Db,
  cipher: FieldCipher,
  wanted: { id: string; form: Form; mandateId: string; instead: string | undefined },
): Promise<boolean> {
  const { id, form, mandateId, instead } = wanted
  const kept = await trx
    .updateTable(table)
    .set({
      facts: cipher.encrypt(place(id), JSON.stringify(form.data)),
      mandate_id: mandateId,
      form_file: form.file,
      form_sha256: form.pdfSha256,
      text_sha256: form.textSha256,
    })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('form_file', 'is not distinct from', instead ?? null)
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

/**
 * Marks the agreement as accepted in this form; the person's status follows from that. Returns the digest of the
 * stored evidence, or undefined if it was accepted before or now has another form.
 */
export async function markAccepted(
  trx: Db,
  cipher: FieldCipher,
  marking: { id: string; executiveId: string; formFile: string; acceptance: Acceptance },
): Promise<string | undefined> {
  const { id, executiveId, formFile } = marking
  // The salt keeps anybody from finding the evidence by trying texts against the digest in the audit log.
  const text = JSON.stringify({ ...marking.acceptance, salt: newId() })
  await holdExecutive(trx, { executiveId })
  const marked = await trx
    .updateTable(table)
    .set({ accepted_at: marking.acceptance.at, acceptance: cipher.encrypt(place(id, 'acceptance'), text) })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('form_file', '=', formFile)
    .returning('id')
    .executeTakeFirst()
  if (!marked) return undefined
  await deriveStatus(trx, { executiveId })
  return sha256(text)
}

/** Stores the signed document of an accepted agreement; returns false if one is stored already. */
export async function keepSigned(
  trx: Db,
  { id, file, sha256 }: { id: string; file: string; sha256: string },
): Promise<boolean> {
  const kept = await trx
    .updateTable(table)
    .set({ signed_file: file, signed_sha256: sha256 })
    .where('id', '=', id)
    .where('accepted_at', 'is not', null)
    .where('signed_file', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}
