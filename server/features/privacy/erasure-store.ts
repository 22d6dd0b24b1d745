import { sql } from 'kysely'
import type { Db } from '#server/platform/db/client.ts'
import { lockExecutives } from '#server/platform/db/tables.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Identities } from './identities.ts'
import type { Person } from './person.ts'
import type { References } from './references.ts'

/** How many rows went, by table; `files` are those of the storage. */
export type Counts = Record<string, number>

export interface Forgotten {
  counts: Counts
  /** Ids of stored files that no row names any more. */
  files: string[]
}

/** Deletes rows by their id; how many there were. */
async function deleteIds(
  trx: Db,
  table: 'enquiries' | 'applications' | 'sessions' | 'jobs' | 'sandbox_messages',
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0
  const gone = await sql`delete from ${sql.table(table)} where id in (${sql.join(ids)})`.execute(trx)
  return Number(gone.numAffectedRows ?? 0)
}

/** Deletes applications with their documents. */
export async function forgetApplications(trx: Db, ids: readonly string[]): Promise<Forgotten> {
  if (ids.length === 0) return { counts: {}, files: [] }
  const documents = await trx
    .deleteFrom('application_files')
    .where('application_id', 'in', ids)
    .returning('id')
    .execute()
  const applications = await deleteIds(trx, 'applications', ids)
  return {
    counts: { applications, application_files: documents.length },
    files: documents.map(({ id }) => id),
  }
}

/** Deletes registered people with what they agreed to and their agreements. */
async function forgetExecutives(trx: Db, ids: readonly string[]): Promise<Forgotten> {
  if (ids.length === 0) return { counts: {}, files: [] }
  await lockExecutives(trx, ids)
  const events = await trx.deleteFrom('agreement_events').where('executive_id', 'in', ids).executeTakeFirst()
  const agreements = await trx
    .deleteFrom('agreements')
    .where('executive_id', 'in', ids)
    .returning(['form_file', 'signed_file'])
    .execute()
  const consents = await trx.deleteFrom('consents').where('executive_id', 'in', ids).executeTakeFirst()
  const people = await trx.deleteFrom('executives').where('id', 'in', ids).returning('photo_file').execute()
  const documents = agreements.flatMap(({ form_file, signed_file }) => [form_file, signed_file])
  return {
    counts: {
      executives: people.length,
      consents: Number(consents.numDeletedRows),
      agreements: agreements.length,
      agreement_events: Number(events.numDeletedRows),
    },
    files: [...people.map((row) => row.photo_file), ...documents].filter((file) => file !== null),
  }
}

/**
 * Empties the personal columns of mandates; what the books need stays. `apart`: they are nobody's from now on, and
 * nothing more is asked or told of them.
 */
export async function wipeMandates(
  trx: Db,
  cipher: FieldCipher,
  { ids, now, apart }: { ids: readonly string[]; now: number; apart: boolean },
): Promise<number> {
  let wiped = 0
  for (const id of ids) {
    const empty = (column: string) => cipher.encrypt({ table: 'mandates', column, row: id }, '')
    const row = await trx
      .updateTable('mandates')
      .set({
        phone: empty('phone'),
        account_name: empty('account_name'),
        account_no: empty('account_no'),
        ifsc_code: empty('ifsc_code'),
        session_id: '',
        holder_index: null,
        wiped_at: now,
        ...(apart ? { retry_of: null, executive_id: null, ask_at: null, staff_told_at: now } : {}),
      })
      .where('id', '=', id)
      .where((e) => e.or([e('wiped_at', 'is', null), ...(apart ? [e('retry_of', 'is not', null)] : [])]))
      .returning('id')
      .executeTakeFirst()
    if (row) wiped += 1
  }
  return wiped
}

