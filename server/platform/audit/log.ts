import { userInfo } from 'node:os'
import type { AuditAction, AuditDetail } from '#contract/messages/staff-audit.ts'
import { digestOf } from '#server/platform/crypto/digest.ts'
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

/** The one row that says where the log ends. */
const endsId = 'only'

/**
 * Adds an entry to the audit log at `now` (milliseconds), in the caller's transaction where `db` is one, so that what is
 * done and its entry stand or fall together. Entries are made one after the other: call it as the last of a transaction,
 * or others wait for its end.
 */
export async function appendAudit(db: Db, entry: AuditEntry, now: number): Promise<void> {
  if (db.isTransaction) return appendIn(db, entry, now)
  await db.transaction().execute((trx) => appendIn(trx, entry, now))
}

async function appendIn(trx: Db, entry: AuditEntry, now: number): Promise<void> {
  const { seq, previous } = await takeNext(trx)
  const { action, actor, reference = null, detail = {}, counts = {} } = entry
  const sorted = Object.fromEntries(
    Object.entries({ ...counts, ...detail }).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
  const row = {
    seq,
    at: now,
    action,
    actor,
    reference,
    detail: JSON.stringify(sorted),
    previous_hash: previous,
  }
  const hash = hashOf(row)
  await trx
    .insertInto('audit_log')
    .values({ ...row, hash })
    .execute()
  await trx.updateTable('audit_ends').set({ last_hash: hash }).where('id', '=', endsId).execute()
}

/** The next number and the hash it follows; writing that row first makes other processes wait for our commit. */
async function takeNext(trx: Db): Promise<{ seq: number; previous: string }> {
  const first = {
    ...{ id: endsId, last_seq: 1, last_hash: '', pruned_seq: 0, pruned_hash: '' },
    ...{ verified_seq: 0, verified_hash: '' },
  }
  const row = await trx
    .insertInto('audit_ends')
    .values(first)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((set) => ({ last_seq: set('audit_ends.last_seq', '+', 1) })),
    )
    .returning(['last_seq', 'last_hash'])
    .executeTakeFirstOrThrow()
  return { seq: row.last_seq, previous: row.last_hash }
}

/** SHA-256 in hex over everything an entry says, the hash of the one before included. */
export function hashOf(entry: Omit<AuditLogRow, 'hash'>): string {
  const { seq, at, action, actor, reference, detail, previous_hash } = entry
  return digestOf([seq, at, action, actor, reference, detail, previous_hash])
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

/**
 * Takes entries from the old end of the audit log, at most a thousand, in the caller's transaction; returns how many. The
 * hash of the last that went is written down first, so that what is left is verified from there on, and the triggers let
 * nothing else go.
 */
export async function pruneAudit(trx: Db, before: number): Promise<number> {
  // Writing the row holds it: entries are added and taken one after the other.
  await trx
    .updateTable('audit_ends')
    .set((set) => ({ last_seq: set.ref('last_seq') }))
    .where('id', '=', endsId)
    .execute()
  const old = await trx
    .selectFrom('audit_log')
    .select(['seq', 'hash'])
    .where('seq', '<', await firstToStay(trx, before))
    .orderBy('seq')
    .limit(AT_ONCE)
    .execute()
  const last = old.at(-1)
  if (!last) return 0
  await trx
    .updateTable('audit_ends')
    .set({ pruned_seq: last.seq, pruned_hash: last.hash })
    .where('id', '=', endsId)
    .execute()
  await trx.deleteFrom('audit_log').where('seq', '<=', last.seq).execute()
  return old.length
}
