import { CLOCK_SLACK_MS } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffChallengeRow } from '#server/platform/db/staff-rows.ts'
import { CHALLENGE_LIFE_MS, INVITATION_LIFE_MS } from './rules.ts'

export async function insertChallenge(db: Db, row: StaffChallengeRow): Promise<void> {
  await db.insertInto('staff_challenges').values(row).execute()
}

/** The challenge of a browser, which is gone with this, whatever becomes of the ceremony. */
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

/** Keeps the hash of a new enrolment link of a person; an earlier one opens nothing any more. */
export async function replaceInvitation(
  db: Db,
  { staffId, hash, madeBy, now }: { staffId: string; hash: string; madeBy: string | null; now: number },
): Promise<void> {
  await db.deleteFrom('staff_invitations').where('staff_id', '=', staffId).execute()
  const row = { hash, staff_id: staffId, created_at: now, made_by: madeBy }
  await db.insertInto('staff_invitations').values(row).execute()
}

/** Whose enrolment link this is, and who made it, while it holds and they are not disabled. */
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

/** Uses an enrolment link up. */
export async function takeInvitation(db: Db, hash: string): Promise<void> {
  await db.deleteFrom('staff_invitations').where('hash', '=', hash).execute()
}

export async function removeInvitations(db: Db, staffId: string): Promise<void> {
  await db.deleteFrom('staff_invitations').where('staff_id', '=', staffId).execute()
}
