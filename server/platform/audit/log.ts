import { userInfo } from 'node:os'
import type { AuditAction, AuditDetail } from '#contract/messages/staff-audit.ts'
import type { AuditLogRow } from '#server/platform/db/schema.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'

export interface AuditEntry {
  action: AuditAction
  /** The id of the record concerned; never a personal value. */
  reference?: string | null
  /** `system`, `visitor`, the result of `operatorActor`, or `staff:` and an id. */
  actor: string
  /** Never a personal value. */
  detail?: AuditDetail
  /** How many rows were deleted or changed, by kind. */
  counts?: Readonly<Record<string, number>>
}

/** Adds an entry at `now` (milliseconds). In the transaction of the action, both commit or neither does. */
export async function appendAudit(db: Db, entry: AuditEntry, now: number): Promise<void> {
  const { action, actor, reference = null, detail = {}, counts = {} } = entry
  const sorted = Object.fromEntries(
    Object.entries({ ...counts, ...detail }).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
  const row = { at: now, action, actor, reference, detail: JSON.stringify(sorted) }
  await db.insertInto('audit_log').values(row).execute()
}

const PAGE_ROWS = 500

/** Yields the entries from `since` (milliseconds) in order, with one page in memory at a time. */
export async function* entriesSince(db: Db, since: number): AsyncGenerator<AuditLogRow> {
  let after = 0
  for (;;) {
    const rows = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('seq', '>', after)
      .where('at', '>=', since)
      .orderBy('seq')
      .limit(PAGE_ROWS)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield* rows
    after = last.seq
  }
}

/** Returns at most `count` entries, newest first, that precede `seq` if it is given. */
export function entriesBefore(db: Db, seq: number | undefined, count: number): Promise<AuditLogRow[]> {
  const query = db.selectFrom('audit_log').selectAll().orderBy('seq', 'desc').limit(count)
  return (seq === undefined ? query : query.where('seq', '<', seq)).execute()
}

export interface AuditedEvent {
  action: AuditAction
  at: number
  detail: Record<string, unknown>
}

const signingActions: readonly AuditAction[] = ['show_agreement', 'confirm_link', 'sign', 'seal']

/** Returns how a person opened, accepted and got their agreements signed: the remaining entries, oldest first. */
export async function entriesAbout(db: Db, reference: string): Promise<AuditedEvent[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['action', 'at', 'detail'])
    .where('reference', '=', reference)
    .where('action', 'in', signingActions)
    .orderBy('seq')
    .execute()
  return rows.map(({ action, at, detail }) => {
    return { action: action as AuditAction, at, detail: JSON.parse(detail) as Record<string, unknown> }
  })
}

/** Returns the actor for ops commands: a keyed hash of the user name on this machine. */
export function operatorActor(cipher: FieldCipher, name = userName()): string {
  return `operator:${cipher.index('audit_log.actor', name)}`
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // A user in a container may have no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

/** Entries deleted per commit. */
const AT_ONCE = 1000

/** Returns the number of the first entry made after `before`. All entries from there stay. */
async function firstToStay(db: Db, before: number): Promise<number> {
  const row = await db
    .selectFrom('audit_log')
    .select((of) => of.fn.min('seq').as('seq'))
    .where('at', '>', before)
    .executeTakeFirst()
  return row?.seq ?? Number.MAX_SAFE_INTEGER
}

/** Returns how many entries precede the first one made after `before` (milliseconds). */
export async function countPrunable(db: Db, before: number): Promise<number> {
  const row = await db
    .selectFrom('audit_log')
    .select((of) => of.cast<number>(of.fn.countAll(), 'integer').as('count'))
    .where('seq', '<', await firstToStay(db, before))
    .executeTakeFirstOrThrow()
  return row.count
}

const prunedId = 'only'

/**
 * Deletes at most a thousand of the oldest entries in the caller's transaction and returns how many. It first stores
 * the number of the last one: the triggers permit no other deletion.
 */
export async function pruneAudit(trx: Db, before: number): Promise<number> {
  const old = await trx
    .selectFrom('audit_log')
    .select('seq')
    .where('seq', '<', await firstToStay(trx, before))
    .orderBy('seq')
    .limit(AT_ONCE)
    .execute()
  const seq = old.at(-1)?.seq
  if (seq === undefined) return 0
  await trx
    .insertInto('audit_pruned')
    .values({ id: prunedId, seq })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seq }))
    .execute()
  await trx.deleteFrom('audit_log').where('seq', '<=', seq).execute()
  return old.length
}

/** Returns the time (milliseconds) before which entries may be missing because of their age; 0 if none was deleted. */
export async function auditReachesBackTo(db: Db): Promise<number> {
  if (!(await db.selectFrom('audit_pruned').select('seq').executeTakeFirst())) return 0
  const oldest = await db.selectFrom('audit_log').select('at').orderBy('seq').limit(1).executeTakeFirst()
  return oldest?.at ?? Number.MAX_SAFE_INTEGER
}
