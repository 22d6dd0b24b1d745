import { setTimeout as sleep } from 'node:timers/promises'
import { findable as findableApplication, openApplication } from '#server/features/careers/store.ts'
import { openEnquiry } from '#server/features/enquiries/store.ts'
import {
  findable as findableExecutive,
  openExecutive,
} from '#server/features/onboarding/registration/store.ts'
import { type FieldCipher, openOr } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { deriveStatus, documentBits, freshReferences } from '#server/platform/db/records.ts'
import { type Findable, insertSearchTokens } from '#server/platform/db/search-tokens.ts'

interface FillDeps {
  db: Db
  cipher: FieldCipher
}

/** Few enough that a server that writes to SQLite waits for a blink. */
const COMMIT_ROWS = 50

/**
 * Gives the rows of an earlier version what new ones are stored with: a reference, the words that the search finds them by,
 * which documents are there, and the derived status. Safe to interrupt, to repeat and to run twice at once; answers how
 * many rows it filled.
 */
export async function fillRecords(deps: FillDeps, signal?: AbortSignal): Promise<number> {
  let filled = 0
  for (const fill of [fillEnquiries, fillApplications, fillExecutives]) {
    filled += await fillAll(deps, { fill, signal })
  }
  return filled
}

interface Filling {
  fill(deps: FillDeps): Promise<number>
  signal: AbortSignal | undefined
}

async function fillAll(deps: FillDeps, { fill, signal }: Filling): Promise<number> {
  let filled = 0
  while (!signal?.aborted) {
    const begun = performance.now()
    const count = await deps.db.transaction().execute((trx) => fill({ ...deps, db: trx }))
    filled += count
    if (count < COMMIT_ROWS) return filled
    // SQLite works on the thread that answers visitors, so they get as much of its time as this work took.
    await sleep(performance.now() - begun)
  }
  return filled
}

async function fillEnquiries({ db, cipher }: FillDeps): Promise<number> {
  const table = 'enquiries'
  const rows = await db
    .selectFrom(table)
    .selectAll()
    .where('reference', 'is', null)
    .limit(COMMIT_ROWS)
    .execute()
  const references = await freshReferences(db, table, rows.length)
  for (const [at, row] of rows.entries()) {
    const changes = { reference: references[at] ?? null }
    const change = db.updateTable(table).set(changes).where('id', '=', row.id)
    const mine = await change.where('reference', 'is', null).returning('id').executeTakeFirst()
    if (mine) await addTokens({ db, cipher }, () => openEnquiry(cipher, row))
  }
  return rows.length
}

async function fillApplications({ db, cipher }: FillDeps): Promise<number> {
  const table = 'applications'
  const rows = await db
    .selectFrom(table)
    .selectAll()
    .where('reference', 'is', null)
    .limit(COMMIT_ROWS)
    .execute()
  const references = await freshReferences(db, table, rows.length)
  for (const [at, row] of rows.entries()) {
    const files = db.selectFrom('application_files').select('field').where('application_id', '=', row.id)
    const documents = documentBits((await files.execute()).map(({ field }) => field))
    const changes = { reference: references[at] ?? null, documents }
    const change = db.updateTable(table).set(changes).where('id', '=', row.id)
    const mine = await change.where('reference', 'is', null).returning('id').executeTakeFirst()
    if (mine) await addTokens({ db, cipher }, () => findableApplication(openApplication(cipher, row, [])))
  }
  return rows.length
}

async function fillExecutives({ db, cipher }: FillDeps): Promise<number> {
  const rows = await db
    .selectFrom('executives')
    .selectAll()
    .where('status', 'is', null)
    .limit(COMMIT_ROWS)
    .execute()
  for (const row of rows) {
    // Deriving holds the row, so that an erasure does not miss the tokens.
    await deriveStatus(db, { executiveId: row.id })
    await addTokens({ db, cipher }, () => findableExecutive(openExecutive(cipher, row)))
  }
  return rows.length
}

/** A row that does not decrypt is found by its reference alone. */
async function addTokens({ db, cipher }: FillDeps, open: () => Findable): Promise<void> {
  const found = openOr(open, undefined)
  if (found) await insertSearchTokens(db, cipher, [found])
}
