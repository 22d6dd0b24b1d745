import type { Language } from '#contract/messages/languages.ts'
import { type AgreementText, currentVersions } from '#contract/schemas/agreements.ts'
import { executiveFields } from '#contract/fields/executive.ts'
import { maskAadhaar } from '#contract/schemas/identity.ts'
import { maskAccount } from '#contract/schemas/mandates.ts'
import type { App } from '#server/context.ts'
import { type Refused, refused, orRefuse } from '#server/platform/http/http-errors.ts'
import { writtenIn } from '#server/platform/requested-language.ts'
import {
  announceFile,
  settleFiles,
  forgetDocuments,
  readDocument,
  storeDocument,
} from '#server/platform/uploads/stored-documents.ts'
import type { PoolAnswer, WorkerPool } from '#server/platform/worker-pool/worker-pool.ts'
import { findRegistration, type Registration } from '#server/features/onboarding/registration/store.ts'
import { agreementTextOf } from './document/agreement-text.ts'
import type { AgreementData, AnnexData, StoredFormData } from './document/agreement-data.ts'
import type { MadeAgreement, run } from './document/pdf/make-pdf.ts'
import { type Agreement, agreementsOf, findAgreement, type Form, keepForm, openAgreement } from './store.ts'

/** Returns the one answer for every address that does not open, whatever the reason. */
export function linkEnded(): Refused {
  return refused('not_found', 'agreementAnswers.linkEnded')
}

/** The agreement was accepted, and its signed document is being made. */
function beingSigned(): Refused {
  return refused('unavailable', 'agreementAnswers.beingSigned')
}

export interface OpenedPdf {
  pdf: Buffer
  signed: boolean
  /** The person's language. English follows if this language is another. */
  language: Language
}

/** Returns the agreement's document, signed or not. Stores nothing: a missing form is made for this answer only. */
export async function openPdf(app: App, address: string): Promise<OpenedPdf> {
  const { record, agreement } = orRefuse(await find(app, address), linkEnded())
  const language = agreement.form?.data.language ?? writtenIn(record.person.language, app.config.languages)
  if (agreement.signed) {
    const pdf = await readDocument(app, agreement.signed.file)
    return { pdf, signed: true, language }
  }
  if (agreement.acceptedAt !== null) throw beingSigned()
  if (hasCurrentForm(app, agreement, record)) {
    const pdf = await readDocument(app, agreement.form.file)
    return { pdf, signed: false, language }
  }
  const { pdf, data } = await makeForm(app, record, agreement)
  return { pdf: Buffer.from(pdf), signed: false, language: data.language }
}

export interface OpenedText {
  text: AgreementText
  signed: boolean
  /** SHA-256 of the PDF with the same content. */
  sha256: string
}

export async function openText(app: App, address: string): Promise<OpenedText> {
  const { record, agreement } = orRefuse(await find(app, address), linkEnded())
  if (!hasCurrentForm(app, agreement, record)) {
    const { text, pdfSha256 } = await makeForm(app, record, agreement)
    return { text, signed: false, sha256: pdfSha256 }
  }
  const { form, signed } = agreement
  if (agreement.acceptedAt !== null && !signed) throw beingSigned()
  const text = agreementTextOf(await withPhoto(app, form.data, signed && agreement.acceptance))
  return { text, signed: signed !== undefined, sha256: signed?.sha256 ?? form.pdfSha256 }
}

async function find(
  app: App,
  address: string,
): Promise<{ record: Registration; agreement: Agreement } | undefined> {
  const agreement = await findAgreement(app.db, app.cipher, { address })
  const record = agreement && (await findRegistration(app.db, app.cipher, agreement.executiveId))
  return record && { record, agreement }
}

/** The same record gives the same data, so a form that is made twice is identical. */
function formDataOf(
  { config }: App,
  { person, mandate }: Registration,
  { reference, annex }: Pick<AgreementData, 'reference' | 'annex'>,
): StoredFormData {
  const { name, email, phone, dob, address, city, state, country, pincode, photoFile } = person
  const { accountName, accountNo, ifscCode: ifsc, maxAmount, debitStart, debitEnd, transactionId } = mandate
  return {
    agency: config.agency,
    publicUrl: config.publicUrl,
    sandbox: [config.aadhaar, config.mandate.gateway].some(({ provider }) => provider === 'sandbox'),
    binding: config.agreementBinding,
    version: currentVersions[annex ? 'annex' : 'agreement'],
    language: writtenIn(person.language, config.languages),
    reference,
    annex,
    preparedAt: Math.max(person.createdAt, mandate.createdAt),
    person: {
      ...{ name, email, phone, dob, address, city, state, country, pincode },
      gender: executiveFields.gender.schema.parse(person.gender),
      aadhaarMasked: maskAadhaar(person.aadhaar_no.slice(-4)),
    },
    photoFile,
    mandate: {
      ...{ accountName, ifsc, maxAmount, transactionId },
      accountMasked: maskAccount(accountNo),
      firstDay: debitStart,
      lastDay: debitEnd,
    },
  }
}

