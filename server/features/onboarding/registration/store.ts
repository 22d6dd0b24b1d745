import { findMandate, type Mandate } from '#server/features/onboarding/mandate/store.ts'
import { type Executive, findExecutive } from '#server/features/onboarding/person/store.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'

/** A registered person with the mandate that their record names. */
export interface Registration {
  person: Executive
  mandate: Mandate
}

export async function findRegistration(
  db: Db,
  cipher: FieldCipher,
  id: string,
): Promise<Registration | undefined> {
  const person = await findExecutive(db, cipher, id)
  const mandate = person && (await findMandate(db, cipher, { id: person.mandateId }))
  return mandate && { person, mandate }
}

/** Returns who registered with a transaction; undefined if nobody did. */
export async function registeredWith(
  db: Db,
  transactionId: string,
): Promise<{ id: string; aadhaarIndex: string } | undefined> {
  return db
    .selectFrom('executives')
    .innerJoin('mandates', 'mandates.executive_id', 'executives.id')
    .select(['executives.id', 'executives.aadhaar_index as aadhaarIndex'])
    .where('mandates.transaction_id', '=', transactionId)
    .executeTakeFirst()
}
