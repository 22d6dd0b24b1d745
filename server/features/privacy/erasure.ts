import type { ErasurePreview } from '#contract/schemas/staff-privacy.ts'
import type { SandboxMessage } from '#contract/schemas/sandbox.ts'
import { allEntries, type EntryKey } from '#server/features/sandbox/store.ts'
import { viewsSaying } from '#server/features/staff/records/views-store.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import type { Db } from '#server/platform/db/client.ts'
import { aadhaarIndex } from '#server/platform/crypto/digest.ts'
import { settleFiles } from '#server/platform/db/tables.ts'
import type { ErasureRow } from '#server/platform/db/schema.ts'
import { jobsNaming } from '#server/platform/jobs/store.ts'
import { contactOf, readRecords } from '#server/platform/records/store.ts'
import { newId } from '#server/platform/ids.ts'
import { FilesUnavailable } from '#server/providers/files/port.ts'
import {
  type Counts,
  type Deleted,
  deletePerson,
  insertTombstone,
  leaveFilesToSweep,
  type References,
} from './erasure-store.ts'
import { contactsOf, findPerson, type Person, type Privacy } from './person.ts'
import { obligationsOf, type OwnRows, transactionsOf } from './person-store.ts'

/** Rolls a dry run back. */
class DryRun extends Error {
  readonly counts: Counts

  constructor(counts: Counts) {
    super('a dry run')
    this.counts = counts
  }
}

/** What an erasure would delete, by table and without zeros: the same transaction, rolled back. Safe beside a running server. */
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
 * Erases a person everywhere in one commit, which leaves a tombstone and an entry in the audit log. Files are removed
 * after it; `filesLeft` of them the storage did not remove now, and the server's sweep does.
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
    const result = await deleteWithFiles(trx, app, { person, references, now })
    await insertTombstone(trx, {
      ...{ id, at: now },
      identities: JSON.stringify(person.identities.aadhaar),
      row_ids: JSON.stringify(person.rows),
      counts: JSON.stringify(result.counts),
    })
    const detail = { ...result.counts, records: person.references.join(' ') }
    await appendAudit(trx, { action: 'erase', actor, reference: id, detail }, now)
    return result
  })
  return { counts, filesLeft: await removeFiles(app, files) }
}

async function deleteWithFiles(
  trx: Db,
  app: Privacy,
  about: { person: Person; references: References; now: number },
): Promise<Deleted> {
  const result = await deletePerson(trx, app.cipher, about)
  await leaveFilesToSweep(trx, result.files)
  return result
}

/** Removes files that no row names; how many are left to the sweep because the storage is unavailable. */
export async function removeFiles(
  { db, files }: Pick<Privacy, 'db' | 'files'>,
  ids: readonly string[],
): Promise<number> {
  for (const [removed, id] of ids.entries()) {
    const failure: unknown = await files.remove(id).catch((error: unknown) => error)
    if (failure instanceof FilesUnavailable) return ids.length - removed
    if (failure !== undefined) throw failure
    await settleFiles(db, [id])
  }
  return 0
}

/**
 * Repeats the erasures of these tombstones after a restore of an older backup: of the same rows, and what of a registration
 * is found by the Aadhaar number. What the person sent later stays.
 * Tombstones that the database lacks are added. Returns how many rows and files were deleted.
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
    return deleteWithFiles(trx, app, { person, references, now })
  })
  await removeFiles(app, files)
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** What somebody should know before they erase a person. */
export function warningsOf({ db }: Privacy, { rows }: Person): Promise<Omit<ErasurePreview, 'counts'>> {
  return obligationsOf(db, rows)
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

/** Messages to who registered, and what else names one of the rows: an e-mail or a phone in a form is anybody's. */
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

/** Filters that say a name, an e-mail or a phone as it stands in one of the rows. */
async function viewsAbout(app: Privacy, { rows }: Person): Promise<string[]> {
  const records = await readRecords(app, [...rows.enquiries, ...rows.applications, ...rows.executives])
  const contacts = await contactsOf(app, rows)
  return viewsSaying(app, {
    emails: contacts.flatMap(({ email }) => email?.toLowerCase() ?? []),
    phones: contacts.flatMap(({ phone }) => phone ?? []),
    names: records.map((record) => contactOf(record).name),
  })
}
