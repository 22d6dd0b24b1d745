import type { RecordContact, RecordDetail, RelatedRecord } from '#contract/schemas/staff-records.ts'
import { newerThan, supersededBy } from '#server/features/careers/replacement-store.ts'
import { findMandate, type Mandate } from '#server/features/onboarding/mandate/store.ts'
import { staffNames } from '#server/features/staff/access/people-store.ts'
import { unlessAltered } from '#server/platform/crypto/field-cipher.ts'
import type { DeskDeps, DeskStores } from '#server/features/staff/desk-rules.ts'
import { addToTimeline } from './change-service.ts'
import { filesOf } from './documents-service.ts'
import { bankFacts, contactOf, factsOf } from './facts-rules.ts'
import { rowsOf } from './list-service.ts'
import { type DeskRecord, findByReference, type RecordName, recordsOfContact } from './read-store.ts'
import { timelineOf } from './timeline-service.ts'

/** References of other records of a kind that are named at most. */
const ALSO = 20

/** A whole record, masked; undefined where none has the reference. */
export async function readDetail(deps: DeskStores, name: RecordName): Promise<RecordDetail | undefined> {
  const record = await findByReference(deps, name)
  return record && detailOf(deps, record)
}

export async function detailOf(deps: DeskStores, record: DeskRecord): Promise<RecordDetail> {
  const [row] = await rowsOf(deps, [record])
  if (!row) throw new Error('a record has no row although it was just read')
  return {
    ...row,
    kind: record.kind,
    facts: factsOf(record, await mandateOf(deps, record), false),
    files: (await filesOf(deps, record)).map(({ file, ...shown }) => shown),
    timeline: await timelineOf(deps, record, await staffNames(deps)),
    also: await alsoOf(deps, record),
    supersededBy: record.supersededBy === '' ? null : await newerThan(deps.db, record.id),
    supersedes: record.kind === 'applications' ? await supersededBy(deps.db, record.id) : [],
  }
}

/** The mandate that counts; undefined for other kinds, and where it does not decrypt. */
export async function mandateOf(
  { db, cipher }: DeskStores,
  record: DeskRecord,
): Promise<Mandate | undefined> {
  if (record.kind !== 'executives' || !record.sent) return undefined
  return unlessAltered(findMandate(db, cipher, { id: record.sent.mandate_id }))
}

async function alsoOf(deps: DeskStores, record: DeskRecord): Promise<RelatedRecord[]> {
  if (!record.sent) return []
  const { email, phone } = contactOf(record)
  const found = await recordsOfContact(deps, { email, phone, count: ALSO })
  return found.flatMap(({ id, reference, same, verified }) =>
    id === record.id ? [] : [{ reference, same, verified }],
  )
}

/** Notes that somebody at the desk looks; false once the record is gone. */
function noteLook(deps: DeskDeps, record: DeskRecord, look: { staffId: string; what: 'contact' | 'bank' }) {
  const { staffId, what } = look
  return addToTimeline(deps, record, { staffId, kind: 'looked', detail: { what }, audit: 'reveal' })
}

/** The person's contact in full; undefined for a record that is gone. */
export async function showContact(
  deps: DeskDeps,
  record: DeskRecord,
  staffId: string,
): Promise<RecordContact | undefined> {
  if (!(await noteLook(deps, record, { staffId, what: 'contact' }))) return undefined
  const { name, email, phone } = contactOf(record)
  return { name, email, phone, facts: factsOf(record, await mandateOf(deps, record), true) }
}

/** The bank details in full; undefined where the record has none. */
export async function showBank(deps: DeskDeps, record: DeskRecord, staffId: string) {
  const mandate = await mandateOf(deps, record)
  if (!mandate || !(await noteLook(deps, record, { staffId, what: 'bank' }))) return undefined
  return { facts: bankFacts(mandate) }
}
