import type { App } from '#server/context.ts'
import { type AuditedEvent, auditReachesBackTo, entriesAbout } from '#server/platform/audit/log.ts'
import { digestOf, sha256 } from '#server/platform/crypto/digest.ts'
import { DecryptError } from '#server/platform/crypto/field-cipher.ts'
import type { SignatureDoubt } from '#server/providers/signature/port.ts'
import type { StoredFormData } from './document/agreement-data.ts'
import { agreementTextOf } from './document/agreement-text.ts'
import { withPhoto } from './document-service.ts'
import { MissingDocument, readDocument } from '#server/platform/uploads/stored-documents.ts'
import { type Agreement, agreementsOf, type Form } from './store.ts'

export interface AgreementCheck {
  of: string
  ok: boolean
  found: string
}

/** What a verification needs; a command has these without starting the server. */
type Sources = Pick<App, 'db' | 'cipher' | 'files'> & { signature: Pick<App['signature'], 'verify'> }

/** Verifies a person's agreement and annexes, or one of them: documents, signatures and audit entries. */
export async function verifyAgreements(
  sources: Sources,
  { executiveId, id: only }: { executiveId: string; id?: string },
): Promise<AgreementCheck[]> {
  const { db, cipher } = sources
  const all = await agreementsOf(db, cipher, executiveId)
  const chosen = all.filter(({ id }) => only === undefined || id === only)
  if (chosen.length === 0) return []
  const audited = await entriesAbout(db, executiveId)
  const from = await auditReachesBackTo(db)
  const checks: AgreementCheck[] = []
  for (const agreement of chosen) {
    const { kind, reference, id } = agreement
    const log = { from, entries: audited.filter(({ detail }) => detail['agreement'] === id) }
    const own = await verifyAgreement(sources, agreement, log)
    const prefix = kind === 'annex' ? `annex ${reference} ` : ''
    checks.push(...own.map((one) => ({ ...one, of: prefix + one.of })))
  }
  return checks
}

/** Audit entries about an agreement. Entries from before `from` (milliseconds) were deleted because of their age. */
interface Audited {
  from: number
  entries: readonly AuditedEvent[]
}

async function verifyAgreement(
  sources: Sources,
  agreement: Agreement,
  audited: Audited,
): Promise<AgreementCheck[]> {
  const { form } = agreement
  if (!form) return [{ of: 'form', ok: true, found: 'not made yet' }]
  const checks = [
    await documentCheck(sources, 'form', { file: form.file, digest: form.pdfSha256 }),
    await textCheck(sources, form),
  ]
  if (agreement.acceptedAt === null) {
    return [...checks, { of: 'acceptance', ok: true, found: 'not accepted yet' }]
  }
  return [
    ...checks,
    acceptanceCheck(agreement, form, audited),
    ...(await signedChecks(sources, agreement, audited)),
  ]
}

function check(of: string, fault: string | undefined, found = ''): AgreementCheck {
  return { of, ok: fault === undefined, found: fault ?? found }
}

async function documentCheck(
  sources: Sources,
  of: string,
  { file, digest }: { file: string; digest: string },
): Promise<AgreementCheck> {
  const read = await readOr(sources, file)
  if (typeof read === 'string') return check(of, read)
  const found = sha256(read)
  const fault = found === digest ? undefined : `its SHA-256 is ${found}, not ${digest}`
  return check(of, fault, `SHA-256 ${digest}`)
}

/** Returns the document, or why it cannot be read. */
async function readOr(sources: Sources, file: string): Promise<Buffer | string> {
  try {
    return await readDocument(sources, file)
  } catch (error) {
    if (error instanceof DecryptError) return 'the stored file was altered'
    if (error instanceof MissingDocument) return 'the stored file is missing'
    throw error
  }
}

async function textCheck(sources: Sources, { data, textSha256 }: Form): Promise<AgreementCheck> {
  const found = await textDigest(sources, data)
  if (!found.ok) return check('text', found.fault)
  const fault = found.digest === textSha256 ? undefined : `its SHA-256 is ${found.digest}, not ${textSha256}`
  return check('text', fault, `version ${data.version}, SHA-256 ${textSha256}`)
}

async function textDigest(sources: Sources, data: StoredFormData) {
  const photo = await readOr(sources, data.photoFile)
  if (typeof photo === 'string') return { ok: false as const, fault: `${photo}: the photo` }
  return { ok: true as const, digest: digestOf(agreementTextOf(await withPhoto(sources, data, undefined))) }
}

const pruned = 'older than the audit log'

/** The evidence must match the row, and must be recorded in the audit log by the same commit. */
function acceptanceCheck(agreement: Agreement, form: Form, { from, entries }: Audited): AgreementCheck {
  const of = 'acceptance'
  const { acceptedAt, acceptance, acceptanceSha256 } = agreement
  if (acceptedAt === null || !acceptance) return check(of, 'nothing is kept of it')
  const { signName, shown } = acceptance
  if (shown.pdfSha256 !== form.pdfSha256 || shown.textSha256 !== form.textSha256)
    return check(of, 'another form was accepted')
  if (acceptance.at !== acceptedAt) return check(of, 'its time differs from that of its evidence')
  const found = `${new Date(acceptedAt).toISOString()} by ${signName}`
  const [entry, ...more] = entries.filter(({ action }) => action === 'sign')
  if (!entry && acceptedAt < from) return check(of, undefined, `${found}, ${pruned}`)
  if (!entry) return check(of, 'the audit log has no entry of it')
  if (more.length > 0) return check(of, 'the audit log has more than one entry of it')
  const isSame = entry.at === acceptedAt && entry.detail['evidence'] === acceptanceSha256
  return check(of, isSame ? undefined : 'it differs from its entry in the audit log', found)
}

const doubts: Record<SignatureDoubt, string> = {
  unsigned: 'it has no signature',
  changed: 'it was changed after it was signed',
  continued: 'something was added after it was signed',
}

async function signedChecks(
  sources: Sources,
  { signed, acceptedAt }: Agreement,
  { from, entries }: Audited,
): Promise<AgreementCheck[]> {
  const of = 'signed document'
  if (!signed) return [check(of, 'accepted, but not signed yet')]
  const entry = entries.find(({ action }) => action === 'seal')
  const isPruned = !entry && acceptedAt !== null && acceptedAt < from
  let document = await documentCheck(sources, of, { file: signed.file, digest: signed.sha256 })
  if (document.ok && !isPruned && entry?.detail['document'] !== signed.sha256)
    document = check(of, 'the audit log has no entry of this document')
  const read = await readOr(sources, signed.file)
  if (typeof read === 'string') return [document]
  const verdict = await sources.signature.verify(read)
  if (!verdict.whole) return [document, check('signature', doubts[verdict.doubt])]
  const isOwn = isPruned || verdict.certificate === entry?.detail['certificate']
  const fault = isOwn ? undefined : 'it was signed with another certificate'
  const found = `whole, by ${verdict.owner}, certificate SHA-256 ${verdict.certificate}`
  return [document, check('signature', fault, isPruned ? `${found}, ${pruned}` : found)]
}
