import type { Language } from '#contract/messages/languages.ts'
import { api } from '#contract/paths.ts'
import type { AgreementText } from '#contract/schemas/agreements.ts'
import { hasAgreement } from '#contract/schemas/staff-records.ts'
import type { SignedLinks } from '#server/platform/crypto/signed-links.ts'
import { statusOf } from '#server/platform/db/records.ts'
import { type AgreementEvent, appendEvent, countEvents, listEvents } from './chain-store.ts'
import type { Caller } from './acceptance-service.ts'
import { agreementTextOf } from './document/agreement-text.ts'
import {
  ensureForm,
  type FormDeps,
  hasCurrentForm,
  makeForm,
  readDocument,
  withPhoto,
} from './document-service.ts'
import type { AgreementRecord } from './rules.ts'
import { acceptanceFrom } from './signing-service.ts'
import { addressOf, type Agreement, currentAgreement, findAgreement } from './store.ts'

/** `being signed`: it was accepted, and the signed document is on its way. */
export type Missing = 'unknown' | 'being signed'
export type Opened<Value> = { ok: true; value: Value } | { ok: false; missing: Missing }

export interface OpenedPdf {
  pdf: Buffer
  signed: boolean
  /** Of the person; English follows where it is another. */
  language: Language
}

/** The agreement's current document, signed or awaiting acceptance. Writes nothing: a missing form is made for this answer. */
export async function openPdf(deps: FormDeps, address: string): Promise<Opened<OpenedPdf>> {
  const found = await find(deps, address)
  if (!found) return { ok: false, missing: 'unknown' }
  const { record, agreement } = found
  const { language } = agreement.form?.data ?? record
  if (agreement.signed) {
    const pdf = await readDocument(deps, agreement.signed.file)
    return { ok: true, value: { pdf, signed: true, language } }
  }
  if (agreement.acceptedAt !== null) return { ok: false, missing: 'being signed' }
  if (hasCurrentForm(agreement, record)) {
    const pdf = await readDocument(deps, agreement.form.file)
    return { ok: true, value: { pdf, signed: false, language } }
  }
  const { pdf } = await makeForm(deps, record, agreement)
  return { ok: true, value: { pdf: Buffer.from(pdf), signed: false, language: record.language } }
}

export interface OpenedText {
  text: AgreementText
  signed: boolean
  /** Of the PDF that says the same. */
  sha256: string
}

export async function openText(deps: FormDeps, address: string): Promise<Opened<OpenedText>> {
  const found = await find(deps, address)
  if (!found) return { ok: false, missing: 'unknown' }
  const { record, agreement } = found
  if (!hasCurrentForm(agreement, record)) {
    const { text, pdfSha256 } = await makeForm(deps, record, agreement)
    return { ok: true, value: { text, signed: false, sha256: pdfSha256 } }
  }
  const { form, signed } = agreement
  if (agreement.acceptedAt !== null && !signed) return { ok: false, missing: 'being signed' }
  const acceptance = signed && acceptanceFrom(await listEvents(deps.db, deps.cipher, agreement.id))
  const text = agreementTextOf(await withPhoto(deps, form.data, acceptance))
  return { ok: true, value: { text, signed: signed !== undefined, sha256: signed?.sha256 ?? form.pdfSha256 } }
}

/** The address that opens what a person is to accept next, otherwise their agreement, for a quarter of an hour. */
export async function agreementUrl(
  { db, clock, links }: Pick<FormDeps, 'db' | 'clock'> & { links: SignedLinks },
  executiveId: string,
): Promise<string> {
  return links.make(api.agreement + (await addressOf(db, { executiveId, now: clock.now() })))
}

/** The same of one document. */
export function addressMade({ address }: Agreement, links: SignedLinks): string {
  return links.make(api.agreement + address)
}

/** Whether that person has accepted the agreement itself. */
export async function isSigned({ db }: Pick<FormDeps, 'db'>, id: string): Promise<boolean> {
  return hasAgreement(await statusOf(db, 'executives', id))
}

/** Notes that a person was shown the form that awaits them; nothing of what is not open for acceptance. */
export async function noteShown(
  deps: FormDeps,
  address: string,
  caller: Caller,
): Promise<'noted' | 'unknown'> {
  const found = await find(deps, address)
  if (!found) return 'unknown'
  const open = await ensureForm(deps, found.record)
  if (open?.id !== found.agreement.id) return 'noted'
  const shown = { kind: 'shown', ...caller, formSha256: open.form.pdfSha256 } as const
  await deps.db.transaction().execute((trx) => note({ ...deps, db: trx }, open.id, shown))
  return 'noted'
}

/** Notes in the caller's transaction, which is `db`, that a person answered the code of their link. */
export async function noteConfirmed(deps: NoteDeps, executiveId: string, caller: Caller): Promise<void> {
  const agreementId = await currentAgreement(deps.db, { executiveId, now: deps.clock.now() })
  return note(deps, agreementId, { kind: 'confirmed', ...caller })
}

/** Events of one kind that visitors may cause; later ones are dropped, so that the chain stays readable. */
const MAX_OF_KIND = 100

type NoteDeps = Pick<FormDeps, 'db' | 'cipher' | 'clock'>

async function note({ db: trx, cipher, clock }: NoteDeps, agreementId: string, event: AgreementEvent) {
  const same = await countEvents(trx, cipher, { agreementId, kind: event.kind })
  if (same < MAX_OF_KIND) await appendEvent(trx, cipher, { agreementId, at: clock.now(), event })
}

async function find(
  deps: FormDeps,
  address: string,
): Promise<{ record: AgreementRecord; agreement: Agreement } | undefined> {
  const agreement = await findAgreement(deps.db, deps.cipher, { address })
  const record = agreement && (await deps.findRecord(agreement.executiveId))
  return record && { record, agreement }
}
