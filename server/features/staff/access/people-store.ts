import { type FieldCipher, openOr } from '#server/platform/crypto/field-cipher.ts'
import type { DeskStores } from '#server/features/staff/desk-rules.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffRow } from '#server/platform/db/schema.ts'
import { freshBytes } from '#server/platform/ids.ts'
import { isOpen } from '#server/platform/sessions/store.ts'
import { STAFF_IDLE_MS, STAFF_LIFE_MS } from './session-rules.ts'

/** A person at the desk with decrypted name and e-mail, and the number of their passkeys and sessions. */
export interface PersonListed extends StaffRow {
  passkeys: number
  sessions: number
}

interface NewPerson extends Pick<StaffRow, 'id' | 'name' | 'email' | 'role'> {
  now: number
}

/** Bytes of the id by which an authenticator knows a person; WebAuthn allows no more. */
const HANDLE_BYTES = 64

/** Returns the index by which a person is found, in any letter case. */
function emailIndex(cipher: Pick<FieldCipher, 'index'>, email: string): string {
  return cipher.index('staff.email', email.toLowerCase())
}

/** Adds a person; returns false if the e-mail is somebody else's. */
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
 * Locks changes of staff in all processes until the transaction ends, by writing the row of the first person. That
 * row is always the same, while another one may be inserted meanwhile. Without people there is nothing to lock.
 */
export async function holdStaff(trx: Db): Promise<void> {
  await trx
    .updateTable('staff')
    .set((e) => ({ created_at: e.ref('created_at') }))
    .where('id', '=', (e) => e.selectFrom('staff').select('id').orderBy('created_at').orderBy('id').limit(1))
    .execute()
}

/** Decrypts a text; empty if that fails, since one altered row must not hide the others. */
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

/** Returns everybody's name by id, including people who may no longer sign in. */
export async function staffNames({ db, cipher }: DeskStores): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('staff').select(['id', 'name']).execute()
  return new Map(rows.map((row) => [row.id, opened(cipher, row, 'name')]))
}

/** Returns whether somebody has that id and may sign in. */
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

/** Returns everybody, oldest first, with the number of their passkeys and sessions. */
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

/** Returns the owners who can sign in: they have a passkey and are not disabled. */
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
