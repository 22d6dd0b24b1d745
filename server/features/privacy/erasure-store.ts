import type { ErasurePreview } from '#contract/schemas/staff-privacy.ts'
import type { SandboxMessage } from '#contract/schemas/sandbox.ts'
import { allEntries, type EntryKey } from '#server/features/sandbox/store.ts'
import { deletePausedOf } from '#server/features/onboarding/registration/pause-store.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import type { Db } from '#server/platform/db/client.ts'
import { aadhaarIndex } from '#server/platform/crypto/digest.ts'
import { settleFiles } from '#server/platform/uploads/stored-documents.ts'
import { lockExecutives } from '#server/features/onboarding/person/store.ts'
import type { Table } from '#server/platform/db/tables.ts'
import type { ErasureRow } from '#server/platform/db/schema.ts'
import { jobsNaming } from '#server/platform/jobs/store.ts'
import { contactOf, readRecords, deleteRecords } from '#server/features/records/store.ts'
import { codePurposes } from '#server/features/onboarding/identity/code-store.ts'
import { mailboxOf } from '#server/platform/limits/stranger-mails.ts'
import { newId } from '#server/platform/ids.ts'
import { FilesUnavailable } from '#server/providers/files/port.ts'
import { contactsOf, findPerson, type Person, type Privacy } from './person.ts'
import { type OwnRows, transactionsOf, viewsSaying } from './person-store.ts'
import { type RawBuilder, sql } from 'kysely'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import { forgetAgreed } from '#server/features/vacancies/store.ts'

/** Rolls a dry run back. */
class DryRun extends Error {
  readonly counts: Counts

  constructor(counts: Counts) {
    super('a dry run')
    this.counts = counts
  }
}

/**
 * Returns what an erasure would delete, by table and without zeros: the same transaction, rolled back. May run beside
 * a server.
 */
export async function wouldErase(app: Privacy, person: Person): Promise<Counts> {
  const references = await referencesOf(app, person)
  try {
    await app.db.transaction().execute(async (trx) => {
      const { counts } = await deletePerson(trx, app.cipher, { person, references, now: 0 })
      throw new DryRun(counts)
    })
    return {}
  } catch (error) {
    if (error instanceof DryRun) return error.counts
    throw error
  }
}

/**
 * Erases a person everywhere in one commit, with a tombstone and an audit entry. Files are removed after it;
 * `filesLeft` could not be removed now, and the server's sweep removes them.
 */
export async function erasePerson(
  app: Privacy,
  person: Person,
  actor: string,
): Promise<{ counts: Counts; filesLeft: number }> {
  const { db, clock } = app
  const references = await referencesOf(app, person)
  const now = clock.now()
  const id = newId()
  const { counts, files } = await db.transaction().execute(async (trx) => {
    const result = await deletePerson(trx, app.cipher, { person, references, now })
    await insertTombstone(trx, {
      ...{ id, at: now },
      identities: JSON.stringify(person.identities.aadhaar),
      row_ids: JSON.stringify(person.rows),
      counts: JSON.stringify(result.counts),
    })
    const { counts } = result
    const detail = { records: person.references.join(' ') }
    await appendAudit(trx, { action: 'erase', actor, reference: id, detail, counts }, now)
    return result
  })
  return { counts, filesLeft: await removeFiles(app, files) }
}

/** Removes files that no row names; returns how many are left to the sweep. */
export async function removeFiles(
  { db, files }: Pick<Privacy, 'db' | 'files'>,
  ids: readonly string[],
): Promise<number> {
  let left = 0
  for (const [at, id] of ids.entries()) {
    const failure: unknown = await files.remove(id).catch((error: unknown) => error)
    if (failure instanceof FilesUnavailable) return left + ids.length - at
    if (failure === undefined) await settleFiles(db, [id])
    else left += 1
  }
  return left
}

