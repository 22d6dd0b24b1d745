import type { SavedView, SavedViewRequest } from '#contract/schemas/staff-records.ts'
import { openOr } from '#server/platform/crypto/field-cipher.ts'
import { wordsOf } from '#server/features/records/search-store.ts'
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

/** Personal texts that somebody's saved filters may contain. */
interface Said {
  emails: readonly string[]
  /** Ten digits. */
  phones: readonly string[]
  names: readonly string[]
}

/**
 * Returns ids of anybody's saved filters whose name or place contains one of these e-mails or phones, or all words of
 * one of these names.
 */
export async function viewsSaying(
  { db, cipher }: DeskStores,
  { emails, phones, names }: Said,
): Promise<string[]> {
  const wordsOfNames = names.map(wordsOf).filter((words) => words.length > 0)
  const says = (text: string) => {
    const [lower, digits, words] = [text.toLowerCase(), text.replaceAll(/\D/g, ''), wordsOf(text)]
    return (
      emails.some((email) => email !== '' && lower.includes(email)) ||
      phones.some((phone) => phone !== '' && digits.includes(phone)) ||
      wordsOfNames.some((own) => own.every((word) => words.includes(word)))
    )
  }
  const rows = await db.selectFrom(table).selectAll().execute()
  return rows.flatMap(({ id, ...row }) => {
    const open = (column: 'name' | 'query') => cipher.decrypt({ table, column, row: id }, row[column])
    const texts = openOr(() => [open('name'), ...new URLSearchParams(open('query')).values()], [])
    return texts.some(says) ? [id] : []
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
