import type { ErasurePreview } from '#contract/schemas/staff-privacy.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import type { Db } from '#server/platform/db/client.ts'
import { settleFiles } from '#server/platform/db/pending-files.ts'
import type { ErasureRow } from '#server/platform/db/schema.ts'
import { newId } from '#server/platform/ids.ts'
import { FilesUnavailable } from '#server/providers/files/port.ts'
import {
  type Counts,
  type Deleted,
  deletePerson,
  insertTombstone,
  leaveFilesToSweep,
} from './erasure-store.ts'
import { findPerson, type Person, type PrivacyDeps } from './person.ts'
import { obligationsOf, type OwnRows } from './person-store.ts'
import { type References, referencesOf } from './references.ts'

/** Rolls a dry run back. */
class DryRun extends Error {
  readonly counts: Counts

  constructor(counts: Counts) {
    super('a dry run')
    this.counts = counts
  }
}

/** What an erasure would delete, by table and without zeros: the same transaction, rolled back. Safe beside a running server. */
export async function wouldErase(deps: PrivacyDeps, person: Person): Promise<Counts> {
  const references = await referencesOf(deps, person)
  try {
    await deps.db.transaction().execute(async (trx) => {
      const { counts } = await deletePerson(trx, deps.cipher, { person, references, now: 0 })
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
  deps: PrivacyDeps,
  person: Person,
  actor: string,
): Promise<{ counts: Counts; filesLeft: number }> {
  const { db, clock } = deps
  const references = await referencesOf(deps, person)
  const now = clock.now()
  const id = newId()
  const { counts, files } = await db.transaction().execute(async (trx) => {
    const result = await deleteWithFiles(trx, deps, { person, references, now })
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
  return { counts, filesLeft: await removeFiles(deps, files) }
}

async function deleteWithFiles(
  trx: Db,
  deps: PrivacyDeps,
  about: { person: Person; references: References; now: number },
): Promise<Deleted> {
  const result = await deletePerson(trx, deps.cipher, about)
  await leaveFilesToSweep(trx, result.files)
  return result
}

/** Removes files that no row names; how many are left to the sweep because the storage is unavailable. */
export async function removeFiles(
  { db, files }: Pick<PrivacyDeps, 'db' | 'files'>,
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
export async function applyErasures(deps: PrivacyDeps, tombstones: readonly ErasureRow[]): Promise<number> {
  let count = 0
  for (const tombstone of tombstones) count += await applyErasure(deps, tombstone)
  return count
}

async function applyErasure(deps: PrivacyDeps, tombstone: ErasureRow): Promise<number> {
  const rows: OwnRows = JSON.parse(tombstone.row_ids)
  const aadhaar: string[] = JSON.parse(tombstone.identities)
  const person = await findPerson(deps, { rows, aadhaar, until: tombstone.at })
  const references = await referencesOf(deps, person)
  const now = deps.clock.now()
  const { counts, files } = await deps.db.transaction().execute(async (trx) => {
    await insertTombstone(trx, tombstone)
    return deleteWithFiles(trx, deps, { person, references, now })
  })
  await removeFiles(deps, files)
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** What somebody should know before they erase a person. */
export function warningsOf({ db }: PrivacyDeps, { rows }: Person): Promise<Omit<ErasurePreview, 'counts'>> {
  return obligationsOf(db, rows)
}
