import type { Language } from '#contract/messages/languages.ts'
import { api } from '#contract/paths.ts'
import type { AgreementText } from '#contract/schemas/agreements.ts'
import { hasAgreement } from '#contract/schemas/staff-records.ts'
import type { App } from '#server/context.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { SignedLinks } from '#server/platform/links.ts'
import type { Db } from '#server/platform/db/client.ts'
import { statusOf } from '#server/platform/records/executive-status.ts'
import { type Refused, refused } from '#server/platform/http/http-errors.ts'
import { agreementTextOf } from './document/agreement-text.ts'
import { hasCurrentForm, makeForm, readDocument, withPhoto } from './document-service.ts'
import { type AgreementRecord, findRecord } from './record-service.ts'
import { addressOf, type Agreement, findAgreement } from './store.ts'

/** One answer for every address that does not open, whatever is wrong with it. */
export function linkEnded(): Refused {
  return refused('not_found', 'agreementAnswers.linkEnded')
}

/** It was accepted, and the signed document is on its way. */
function beingSigned(): Refused {
  return refused('unavailable', 'agreementAnswers.beingSigned')
}

export interface OpenedPdf {
  pdf: Buffer
  signed: boolean
  /** Of the person; English follows where it is another. */
  language: Language
}

/** The agreement's current document, signed or awaiting acceptance. Writes nothing: a missing form is made for this answer. */
export async function openPdf(app: App, address: string): Promise<OpenedPdf | Refused> {
  const found = await find(app, address)
  if (!found) return linkEnded()
  const { record, agreement } = found
  const { language } = agreement.form?.data ?? record
  if (agreement.signed) {
    const pdf = await readDocument(app, agreement.signed.file)
    return { pdf, signed: true, language }
  }
  if (agreement.acceptedAt !== null) return beingSigned()
  if (hasCurrentForm(agreement, record)) {
    const pdf = await readDocument(app, agreement.form.file)
    return { pdf, signed: false, language }
  }
  const { pdf } = await makeForm(app, record, agreement)
  return { pdf: Buffer.from(pdf), signed: false, language: record.language }
}

export interface OpenedText {
  text: AgreementText
  signed: boolean
  /** Of the PDF that says the same. */
  sha256: string
}

export async function openText(app: App, address: string): Promise<OpenedText | Refused> {
  const found = await find(app, address)
  if (!found) return linkEnded()
  const { record, agreement } = found
  if (!hasCurrentForm(agreement, record)) {
    const { text, pdfSha256 } = await makeForm(app, record, agreement)
    return { text, signed: false, sha256: pdfSha256 }
  }
  const { form, signed } = agreement
  if (agreement.acceptedAt !== null && !signed) return beingSigned()
  const text = agreementTextOf(await withPhoto(app, form.data, signed && agreement.acceptance))
  return { text, signed: signed !== undefined, sha256: signed?.sha256 ?? form.pdfSha256 }
}

/** The address that opens what a person is to accept next, otherwise their agreement, for a quarter of an hour. */
export async function agreementUrl(
  { db, clock, links }: { db: Db; clock: Clock; links: SignedLinks },
  executiveId: string,
): Promise<string> {
  return links.make(api.agreement + (await addressOf(db, { executiveId, now: clock.now() })))
}

/** The same of one document. */
export function addressMade({ address }: Agreement, links: SignedLinks): string {
  return links.make(api.agreement + address)
}

/** Whether that person has accepted the agreement itself. */
export async function isSigned({ db }: { db: Db }, id: string): Promise<boolean> {
  return hasAgreement(await statusOf(db, id))
}

async function find(
  app: App,
  address: string,
): Promise<{ record: AgreementRecord; agreement: Agreement } | undefined> {
  const agreement = await findAgreement(app.db, app.cipher, { address })
  const record = agreement && (await findRecord(app, agreement.executiveId))
  return record && { record, agreement }
}
