import type { SavedView, SavedViewRequest } from '#contract/schemas/staff-records.ts'
import { openOr } from '#server/platform/crypto/field-cipher.ts'
import { newId } from '#server/platform/ids.ts'
import type { App } from '#server/context.ts'
import type { DeskStores } from '#server/features/staff/desk-rules.ts'

const table = 'staff_views'
const VIEWS_MAX = 50

/** Returns a person's saved filters, oldest first; one that cannot be decrypted is left out. */
export async function listViews({ db, cipher }: DeskStores, staffId: string): Promise<SavedView[]> {
  const rows = await db
    .selectFrom(table)
    .selectAll()
    .where('staff_id', '=', staffId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, kind, ...row }) => {
    const open = (column: 'name' | 'query') => cipher.decrypt({ table, column, row: id }, row[column])
    return openOr(() => [{ id, kind, name: open('name'), query: open('query') }], [])
  })
}

/** Saves filters under a name; returns undefined if the person has the maximum already. */
export async function insertView(
  { db, cipher, clock }: App,
  staffId: string,
  { kind, name, query }: SavedViewRequest,
): Promise<SavedView | undefined> {
  const known = await db.selectFrom(table).select('id').where('staff_id', '=', staffId).execute()
  if (known.length >= VIEWS_MAX) return undefined
  const id = newId()
  const encrypted = (column: string, text: string) => cipher.encrypt({ table, column, row: id }, text)
  await db
    .insertInto(table)
    .values({
      ...{ id, staff_id: staffId, created_at: clock.now(), kind },
      name: encrypted('name', name),
      query: encrypted('query', query),
    })
    .execute()
  return { id, kind, name, query }
}

/** Deletes one of a person's own saved filters; may be repeated. */
export async function deleteView({ db }: DeskStores, staffId: string, id: string): Promise<void> {
  await db.deleteFrom(table).where('id', '=', id).where('staff_id', '=', staffId).execute()
}
