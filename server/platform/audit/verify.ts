import type { AuditLogRow } from '#server/platform/db/schema.ts'
import { type Db, openToRead } from '#server/platform/db/client.ts'
import { hashOf } from './log.ts'
import type { WorkerPool } from '#server/platform/worker-pool/worker-pool.ts'

type AuditResult =
  | {
      whole: true
      entries: number
      /** Of these, how many were read now: those after what was verified before. */
      checked: number
      from: number
      lastSeq: number
      lastHash: string
    }
  | { whole: false; brokenAt: number; words: string }

interface AuditScope {
  /** Begins at the oldest entry that is left, also where a part was verified before. */
  all: boolean
}

/**
 * Walks the audit log to its newest entry, from where it was verified last or from its oldest entry that is left, and says
 * the first that is missing, altered or too much. Who can write to the database can write a whole new log: keep the last
 * hash elsewhere to notice that.
 */
export function verifyAudit(db: Db, scope: AuditScope = { all: true }): Promise<AuditResult> {
  if (db.isTransaction) return walk(db, scope)
  // One view of the log, while others add to it and prune it.
  const view = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return view.execute((trx) => walk(trx, scope))
}

/** Writes down how far the log was found whole, for the next time. */
export async function noteVerified(
  db: Db,
  { lastSeq, lastHash }: Extract<AuditResult, { whole: true }>,
): Promise<void> {
  const mark = { verified_seq: lastSeq, verified_hash: lastHash }
  await db.updateTable('audit_ends').set(mark).where('verified_seq', '<', lastSeq).execute()
}

async function walk(db: Db, { all }: AuditScope): Promise<AuditResult> {
  const ends = await db.selectFrom('audit_ends').selectAll().executeTakeFirst()
  const { last_seq = 0, last_hash = '', pruned_seq = 0, pruned_hash = '' } = ends ?? {}
  const pruned = { seq: pruned_seq, hash: pruned_hash }
  const mark = { seq: ends?.verified_seq ?? 0, hash: ends?.verified_hash ?? '' }
  const goesOn = !all && mark.seq > pruned.seq
  const fault = goesOn ? await faultAt(db, mark) : undefined
  if (fault) return fault
  const start = goesOn ? mark : pruned
  let before = start
  for await (const row of entriesAfter(db, start.seq)) {
    const fault = faultOf(row, before)
    if (fault) return fault
    before = row
  }
  if (before.seq < last_seq) return broken(before.seq + 1, 'is missing')
  if (before.seq > last_seq) return broken(last_seq + 1, 'was put in by hand')
  if (before.hash !== last_hash) return broken(last_seq, 'was altered: its hash is not the one noted')
  return {
    ...{
      whole: true,
      entries: before.seq - pruned_seq,
      checked: before.seq - start.seq,
      from: pruned_seq + 1,
    },
    ...{ lastSeq: before.seq, lastHash: before.hash },
  }
}

/** What is wrong with the entry that was verified last: it must be there, and as it was. */
async function faultAt(db: Db, { seq, hash }: Before): Promise<AuditResult | undefined> {
  const row = await db.selectFrom('audit_log').selectAll().where('seq', '=', seq).executeTakeFirst()
  if (!row) return broken(seq, 'is missing')
  const isAsItWas = row.hash === hash && hashOf(row) === hash
  return isAsItWas ? undefined : broken(seq, 'was altered: its hash is not the one verified')
}

interface Before {
  seq: number
  hash: string
}

function faultOf(row: AuditLogRow, before: Before): AuditResult | undefined {
  if (row.seq !== before.seq + 1) return broken(before.seq + 1, 'is missing')
  if (row.previous_hash !== before.hash) return broken(row.seq, 'does not follow the one before')
  if (row.hash !== hashOf(row)) return broken(row.seq, 'was altered: its hash is another')
  return undefined
}

function broken(brokenAt: number, words: string): AuditResult {
  return { whole: false, brokenAt, words: `entry ${brokenAt} ${words}` }
}

const PAGE_ROWS = 500

/** Entries after that number and from `since` (milliseconds) on, in order, a page of them in memory at a time. */
export async function* entriesAfter(db: Db, seq: number, since = 0): AsyncGenerator<AuditLogRow> {
  let after = seq
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

/** Runs in a thread of its own: reading and hashing a long log would keep the server from answering. */
export async function run({ all, ...where }: AuditScope & DatabasePlace): Promise<AuditResult> {
  const { db, close } = openToRead(where)
  try {
    return await verifyAudit(db, { all })
  } finally {
    await close()
  }
}

/** Milliseconds for the whole log, read in a thread: some 100,000 entries take a second. */
export const VERIFY_LIMIT_MS = 10 * 60_000

const task = import.meta.resolve('./verify.ts')

/** Where the database is, which a thread opens for itself. */
interface DatabasePlace {
  databaseUrl: string | undefined
  dataDir: string
}

interface VerifierParts extends DatabasePlace {
  db: Db
  threads: WorkerPool
}

/** Verifies the audit log while the server goes on; whoever asks meanwhile gets the answer of the run that is under way. */
export interface AuditVerifier {
  /** Undefined when it came to no end. */
  verify(all: boolean): Promise<AuditResult | undefined>
  close(): Promise<void>
}

export function createAuditVerifier({ db, databaseUrl, dataDir, threads }: VerifierParts): AuditVerifier {
  const underWay = new Map<boolean, Promise<AuditResult | undefined>>()

  async function verify(all: boolean): Promise<AuditResult | undefined> {
    const answer = await threads.run<typeof run>(task, { databaseUrl, dataDir, all })
    if (!answer.ok) return undefined
    if (answer.value.whole) await noteVerified(db, answer.value)
    return answer.value
  }
  return {
    verify(all) {
      const running = underWay.get(all) ?? verify(all).finally(() => underWay.delete(all))
      underWay.set(all, running)
      return running
    },
    close: threads.close,
  }
}
