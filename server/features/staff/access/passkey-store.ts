import { CLOCK_SLACK_MS } from '#server/platform/clock.ts'
import { openOr } from '#server/platform/crypto/field-cipher.ts'
import type { DeskStores } from '#server/features/staff/desk-rules.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffChallengeRow, StaffPasskeyRow } from '#server/platform/db/schema.ts'
import { CHALLENGE_LIFE_MS, INVITATION_LIFE_MS } from './session-rules.ts'

function placeOf(id: string) {
  return { table: 'staff_passkeys', column: 'name', row: id }
}

/** Adds a passkey; returns false if it is known already. */
export async function insertPasskey({ db, cipher }: DeskStores, row: StaffPasskeyRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('staff_passkeys')
    .values({ ...row, name: cipher.encrypt(placeOf(row.id), row.name) })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Returns a passkey with its person, unless the person is disabled. */
export async function findPasskey(db: Db, credentialId: string) {
  return db
    .selectFrom('staff_passkeys as p')
    .innerJoin('staff', 'staff.id', 'p.staff_id')
    .select([
      'p.id',
      'p.credential_id',
      'p.public_key',
      'staff.id as staff_id',
      'staff.user_handle',
      'p.link_by',
    ])
    .where('p.credential_id', '=', credentialId)
    .where('staff.disabled_at', 'is', null)
    .executeTakeFirst()
}

/** Records a use; returns false if the authenticator's count did not grow, so that a copy of it must be in use. */
export async function noteUse(
  db: Db,
  use: { id: string; counter: number; backedUp: boolean; now: number },
): Promise<boolean> {
  const { id, counter, backedUp, now } = use
  const { numUpdatedRows } = await db
    .updateTable('staff_passkeys')
    .set({ counter, backed_up: backedUp ? 1 : 0, used_at: now })
    .where('id', '=', id)
    // An authenticator that does not count always says 0.
    .where('counter', counter === 0 ? '=' : '<', counter)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns a person's passkeys, oldest first. */
export async function listPasskeys({ db, cipher }: DeskStores, staffId: string) {
  const rows = await db
    .selectFrom('staff_passkeys')
    .selectAll()
    .where('staff_id', '=', staffId)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({ ...row, name: openOr(() => cipher.decrypt(placeOf(row.id), row.name), '') }))
}

/** Returns false if the person has no such passkey. */
export async function renamePasskey(
  { db, cipher }: DeskStores,
  { staffId, id, name }: { staffId: string; id: string; name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('staff_passkeys')
    .set({ name: cipher.encrypt(placeOf(id), name) })
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Removes one passkey of a person, or all of them. */
export async function deletePasskeys(db: Db, staffId: string, id?: string): Promise<void> {
  const all = db.deleteFrom('staff_passkeys').where('staff_id', '=', staffId)
  await (id === undefined ? all : all.where('id', '=', id)).execute()
}

export async function insertChallenge(db: Db, row: StaffChallengeRow): Promise<void> {
  await db.insertInto('staff_challenges').values(row).execute()
}

/** Returns a browser's challenge and deletes it, however the ceremony ends. */
export async function takeChallenge(
  db: Db,
  { hash, kind, now }: { hash: string; kind: StaffChallengeRow['kind']; now: number },
): Promise<StaffChallengeRow | undefined> {
  const row = await db
    .deleteFrom('staff_challenges')
    .where('hash', '=', hash)
    .returningAll()
    .executeTakeFirst()
  if (!row || row.kind !== kind) return undefined
  const age = now - row.created_at
  return age < CHALLENGE_LIFE_MS && age >= -CLOCK_SLACK_MS ? row : undefined
}

/** Stores the hash of a person's new enrolment link; the earlier link opens nothing any more. */
export async function replaceInvitation(
  db: Db,
  { staffId, hash, madeBy, now }: { staffId: string; hash: string; madeBy: string | null; now: number },
): Promise<void> {
  await removeInvitations(db, staffId)
  const row = { hash, staff_id: staffId, created_at: now, made_by: madeBy }
  await db.insertInto('staff_invitations').values(row).execute()
}

/** Returns whose valid enrolment link this is, and who made it, unless they are disabled. */
export async function findInvitation(
  db: Db,
  { hash, now }: { hash: string; now: number },
): Promise<{ staffId: string; madeBy: string | null } | undefined> {
  return db
    .selectFrom('staff_invitations as i')
    .innerJoin('staff', 'staff.id', 'i.staff_id')
    .select(['i.staff_id as staffId', 'i.made_by as madeBy'])
    .where('i.hash', '=', hash)
    .where('i.created_at', '>', now - INVITATION_LIFE_MS)
    .where('i.created_at', '<=', now + CLOCK_SLACK_MS)
    .where('staff.disabled_at', 'is', null)
    .executeTakeFirst()
}

export async function removeInvitations(db: Db, staffId: string): Promise<void> {
  await db.deleteFrom('staff_invitations').where('staff_id', '=', staffId).execute()
}
