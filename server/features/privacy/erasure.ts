import { appendAudit } from '#server/platform/audit/log.ts'
import type { ErasureRow } from '#server/platform/db/schema.ts'
import type { Db } from '#server/platform/db/client.ts'
import { settleFiles } from '#server/platform/db/pending-files.ts'
import { newId } from '#server/platform/ids.ts'
import { FilesUnavailable } from '#server/providers/files/port.ts'
import { type Counts, forgetPerson, type Forgotten } from './erasure-store.ts'
import { indicesOf, joined, nobody } from './identities.ts'
import { findPerson, identitiesOf, type Person, type PrivacyDeps, type Seeds } from './person.ts'
import { insertTombstone, leaveFilesToSweep } from './tombstones-store.ts'
import { type References, referencesOf } from './references.ts'

export interface Erased {
  counts: Counts
  /** Files that the storage did not remove now; the server's sweep does. */
  filesLeft: number
}

/** Undoes a dry run. */
class Undone extends Error {
  readonly counts: Counts

  constructor(counts: Counts) {
    super('a dry run')
    this.counts = counts
  }
}

/**
 * What an erasure would take, by table: the same work, undone at its end. It looks and writes nothing, so that it can be
 * repeated beside a running server.
 */
export async function wouldErase(deps: PrivacyDeps, person: Person): Promise<Counts> {
  const references = await referencesOf(deps, person)
  try {
    await deps.db.transaction().execute(async (trx) => {
      const { counts, files } = await forgetPerson(trx, deps.cipher, { person, references, now: 0 })
      throw new Undone({ ...counts, files: files.length })
    })
    return {}
  } catch (error) {
    if (error instanceof Undone) return error.counts
    throw error
  }
}

/**
 * Erases a person everywhere in one commit, which leaves a tombstone and an entry in the audit log; files follow it, and
 * those that a crash or the storage leaves are the sweep's.
 */
export async function erasePerson(deps: PrivacyDeps, person: Person, actor: string): Promise<Erased> {
  const { db, clock } = deps
  const references = await referencesOf(deps, person)
  const now = clock.now()
  const id = newId()
  const { counts, files } = await db.transaction().execute(async (trx) => {
    const gone = await forgetIn(trx, deps, { person, references, now })
    const all = withoutZeros({ ...gone.counts, files: gone.files.length })
    await insertTombstone(trx, tombstoneOf(person, { id, now, counts: all }))
    await appendAudit(trx, { action: 'erase', actor, reference: id, detail: all }, now)
    return gone
  })
  const filesLeft = await removeFiles(deps, files)
  return { counts: { ...counts, files: files.length }, filesLeft }
}

function withoutZeros(counts: Counts): Counts {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}

async function forgetIn(
  trx: Db,
  deps: PrivacyDeps,
  about: { person: Person; references: References; now: number },
): Promise<Forgotten> {
  const gone = await forgetPerson(trx, deps.cipher, about)
  await leaveFilesToSweep(trx, gone.files)
  return gone
}

/** Removes files that no row names; how many are left to the sweep. */
export async function removeFiles(
  { db, files }: Pick<PrivacyDeps, 'db' | 'files'>,
  ids: readonly string[],
): Promise<number> {
  for (const [removed, id] of ids.entries()) {
    if (!(await isRemoved(files, id))) return ids.length - removed
    await settleFiles(db, [id])
  }
  return 0
}

async function isRemoved(files: PrivacyDeps['files'], id: string): Promise<boolean> {
  try {
    await files.remove(id)
    return true
  } catch (error) {
    if (error instanceof FilesUnavailable) return false
    throw error
  }
}

function tombstoneOf(
  { indices, rows }: Person,
  { id, now, counts }: { id: string; now: number; counts: Counts },
): ErasureRow {
  return {
    id,
    at: now,
    identities: JSON.stringify(indices),
    row_ids: JSON.stringify(rows),
    counts: JSON.stringify(counts),
  }
}

/**
 * Erases again whom these tombstones are of, as after a restore of a backup that still had them; what they left later is
 * not touched. Tombstones that the database lacks are added. Answers with how many rows and files went.
 */
export async function applyErasures(deps: PrivacyDeps, tombstones: readonly ErasureRow[]): Promise<number> {
  let gone = 0
  for (const tombstone of tombstones) gone += await applyOne(deps, tombstone)
  return gone
}

async function applyOne(deps: PrivacyDeps, tombstone: ErasureRow): Promise<number> {
  const rows: Seeds['rows'] = JSON.parse(tombstone.row_ids)
  const indices: Seeds['indices'] = JSON.parse(tombstone.identities)
  const person = await findPerson(deps, { identities: nobody, indices, rows, until: tombstone.at })
  const references = await referencesOf(deps, person)
  const now = deps.clock.now()
  const { counts, files } = await deps.db.transaction().execute(async (trx) => {
    await insertTombstone(trx, tombstone)
    return forgetIn(trx, deps, { person, references, now })
  })
  await removeFiles(deps, files)
  return Object.values(counts).reduce((sum, count) => sum + count, files.length)
}

/** Rows that only share an e-mail or a phone with what was found, and may be somebody else's: how many, by table. */
export async function related(deps: PrivacyDeps, person: Person): Promise<Counts> {
  const written = await identitiesOf(deps, person.rows)
  const identities = joined(person.identities, written)
  const indices = indicesOf(deps.cipher, identities)
  const all = await findPerson(deps, { ...person, identities, indices })
  const more = (table: keyof Person['rows']) => all.rows[table].length - person.rows[table].length
  return withoutZeros({
    enquiries: more('enquiries'),
    applications: more('applications'),
    executives: more('executives'),
  })
}
