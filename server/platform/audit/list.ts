import type { AuditLogRow } from '#server/platform/db/audit-rows.ts'
import type { Db } from '#server/platform/db/client.ts'

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