type Storage = Pick<App, 'files' | 'cipher'>

/** The document could not be made now: too many are being made, or the worker stopped. */
export class NotMade extends Error {
  override name = 'NotMade'
  readonly statusCode = 503
  /** The log records codes and no messages, so the reason is a code. */
  readonly code: string

  constructor(fault: string) {
    super(fault)
    this.code = fault
  }
}

const makeTask = import.meta.resolve('./document/pdf/make-pdf.ts')

/** Makes a document in a worker thread; returns `busy` if too many are being made already. */
export function makeInWorker(threads: WorkerPool, data: AgreementData): Promise<PoolAnswer<MadeAgreement>> {
  return threads.run<typeof run>(makeTask, data)
}

/** An agreement that can be accepted, or has been. */
export type AgreementWithForm = Agreement & { form: Form }

/** Attempts before this counts as a fault. Another process may make the same form, or the mandate may change. */
const MAKE_ATTEMPTS = 5

/** Returns what the person is to accept next, with a form that matches the record; undefined if nothing is left. */
export async function ensureForm(app: App, record: Registration): Promise<AgreementWithForm | undefined> {
  const begun = { executiveId: record.person.id, now: app.clock.now() }
  for (let attempt = 0; attempt < MAKE_ATTEMPTS; attempt += 1) {
    const open = await openAgreement(app.db, app.cipher, begun)
    if (!open || hasCurrentForm(app, open, record)) return open
    await makeAndKeep(app, record, open)
  }
  throw new Error(`the form of an agreement changed during each of ${MAKE_ATTEMPTS} attempts to store it`)
}

/** Returns whether a form was accepted, or matches the record as it is now. */
function hasCurrentForm(
  { config }: App,
  agreement: Agreement,
  { person, mandate }: Registration,
): agreement is AgreementWithForm {
  const { form, acceptedAt } = agreement
  if (!form || acceptedAt !== null) return form !== undefined
  const { language, mandate: named, person: said } = form.data
  return (
    named.transactionId === mandate.transactionId &&
    language === writtenIn(person.language, config.languages) &&
    corrected.every((field) => said[field] === person[field])
  )
}

/** Fields that the person may have corrected since the form was made. */
const corrected = ['email', 'phone', 'address', 'city', 'state', 'pincode'] as const

/** Makes the form of an agreement or annex without storing it. */
async function makeForm(
  app: App,
  record: Registration,
  { kind, reference }: Agreement,
): Promise<MadeAgreement & { data: StoredFormData }> {
  const annex = kind === 'annex' ? await annexOf(app, record) : undefined
  const data = formDataOf(app, record, { reference, annex })
  return { data, ...(await makeDocument(app, data, undefined)) }
}

async function annexOf({ db, cipher }: App, { person: { id } }: Registration): Promise<AnnexData> {
  const accepted = (await agreementsOf(db, cipher, id)).filter(({ acceptedAt }) => acceptedAt !== null)
  const [agreement] = accepted
  const before = accepted.at(-1)?.form?.data.mandate
  if (!agreement?.acceptedAt || !before)
    throw new Error('an annex was begun to an agreement that nobody accepted')
  const { accountMasked, ifsc, transactionId } = before
  return {
    agreement: agreement.reference,
    acceptedAt: agreement.acceptedAt,
    before: { accountMasked, ifsc, transactionId },
  }
}

/** Makes the document of this data; throws `NotMade` if that is impossible now. */
export async function makeDocument(
  app: App,
  data: StoredFormData,
  acceptance: AgreementData['acceptance'],
): Promise<MadeAgreement> {
  const made = await makeInWorker(app.threads, await withPhoto(app, data, acceptance))
  if (!made.ok) throw new NotMade(made.fault)
  return made.value
}

export async function withPhoto(
  storage: Storage,
  { photoFile, ...data }: StoredFormData,
  acceptance: AgreementData['acceptance'],
): Promise<AgreementData> {
  return { ...data, photo: await readDocument(storage, photoFile), acceptance }
}

async function makeAndKeep(app: App, record: Registration, open: Agreement) {
  const { db, cipher, clock } = app
  const { data, pdf, pdfSha256, textSha256 } = await makeForm(app, record, open)
  const file = await storeDocument(app, pdf)
  const now = clock.now()
  const instead = open.form?.file
  const kept = await db.transaction().execute(async (trx) => {
    const form = { data, file, pdfSha256, textSha256 }
    const wanted = { id: open.id, form, mandateId: record.mandate.id, instead }
    if (!(await keepForm(trx, cipher, wanted))) return false
    await settleFiles(trx, [file])
    if (instead) await announceFile(trx, { id: instead, now })
    return true
  })
  const unnamed = kept ? instead : file
  if (unnamed) await forgetDocuments(app, [unnamed])
}
