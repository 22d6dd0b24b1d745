import { appendAudit } from '#server/platform/audit/log.ts'
import { type Counts } from './erasure-store.ts'
import { related, wouldErase } from './erasure.ts'
import type { PersonQuery } from './identities.ts'
import { findPerson, type Person, type PrivacyDeps, seedsOf } from './person.ts'
import { obligationsOf } from './person-store.ts'
import { exportSubject } from './subject-export.ts'

/** The person whom a query names; undefined for an id or a reference that no record has. */
export async function personOf(deps: PrivacyDeps, query: PersonQuery): Promise<Person | undefined> {
  const seeds = await seedsOf(deps, query)
  return seeds && findPerson(deps, seeds)
}

export interface HeldData {
  /** Everything that is held, decrypted. */
  held: Record<string, unknown>
  rows: number
}

/** Everything that is held about a person; the audit log records it first. Throws `DecryptError` where a row was altered. */
export async function answerSubject(
  deps: PrivacyDeps,
  { person, by, actor }: { person: Person; by: string; actor: string },
): Promise<HeldData> {
  const held = await exportSubject(deps, person)
  const rows = Object.values(person.rows).flat().length
  await appendAudit(deps.db, { action: 'subject_export', actor, detail: { by, rows } }, deps.clock.now())
  return { held, rows }
}

export interface ErasureWarnings {
  /** Transactions of mandates that the bank holds. */
  liveMandates: string[]
  agreements: number
  /** Rows that share only an e-mail or a phone, by table; they stay. */
  related: Counts
}

/** What somebody should know before they erase a person. */
export async function warningsOf(deps: PrivacyDeps, person: Person): Promise<ErasureWarnings> {
  const { mandates: liveMandates, agreements } = await obligationsOf(deps.db, person.rows)
  return { liveMandates, agreements, related: await related(deps, person) }
}

/** What an erasure would delete, by table and without zeros. */
export async function countsOf(deps: PrivacyDeps, person: Person): Promise<Counts> {
  const counts = await wouldErase(deps, person)
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}
