import { setTimeout } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Language } from '#contract/messages/languages.ts'
import { registrationStatus } from '#contract/schemas/mandates.ts'
import type { App } from '#server/context.ts'
import { appendAudit, entriesAbout } from '#server/platform/audit/log.ts'
import type { Db } from '#server/platform/db/client.ts'
import { statusOf } from '#server/features/records/executive-status-store.ts'
import { type Refused, refused, orRefuse } from '#server/platform/http/http-errors.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { say } from '#server/platform/requested-language.ts'
import { oneLine } from '#server/platform/visible-text.ts'
import { enqueueWebhooks } from '#server/features/webhooks/jobs.ts'
import { sha256 } from '#server/platform/crypto/digest.ts'
import { settleFiles, forgetDocuments, storeDocument } from '#server/platform/uploads/stored-documents.ts'
import type { JobKind } from '#server/platform/jobs/job.ts'
import type { SignedDocument } from '#server/providers/signature/port.ts'
import { enqueueForm } from '#server/features/onboarding/person/next-agreement-service.ts'
import { consentsOf } from '#server/features/onboarding/person/store.ts'
import { findRegistration, type Registration } from '#server/features/onboarding/registration/store.ts'
import type { Acceptance, AcceptanceEvent } from './document/agreement-data.ts'
import { type AgreementWithForm, ensureForm, linkEnded, makeDocument, NotMade } from './document-service.ts'
import { type Agreement, findAgreement, type Form, keepSigned, markAccepted, openAgreement } from './store.ts'

/** An acceptance as it arrives, with its origin and the language of the page on which the box was ticked. */
export interface Signing {
  id: string
  signName: string
  address: string
  /** The browser's user agent. */
  agent: string
  language: Language
}

/** The form may be made again between two reads, if the person replaces a failed mandate. */
const ACCEPT_ATTEMPTS = 3

/** Accepts the open agreement or annex of a record, and enqueues its signing. Of several requests one is accepted. */
export async function acceptAgreement(app: App, signing: Signing): Promise<AgreementWithForm> {
  for (let attempt = 0; attempt < ACCEPT_ATTEMPTS; attempt += 1) {
    const found = await findRegistration(app.db, app.cipher, signing.id)
    const record = orRefuse(found, refused('not_found', 'linkAnswers.unknown'))
    const begun = { executiveId: record.person.id, now: app.clock.now() }
    if (!(await openAgreement(app.db, app.cipher, begun))) throw alreadySigned()
    if (!isSameName(signing.signName, record.person.name)) throw anotherName()
    const agreement = await ensureForm(app, record)
    if (!agreement) throw alreadySigned()
    if (await recordAcceptance(app, { record, agreement, signing })) {
      app.wakeWorker()
      return agreement
    }
  }
  throw new Error(`an agreement changed during each of ${ACCEPT_ATTEMPTS} attempts to accept it`)
}

function alreadySigned(): Refused {
  return refused('already_there', 'agreementMessages.alreadySigned')
}

function anotherName(): Refused {
  const message = 'agreementAnswers.otherName'
  return refused({ code: 'invalid', message, errors: [{ field: 'signName', message }] })
}

/** Returns whether the given name is the one on record, in any Unicode composition. */
function isSameName(given: string, recorded: string): boolean {
  return given.normalize('NFC').trim() === recorded.normalize('NFC').trim()
}

interface Accepted {
  record: Registration
  agreement: AgreementWithForm
  signing: Signing
}

/** Commits the acceptance, its audit entry and the signing job together; returns false if the form has changed. */
async function recordAcceptance({ db, cipher, clock }: App, accepted: Accepted): Promise<boolean> {
  const { id: agreementId, executiveId, form } = accepted.agreement
  const at = clock.now()
  return db.transaction().execute(async (trx) => {
    const acceptance = { ...acceptanceOf(accepted, await earlierEvents(trx, accepted)), at }
    const marking = { id: agreementId, executiveId, formFile: form.file, acceptance }
    const evidence = await markAccepted(trx, cipher, marking)
    if (evidence === undefined) return false
    await enqueue(trx, signAgreementPdf, [{ payload: { executiveId, agreementId }, now: at }])
    // The mandate was replaced after the form was made.
    if ((await statusOf(trx, executiveId)) === 'annex_open') {
      await enqueueForm(trx, { executiveId, now: at })
    }
    await enqueueWebhooks(trx, { type: 'agreement.signed', kind: 'executives', id: executiveId }, at)
    const detail = { agreement: agreementId, form: form.pdfSha256, text: form.textSha256, evidence }
    await appendAudit(trx, { action: 'sign', actor: 'visitor', reference: executiveId, detail }, at)
    return true
  })
}

const AGENT_MAX = 300

function acceptanceOf(
  { record, agreement: { form }, signing }: Accepted,
  events: Acceptance['events'],
): Omit<Acceptance, 'at'> {
  const { transactionId, regNo: registrationNo, status } = record.mandate
  return {
    address: signing.address,
    agent: oneLine(signing.agent).slice(0, AGENT_MAX),
    language: signing.language,
    signName: signing.signName,
    words: say('agreementMessages.accept', signing.language),
    events,
    mandate: { transactionId, registrationNo, status: registrationStatus(status) },
    shown: { language: form.data.language, pdfSha256: form.pdfSha256, textSha256: form.textSha256 },
  }
}

