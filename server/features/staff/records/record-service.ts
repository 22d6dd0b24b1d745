import type { RecordContact, RecordDetail, RecordKind } from '#contract/schemas/staff-records.ts'
import { findAgreement } from '#server/features/onboarding/agreement/store.ts'
import { findMandate, type Mandate } from '#server/features/onboarding/mandate/store.ts'
import { appendAudit, type AuditAction } from '#server/platform/audit/log.ts'
import { DecryptError } from '#server/platform/crypto/field-cipher.ts'
import { addRecordEvent } from '#server/platform/db/record-events.ts'
import type { DeskDeps, DeskStores } from '#server/features/staff/desk-rules.ts'
import { bankFacts, contactOf, factsOf } from './facts-rules.ts'
import { rowsOf } from './list-service.ts'
import { type DeskRecord, findByReference, idsOfContact, type RecordName, staffNames } from './read-store.ts'
import { timelineOf } from './timeline-service.ts'
import { holdRecord } from './work-store.ts'

/** References of other records that are named at most. */
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
    files: await filesOf(deps, record),
    timeline: await timelineOf(deps, record, await staffNames(deps)),
    also: await alsoOf(deps, record),
  }
}

/** The mandate that counts; undefined for other kinds, and where it does not decrypt. */
export async function mandateOf(
  { db, cipher }: DeskStores,
  record: DeskRecord,
): Promise<Mandate | undefined> {
  if (record.kind !== 'executives' || !record.sent) return undefined
  return findMandate(db, cipher, { id: record.sent.mandate_id }).catch((error: unknown) => {
    if (error instanceof DecryptError) return undefined
    throw error
  })
}

async function filesOf({ db, cipher }: DeskStores, record: DeskRecord): Promise<RecordDetail['files']> {
  const { kind, sent, reference } = record
  if (!sent || kind === 'enquiries' || reference === null) return []
  const named = (field: string) => ({ id: `${reference}-${field}`, field })
  if (kind === 'applications') {
    return sent.documents.map(({ field, name, kind: type, size: bytes, scan }) => {
      return { ...named(field), name, kind: type, bytes, scan }
    })
  }
  const made = { bytes: 0, scan: 'off' } as const
  const agreement = await findAgreement(db, cipher, sent.id).catch(() => undefined)
  const hasPdf = agreement && (agreement.signed ?? agreement.form) !== undefined
  return [
    { ...named('photo'), ...made, name: 'photo.jpg', kind: 'jpg' },
    ...(hasPdf ? [{ ...named('agreement'), ...made, name: 'agreement.pdf', kind: 'pdf' }] : []),
  ]
}

async function alsoOf(deps: DeskStores, record: DeskRecord): Promise<string[]> {
  if (!record.sent) return []
  const { email, phone } = contactOf(record)
  const kinds: readonly RecordKind[] = ['enquiries', 'applications', 'executives']
  const found = await Promise.all(
    kinds.map((kind) => idsOfContact(deps, kind, { email, phone, count: ALSO })),
  )
  return found
    .flat()
    .flatMap(({ id, reference }) => (reference === null || id === record.id ? [] : [reference]))
}

/** Notes that somebody at the desk looks, in the audit log and the timeline, before anything is shown; false once it is gone. */
export async function noteLook(
  { db, cipher, clock }: DeskDeps,
  { kind, id, reference }: DeskRecord,
  look: { staffId: string; action: AuditAction; kind: 'looked' | 'document'; detail: Record<string, string> },
): Promise<boolean> {
  const at = clock.now()
  const { staffId, action, detail } = look
  return db.transaction().execute(async (trx) => {
    if (!(await holdRecord(trx, kind, id))) return false
    await addRecordEvent(trx, cipher, { record: { kind, id }, at, staffId, kind: look.kind, detail })
    await appendAudit(trx, { action, actor: `staff:${staffId}`, reference, detail }, at)
    return true
  })
}

/** The person's contact in full; undefined for a record that is gone. */
export async function showContact(
  deps: DeskDeps,
  record: DeskRecord,
  staffId: string,
): Promise<RecordContact | undefined> {
  const look = { staffId, action: 'reveal', kind: 'looked', detail: { what: 'contact' } } as const
  if (!(await noteLook(deps, record, look))) return undefined
  const { name, email, phone } = contactOf(record)
  return { name, email, phone, facts: factsOf(record, await mandateOf(deps, record), true) }
}

/** The bank details in full; undefined where the record has none. */
export async function showBank(deps: DeskDeps, record: DeskRecord, staffId: string) {
  const mandate = await mandateOf(deps, record)
  const look = { staffId, action: 'reveal', kind: 'looked', detail: { what: 'bank' } } as const
  if (!mandate || !(await noteLook(deps, record, look))) return undefined
  return { facts: bankFacts(mandate) }
}