/**
 * Repeats the erasures of these tombstones after a restore of an older backup: of the same rows, and of a
 * registration's rows by the Aadhaar number. What the person sent later stays. Tombstones missing in the database are
 * added. Returns how many rows and files were deleted.
 */
export async function applyErasures(app: Privacy, tombstones: readonly ErasureRow[]): Promise<number> {
  let count = 0
  for (const tombstone of tombstones) count += await applyErasure(app, tombstone)
  return count
}

async function applyErasure(app: Privacy, tombstone: ErasureRow): Promise<number> {
  const rows: OwnRows = JSON.parse(tombstone.row_ids)
  const aadhaar: string[] = JSON.parse(tombstone.identities)
  const person = await findPerson(app, { rows, aadhaar, until: tombstone.at })
  const references = await referencesOf(app, person)
  const now = app.clock.now()
  const { counts, files } = await app.db.transaction().execute(async (trx) => {
    await insertTombstone(trx, tombstone)
    return deletePerson(trx, app.cipher, { person, references, now })
  })
  await removeFiles(app, files)
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** Returns what still binds a person before an erasure: transactions of mandates at the bank, and accepted agreements. */
export async function warningsOf({ db }: Privacy, { rows }: Person): Promise<Omit<ErasurePreview, 'counts'>> {
  const held = await db
    .selectFrom('mandates')
    .select('transaction_id')
    .where('id', 'in', ['', ...rows.mandates])
    .where('status', 'in', ['initiated', 'active'])
    .execute()
  const accepted = await db
    .selectFrom('agreements')
    .select('executive_id')
    .where('accepted_at', 'is not', null)
    .where('executive_id', 'in', ['', ...rows.executives])
    .execute()
  return { liveMandates: held.map((row) => row.transaction_id), agreements: accepted.length }
}

async function referencesOf(app: Privacy, person: Person): Promise<References> {
  const { db } = app
  const transactions = await transactionsOf(db, person.rows.mandates)
  const ids = [...Object.values(person.rows).flat(), ...transactions]
  const jobs = await jobsNaming(db, ids)
  return {
    jobs: jobs.map(({ id }) => id),
    sandbox: await entriesAbout(app, person, [...ids, ...person.providerRefs]),
    views: await viewsAbout(app, person),
  }
}

/**
 * Returns messages to a registered person, and entries that name one of the rows. The e-mail or phone in a form may
 * be anybody's.
 */
async function entriesAbout({ db, cipher }: Privacy, person: Person, ids: string[]): Promise<EntryKey[]> {
  const { identities, references, until } = person
  const named = [...identities.emails, ...identities.phones, ...ids, ...references]
  const words = named.map((word) => JSON.stringify(word.toLowerCase()).slice(1, -1))
  const isTo = (message: SandboxMessage) =>
    message.channel === 'sms' && identities.aadhaar.includes(aadhaarIndex(cipher, message.to))
  const found: EntryKey[] = []
  for await (const { kind, keyIndex, createdAt, json } of allEntries(db, cipher)) {
    const all = json.toLowerCase()
    const isAbout =
      words.some((word) => all.includes(word)) ||
      (kind === 'message' && isTo(JSON.parse(json) as SandboxMessage))
    if (isAbout && createdAt <= until) found.push({ kind, keyIndex })
  }
  return found
}

/** Returns saved filters that contain a name, an e-mail or a phone of these rows. */
async function viewsAbout(app: Privacy, { rows }: Person): Promise<string[]> {
  const records = await readRecords(app, [...rows.enquiries, ...rows.applications, ...rows.executives])
  const contacts = await contactsOf(app, rows)
  return viewsSaying(app, {
    emails: contacts.flatMap(({ email }) => email?.toLowerCase() ?? []),
    phones: contacts.flatMap(({ phone }) => phone ?? []),
    names: records.map((record) => contactOf(record).name),
  })
}

/** What names a person outside their own rows. */
interface References {
  /** Ids of jobs, waiting or done. */
  jobs: string[]
  /** Entries of the sandbox. */
  sandbox: EntryKey[]
  /** Ids of staff's saved filters whose words name the person. */
  views: string[]
}

/** How many rows were deleted, by table; `files` are stored files. */
export type Counts = Record<string, number>

export interface Deleted {
  counts: Counts
  /** Ids of stored files that no row names any more. */
  files: string[]
}

/** Deletes the rows with one of these values in a column (`id` unless given); returns how many. */
async function deleteRows(
  trx: Db,
  {
    table,
    column = 'id',
    where = sql`1 = 1`,
  }: { table: Table; column?: string; where?: RawBuilder<unknown> },
  values: readonly string[],
): Promise<number> {
  if (values.length === 0) return 0
  const result = await sql`
    delete from ${sql.table(table)} where ${where} and ${sql.ref(column)} in (${sql.join(values)})`.execute(
    trx,
  )
  return Number(result.numAffectedRows ?? 0)
}

/** Deletes enquiries and applications, with their documents and the notes of staff. */
export async function deleteSentRecords(trx: Db, ids: readonly string[]): Promise<Deleted> {
  if (ids.length === 0) return { counts: {}, files: [] }
  const documents = trx.deleteFrom('application_files').where('application_id', 'in', ids).returning('id')
  const files = (await documents.execute()).map(({ id }) => id)
  // What they superseded stays superseded, without naming them.
  await trx.updateTable('records').set({ superseded_by: 'gone' }).where('superseded_by', 'in', ids).execute()
  await forgetAgreed(trx, { enquiryIds: ids })
  return { counts: { ...(await deleteRecords(trx, ids)), application_files: files.length }, files }
}

/** Deletes registered people with their consents and agreements. */
async function deleteExecutives(trx: Db, ids: readonly string[]): Promise<Deleted> {
  if (ids.length === 0) return { counts: {}, files: [] }
  await lockExecutives(trx, ids)
  const own = (table: Table) => deleteRows(trx, { table, column: 'executive_id' }, ids)
  const agreements = await trx
    .deleteFrom('agreements')
    .where('executive_id', 'in', ids)
    .returning(['form_file', 'signed_file'])
    .execute()
  const consents = await own('consents')
  const people = await trx.deleteFrom('executives').where('id', 'in', ids).returning('photo_file').execute()
  const records = await deleteRecords(trx, ids)
  const documents = agreements.flatMap(({ form_file, signed_file }) => [form_file, signed_file])
  const counts = { consents, agreements: agreements.length }
  return {
    counts: { ...counts, ...records },
    files: [...people.map((row) => row.photo_file), ...documents].filter((file) => file !== null),
  }
}

/**
 * Empties the personal columns of mandates; the payment records stay. `detach` also ends their link to a person, so
 * the gateway is no longer asked about them and nobody is notified.
 */
export async function wipeMandates(
  trx: Db,
  cipher: FieldCipher,
  { ids, now, detach }: { ids: readonly string[]; now: number; detach: boolean },
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
        ...(detach ? { retry_of: null, executive_id: null, poll_at: null, staff_notified_at: now } : {}),
      })
      .where('id', '=', id)
      .where((e) => e.or([e('wiped_at', 'is', null), ...(detach ? [e('retry_of', 'is not', null)] : [])]))
      .returning('id')
      .executeTakeFirst()
    if (row) wiped += 1
  }
  return wiped
}