/** Deletes what a person has among rows that last hours: sessions, codes and the counts that limits rest on. */
async function forgetVisits(
  trx: Db,
  cipher: FieldCipher,
  { names, sessions }: Pick<Person, 'names' | 'sessions'>,
): Promise<Counts> {
  const phones = names.phones.map((phone) => cipher.index('one_time_codes.phone', phone))
  return {
    sessions: await deleteIds(trx, 'sessions', sessions),
    ...(phones.length > 0 ? await forgetCodes(trx, phones) : {}),
    use_counts: await forgetCounts(trx, cipher, names),
  }
}

async function forgetCodes(trx: Db, phones: readonly string[]): Promise<Counts> {
  const codes = await trx.deleteFrom('one_time_codes').where('phone_index', 'in', phones).executeTakeFirst()
  const tries = await trx.deleteFrom('phone_tries').where('phone_index', 'in', phones).executeTakeFirst()
  return { one_time_codes: Number(codes.numDeletedRows), phone_tries: Number(tries.numDeletedRows) }
}

/** A count is keyed by its rule, so each rule that counts anything is asked. */
async function forgetCounts(trx: Db, cipher: FieldCipher, names: Identities): Promise<number> {
  const keys = Object.values(names).flat()
  if (keys.length === 0) return 0
  let gone = 0
  for (const { rule } of await trx.selectFrom('use_counts').select('rule').distinct().execute()) {
    const indices = keys.map((key) => cipher.index(`use_counts.${rule}`, key))
    const deleted = await trx
      .deleteFrom('use_counts')
      .where('rule', '=', rule)
      .where('key_index', 'in', indices)
      .executeTakeFirst()
    gone += Number(deleted.numDeletedRows)
  }
  return gone
}

async function forgetPages(trx: Db, pages: References['pages']): Promise<number> {
  let gone = 0
  for (const { kind, keyIndex } of pages) {
    const deleted = await trx
      .deleteFrom('sandbox_books')
      .where('kind', '=', kind)
      .where('key_index', '=', keyIndex)
      .executeTakeFirst()
    gone += Number(deleted.numDeletedRows)
  }
  return gone
}

/** The links of their addresses, those of the applications that go included. */
async function forgetApplicationLinks(trx: Db, { indices, rows }: Person): Promise<number> {
  const own = rows.applications.length > 0 ? rows.applications : ['']
  const named = await trx.selectFrom('applications').select('email_index').where('id', 'in', own).execute()
  const emails = [...(indices['applications.email'] ?? []), ...named.map((row) => row.email_index)]
  if (emails.length === 0) return 0
  const gone = await trx.deleteFrom('application_links').where('email_index', 'in', emails).executeTakeFirst()
  return Number(gone.numDeletedRows)
}

/** Takes everything of a person out of the tables, in the caller's transaction. */
export async function forgetPerson(
  trx: Db,
  cipher: FieldCipher,
  { person, references, now }: { person: Person; references: References; now: number },
): Promise<Forgotten> {
  const { rows } = person
  // First the people: whoever is about to add to their agreement or mandate waits here, and finds nobody.
  const executives = await forgetExecutives(trx, rows.executives)
  const links = await forgetApplicationLinks(trx, person)
  const applications = await forgetApplications(trx, rows.applications)
  const mandates = await wipeMandates(trx, cipher, { ids: rows.mandates, now, apart: true })
  const answers = await forgetAnswers(trx, rows.mandates)
  const counts: Counts = {
    enquiries: await deleteIds(trx, 'enquiries', rows.enquiries),
    ...applications.counts,
    application_links: links,
    ...executives.counts,
    mandates,
    mandate_events: answers,
    ...(await forgetVisits(trx, cipher, person)),
    jobs: await deleteIds(trx, 'jobs', references.jobs),
    sandbox_messages: await deleteIds(trx, 'sandbox_messages', references.messages),
    sandbox_books: await forgetPages(trx, references.pages),
  }
  return { counts, files: [...executives.files, ...applications.files] }
}

async function forgetAnswers(trx: Db, mandates: readonly string[]): Promise<number> {
  if (mandates.length === 0) return 0
  const gone = await trx.deleteFrom('mandate_events').where('mandate_id', 'in', mandates).executeTakeFirst()
  return Number(gone.numDeletedRows)
}
