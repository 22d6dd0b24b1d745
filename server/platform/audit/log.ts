import { userInfo } from 'node:os'
import type { AuditAction, AuditDetail } from '#contract/messages/staff-audit.ts'
import type { AuditLogRow } from '#server/platform/db/schema.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'

export interface AuditEntry {
  action: AuditAction
  /** The id of what it is about; never a personal value. */
  reference?: string | null
  /** `system`, `visitor`, what `operatorActor` gives, or `staff:` and an id. */
  actor: string
  /** Never a personal value. */
  detail?: AuditDetail
  /** How much was deleted or changed, by what it is called. */
  counts?: Readonly<Record<string, number>>
}

/**
 * Adds an entry to the audit log at `now` (milliseconds), in the caller's transaction where `db` is one, so that what is
 * done and its entry stand or fall together.
 */
export async function appendAudit(db: Db, entry: AuditEntry, now: number): Promise<void> {
  const { action, actor, reference = null, detail = {}, counts = {} } = entry
  const sorted = Object.fromEntries(
    Object.entries({ ...counts, ...detail }).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
  const row = { at: now, action, actor, reference, detail: JSON.stringify(sorted) }
  await db.insertInto('audit_log').values(row).execute()
}

const PAGE_ROWS = 500

/** Entries from `since` (milliseconds) on, in order, a page of them in memory at a time. */
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

/** The newest entries before that number, or of all, at most `count`. */
export function entriesBefore(db: Db, seq: number | undefined, count: number): Promise<AuditLogRow[]> {
  const query = db.selectFrom('audit_log').selectAll().orderBy('seq', 'desc').limit(count)
  return (seq === undefined ? query : query.where('seq', '<', seq)).execute()
}

/** An entry as it was appended. */
export interface AuditedEvent {
  action: AuditAction
  at: number
  detail: Record<string, unknown>
}

/** What a person did with their link and their agreements. */
const signingActions: readonly AuditAction[] = ['show_agreement', 'confirm_link', 'sign', 'seal']

/** The entries about how a person opened, accepted and got their agreements signed, oldest first, as far back as the log goes. */
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

/** Who gives a command to the operator's tool: a keyed hash of their name on this machine, the same each time. */
export function operatorActor(cipher: FieldCipher, name = userName()): string {
  return `operator:${cipher.index('audit_log.actor', name)}`
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // A container's user may have a number and no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

/** Entries that one commit takes. */
const AT_ONCE = 1000

/** The oldest entry that is to stay: the first that was made after `before`, whatever clocks have done since. */
async function firstToStay(db: Db, before: number): Promise<number> {
  const row = await db
    .selectFrom('audit_log')
    .select((of) => of.fn.min('seq').as('seq'))
    .where('at', '>', before)
    .executeTakeFirst()
  return row?.seq ?? Number.MAX_SAFE_INTEGER
}

/** How many entries stand before the first that was made after `before` (milliseconds). */
export async function countPrunable(db: Db, before: number): Promise<number> {
  const row = await db
    .selectFrom('audit_log')
    .select((of) => of.cast<number>(of.fn.countAll(), 'integer').as('count'))
    .where('seq', '<', await firstToStay(db, before))
    .executeTakeFirstOrThrow()
  return row.count
}

/** The one row that says which entries are gone. */
const prunedId = 'only'

/**
 * Deletes entries from the old end of the audit log, at most a thousand, in the caller's transaction; returns how many. The
 * number of the last one is written down first: the triggers let no later entry be deleted.
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

/** The time (milliseconds) before which entries may have been deleted with age; 0 while none was. */
export async function auditReachesBackTo(db: Db): Promise<number> {
  if (!(await db.selectFrom('audit_pruned').select('seq').executeTakeFirst())) return 0
  const oldest = await db.selectFrom('audit_log').select('at').orderBy('seq').limit(1).executeTakeFirst()
  return oldest?.at ?? Number.MAX_SAFE_INTEGER
}
