import { type FieldCipher, openOr } from '#server/platform/crypto/field-cipher.ts'
import type { DeskStores } from '#server/features/staff/desk-rules.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffRow } from '#server/platform/db/schema.ts'
import { freshBytes } from '#server/platform/ids.ts'
import { isOpen } from '#server/platform/sessions/store.ts'
import { STAFF_IDLE_MS, STAFF_LIFE_MS } from './rules.ts'

/** Somebody of the desk with their name and e-mail decrypted, and how many passkeys and sessions they have. */
export interface PersonListed extends StaffRow {
  passkeys: number
  sessions: number
}

interface NewPerson extends Pick<StaffRow, 'id' | 'name' | 'email' | 'role'> {
  now: number
}

/** Bytes of what an authenticator knows a person by; as many as the specification of WebAuthn allows. */
const HANDLE_BYTES = 64

/** By what a person is found, whatever the case they write it in. */
function emailIndex(cipher: Pick<FieldCipher, 'index'>, email: string): string {
  return cipher.index('staff.email', email.toLowerCase())
}

/** Adds a person; false when the e-mail is another's. */
export async function insertPerson({ db, cipher }: DeskStores, person: NewPerson): Promise<boolean> {
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

/**
 * Holds the changes of staff of all processes until the transaction ends: whoever writes this row comes one after the
 * other. It is the row of the first person, since a later one may be inserted meanwhile. Without a person there is
 * nothing to hold.
 */
export async function holdStaff(trx: Db): Promise<void> {
  await trx
    .updateTable('staff')
    .set((e) => ({ created_at: e.ref('created_at') }))
    .where('id', '=', (e) => e.selectFrom('staff').select('id').orderBy('created_at').orderBy('id').limit(1))
    .execute()
}

/** A text that does not decrypt is empty: one altered row must not hide the others. */
function opened<Column extends 'name' | 'email'>(
  cipher: FieldCipher,
  row: Pick<StaffRow, 'id' | Column>,
  column: Column,
): string {
  return openOr(() => cipher.decrypt({ table: 'staff', column, row: row.id }, row[column]), '')
}

function decrypted(cipher: FieldCipher, row: StaffRow): StaffRow {
  return { ...row, name: opened(cipher, row, 'name'), email: opened(cipher, row, 'email') }
}

/** The names of all by their ids, also of those who may no longer sign in. */
export async function staffNames({ db, cipher }: DeskStores): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('staff').select(['id', 'name']).execute()
  return new Map(rows.map((row) => [row.id, opened(cipher, row, 'name')]))
}

/** Whether somebody has that id and may sign in. */
export async function isActiveStaff(db: Db, id: string): Promise<boolean> {
  const row = db.selectFrom('staff').select('id').where('id', '=', id).where('disabled_at', 'is', null)
  return (await row.executeTakeFirst()) !== undefined
}

export async function findPerson({ db, cipher }: DeskStores, id: string): Promise<StaffRow | undefined> {
  const row = await db.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirst()
  return row && decrypted(cipher, row)
}

export async function findByEmail({ db, cipher }: DeskStores, email: string): Promise<StaffRow | undefined> {
  const index = emailIndex(cipher, email)
  const row = await db.selectFrom('staff').selectAll().where('email_index', '=', index).executeTakeFirst()
  return row && decrypted(cipher, row)
}

/** Everybody, the first to come first, with how many passkeys and sessions each has. */
export async function listPeople({ db, cipher }: DeskStores, now: number): Promise<PersonListed[]> {
  const rows = await db
    .selectFrom('staff')
    .selectAll()
    .select((e) => [
      e
        .selectFrom('staff_passkeys as p')
        .select((of) => of.cast<number>(of.fn.countAll(), 'integer').as('count'))
        .whereRef('p.staff_id', '=', 'staff.id')
        .as('passkeys'),
      e
        .selectFrom('staff_sessions as s')
        .select((of) => of.cast<number>(of.fn.countAll(), 'integer').as('count'))
        .whereRef('s.staff_id', '=', 'staff.id')
        .where(isOpen('s', { now, idleMs: STAFF_IDLE_MS, lifeMs: STAFF_LIFE_MS }))
        .as('sessions'),
    ])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => {
    const { passkeys, sessions } = row
    return { ...decrypted(cipher, row), passkeys: passkeys ?? 0, sessions: sessions ?? 0 }
  })
}

/** Owners who can sign in: a passkey, and not disabled. */
export async function activeOwners(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('staff')
    .select('id')
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .where((e) =>
      e.exists(e.selectFrom('staff_passkeys as p').select('p.id').whereRef('p.staff_id', '=', 'staff.id')),
    )
    .execute()
  return rows.map(({ id }) => id)
}

export async function updatePerson(
  db: Db,
  id: string,
  values: Partial<Pick<StaffRow, 'role' | 'disabled_at'>>,
): Promise<void> {
  await db.updateTable('staff').set(values).where('id', '=', id).execute()
}