/** Returns the earlier events of this form, the first of each kind so that the evidence fits on one page. */
async function earlierEvents(
  trx: Db,
  { record: { person }, agreement: { form } }: Accepted,
): Promise<Acceptance['events']> {
  const { annex } = form.data
  const consents = await consentsOf(trx, person.id)
  const provedAt = (wanted: string) =>
    consents.find(({ purpose }) => purpose === wanted)?.verified_at ?? person.createdAt
  const times = new Map<AcceptanceEvent, number>([
    ['aadhaarVerified', provedAt('aadhaar')],
    ['phoneVerified', provedAt('phone')],
    annex ? ['agreementAccepted', annex.acceptedAt] : ['registered', person.createdAt],
  ])
  for (const { action, at, detail } of await entriesAbout(trx, person.id)) {
    if (action === 'confirm_link') times.set('linkVerified', at)
    if (action === 'show_agreement' && detail['form'] === form.pdfSha256) times.set('shown', at)
  }
  return [...times].map(([kind, at]) => ({ kind, at })).toSorted((one, other) => one.at - other.at)
}

/** Records the first time that the person was shown the form they are to accept. Does nothing for other documents. */
export async function noteShown(app: App, address: string): Promise<void> {
  const { db, cipher, clock } = app
  const agreement = await findAgreement(db, cipher, { address })
  const record = agreement && (await findRegistration(app.db, app.cipher, agreement.executiveId))
  if (!record) throw linkEnded()
  const open = await ensureForm(app, record)
  if (open?.id === agreement.id && !(await wasShown(db, record.person.id, open.form))) {
    const detail = { agreement: open.id, form: open.form.pdfSha256 }
    const entry = { action: 'show_agreement', actor: 'visitor', reference: record.person.id, detail } as const
    await appendAudit(db, entry, clock.now())
  }
}

async function wasShown(db: Db, executiveId: string, { pdfSha256 }: Form): Promise<boolean> {
  const entries = await entriesAbout(db, executiveId)
  return entries.some(({ action, detail }) => action === 'show_agreement' && detail['form'] === pdfSha256)
}

/** Signs an accepted agreement. The authority may be unavailable for long, so attempts continue for years. */
export const signAgreementPdf: JobKind<{ executiveId: string; agreementId: string }> = {
  name: 'agreements.sign',
  record: 'executiveId',
  payload: z.object({ executiveId: z.string(), agreementId: z.string() }),
  maxAttempts: 100_000,
}

export const sendAgreement: JobKind<{ executiveId: string; agreementId: string; to: 'person' | 'agency' }> = {
  name: 'agreements.send',
  record: 'executiveId',
  payload: z.object({
    executiveId: z.string(),
    agreementId: z.string(),
    to: z.enum(['person', 'agency']),
  }),
  maxAttempts: 30,
}

const inProgress = new Map<string, Promise<void>>()

/** Signs an accepted agreement once, for both the request and its job. Throws `NotMade`. */
export function signAgreement(app: App, agreementId: string): Promise<void> {
  const known = inProgress.get(agreementId)
  if (known) return known
  const work = signOnce(app, agreementId).finally(() => inProgress.delete(agreementId))
  inProgress.set(agreementId, work)
  return work
}

/** How long the accepting request waits for the signed document; a job continues in any case. */
const WAIT_MAX_MS = 10_000
const NEXT_ATTEMPT_MS = 250

/** Waits for a limited time until an accepted agreement is signed; if that fails, the job signs it later. */
export async function awaitSigned(app: App, agreementId: string): Promise<void> {
  const signal = AbortSignal.timeout(WAIT_MAX_MS)
  const isSigned = () =>
    signAgreement(app, agreementId).then(
      () => true,
      (error: unknown) => {
        if (error instanceof NotMade) return false
        throw error
      },
    )
  const signNow = async () => {
    while (!signal.aborted && !(await isSigned())) await setTimeout(NEXT_ATTEMPT_MS)
  }
  const signed = signNow().catch((error: unknown) => {
    app.log.warn({ err: error }, 'an accepted agreement could not be signed at once: its job will sign it')
  })
  await Promise.race([signed, setTimeout(WAIT_MAX_MS, undefined, { ref: false })])
}

/** May be called twice and by two processes at once: one signed document is stored, with one audit entry. */
export async function signOnce(app: App, agreementId: string): Promise<void> {
  const agreement = await findAgreement(app.db, app.cipher, { id: agreementId })
  if (!agreement?.form || agreement.acceptedAt === null || agreement.signed) return
  if (!agreement.acceptance)
    throw new Error('an accepted agreement has no evidence of its acceptance: run verify-agreement on it')
  const { pdf } = await makeDocument(app, agreement.form.data, agreement.acceptance)
  const answer = await app.signature.sign(pdf, app.clock.now())
  if (!answer.ok) throw new NotMade(answer.fault)
  await keep(app, agreement, answer.signed)
}

async function keep(
  app: App,
  { id: agreementId, executiveId }: Agreement,
  { pdf, certificate, level }: SignedDocument,
): Promise<void> {
  const file = await storeDocument(app, pdf)
  const signed = { file, sha256: sha256(pdf) }
  const now = app.clock.now()
  const kept = await app.db.transaction().execute(async (trx) => {
    if (!(await keepSigned(trx, { id: agreementId, ...signed }))) return false
    const parties = ['person', 'agency'] as const
    const copies = parties.map((to) => ({ payload: { executiveId, agreementId, to }, now }))
    await enqueue(trx, sendAgreement, copies)
    await settleFiles(trx, [file])
    const detail = { agreement: agreementId, document: signed.sha256, certificate, level }
    await appendAudit(trx, { action: 'seal', actor: 'system', reference: executiveId, detail }, now)
    return true
  })
  if (kept) app.wakeWorker()
  else await forgetDocuments(app, [file])
}
