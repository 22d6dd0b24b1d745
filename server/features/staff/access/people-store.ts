import type { StaffRole } from '#contract/schemas/staff-permissions.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { freshBytes } from '#server/platform/ids.ts'

interface Stored {
  db: Db
  cipher: FieldCipher
}

interface NewPerson {
  id: string
  name: string
  email: string
  role: StaffRole
  now: number
}

/** Bytes of what an authenticator knows a person by; as many as the specification of WebAuthn allows. */
const HANDLE_BYTES = 64

/** By what a person is found, whatever the case they write it in. */
export function emailIndex(cipher: Pick<FieldCipher, 'index'>, email: string): string {
  return cipher.index('staff.email', email.toLowerCase())
}

/** Adds a person; false when the e-mail is another's. */
export async function insertPerson({ db, cipher }: Stored, person: NewPerson): Promise<boolean> {
  const { id, name, email, role, now } = person
  const place = (column: string) => ({ table: 'staff', column, row: id })
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('staff')
    .values({
      id,
      role,
      created_at: now,
      user_handle: freshBytes(HANDLE_BYTES).toString('base64url'),
      name: cipher.encrypt(place('name'), name),
      email: cipher.encrypt(place('email'), email),
      email_index: emailIndex(cipher, email),
      disabled_at: null,
    })
    .onConflict((conflict) => conflict.column('email_index').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