/** Deletes a person's short-lived rows: sessions, codes and counters of limits. */
async function deleteVisits(trx: Db, cipher: FieldCipher, person: Person): Promise<Counts> {
  const phones = person.identities.phones.map((phone) => cipher.index('one_time_codes.phone', phone))
  const ofPhones = (table: Table) => deleteRows(trx, { table, column: 'phone_index' }, phones)
  return {
    sessions: await deleteRows(trx, { table: 'sessions' }, person.sessions),
    one_time_codes: await ofPhones('one_time_codes'),
    paused_registrations: await deletePausedOf(trx, cipher, person.identities.phones),
    use_counts: await deleteUseCounts(
      trx,
      cipher,
      [...Object.values(person.identities), ...Object.values(person.rows)]
        .flat()
        .flatMap((key) => [key, mailboxOf(key), ...codePurposes.map((purpose) => `${purpose}|${key}`)]),
    ),
  }
}

/** Deletes counters. The index of a counter depends on its rule, so each rule that has counters is searched. */
async function deleteUseCounts(trx: Db, cipher: FieldCipher, keys: readonly string[]): Promise<number> {
  let count = 0
  for (const { rule } of await trx.selectFrom('use_counts').select('rule').distinct().execute()) {
    const indices = keys.map((key) => cipher.index(`use_counts.${rule}`, key))
    const where = sql`rule = ${rule}`
    count += await deleteRows(trx, { table: 'use_counts', column: 'key_index', where }, indices)
  }
  return count
}

