import type { MandateStatus } from '#contract/schemas/mandates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { inPages, laterThan } from '#server/platform/db/tables.ts'
import { readable, type FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { type Mandate, opened } from './store.ts'

const PAGE_ROWS = 200

/**
 * Mandates oldest first, all or those that stand so. One that its key does not open (altered, or encrypted with another) is
 * told to `unreadable` and passed over.
 */
export async function* listMandates(
  db: Db,
  cipher: FieldCipher,
  { status, unreadable }: { status: MandateStatus | undefined; unreadable(id: string): void },
): AsyncGenerator<Mandate> {
  const all = db.selectFrom('mandates').selectAll()
  const wanted = status === undefined ? all : all.where('status', '=', status)
  const pages = inPages(0, (after) =>
    wanted.where(laterThan(after)).orderBy('created_at').orderBy('id').limit(PAGE_ROWS).execute(),
  )
  for await (const rows of pages) yield* readable(rows, (row) => opened(cipher, row), unreadable)
}