async function deleteEntries(trx: Db, entries: References['sandbox']): Promise<number> {
  let count = 0
  for (const { kind, keyIndex } of entries) {
    const where = sql`kind = ${kind}`
    count += await deleteRows(trx, { table: 'sandbox_entries', column: 'key_index', where }, [keyIndex])
  }
  return count
}

/** Deletes the links that were mailed to the addresses of deleted applications. */
async function deleteApplicationLinks(trx: Db, { rows }: Person): Promise<number> {
  const own = rows.applications.length > 0 ? rows.applications : ['']
  const named = await trx.selectFrom('records').select('email_index').where('id', 'in', own).execute()
  const emails = named.map((row) => row.email_index)
  return deleteRows(trx, { table: 'application_links', column: 'email_index' }, emails)
}

/** Adds up counts by table, since several kinds of records lose rows of the same table. */
function summed(...all: readonly Counts[]): Counts {
  const counts: Counts = {}
  for (const [table, count] of all.flatMap((some) => Object.entries(some)))
    if (count > 0) counts[table] = (counts[table] ?? 0) + count
  return counts
}

/** Deletes everything of a person from the tables, in the caller's transaction, and leaves the files to the sweep. */
async function deletePerson(
  trx: Db,
  cipher: FieldCipher,
  { person, references, now }: { person: Person; references: References; now: number },
): Promise<Deleted> {
  const { rows } = person
  // Sessions before agreements, in the order in which confirming a link locks them. Then registered people before the
  // rest: whoever adds to their agreement or mandate waits for this lock, and then finds nobody.
  const visits = await deleteVisits(trx, cipher, person)
  const executives = await deleteExecutives(trx, rows.executives)
  const application_links = await deleteApplicationLinks(trx, person)
  const sent = await deleteSentRecords(trx, [...rows.applications, ...rows.enquiries])
  const mandates = await wipeMandates(trx, cipher, { ids: rows.mandates, now, detach: true })
  const ofMandates = { table: 'mandate_events', column: 'mandate_id' } as const
  const files = [...executives.files, ...sent.files]
  const counts = summed(sent.counts, executives.counts, visits, {
    ...{ application_links, mandates, files: files.length },
    mandate_events: await deleteRows(trx, ofMandates, rows.mandates),
    jobs: await deleteRows(trx, { table: 'jobs' }, references.jobs),
    sandbox_entries: await deleteEntries(trx, references.sandbox),
    staff_views: await deleteRows(trx, { table: 'staff_views' }, references.views),
  })
  await leaveFilesToSweep(trx, files)
  return { counts, files }
}

/** Records an erasure; an existing tombstone stays unchanged. */
async function insertTombstone(trx: Db, tombstone: ErasureRow): Promise<void> {
  await trx
    .insertInto('erasures')
    .values(tombstone)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Leaves files to the next sweep, in the commit that deletes their rows, so that a crash leaves none behind. */
export async function leaveFilesToSweep(trx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await trx
    .insertInto('pending_files')
    .values(ids.map((id) => ({ id, created_at: 0 })))
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ created_at: 0 }))
    .execute()
}
