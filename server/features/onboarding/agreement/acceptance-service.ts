import type { Language } from '#contract/messages/languages.ts'
import type { App } from '#server/context.ts'
import { appendAudit, entriesAbout } from '#server/platform/audit/log.ts'
import type { Db } from '#server/platform/db/client.ts'
import { statusOf } from '#server/platform/records/executive-status.ts'
import { Refused, refused } from '#server/platform/http/http-errors.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { say } from '#server/platform/requested-language.ts'
import { oneLine } from '#server/platform/message-text.ts'
import { enqueueWebhooks } from '#server/platform/webhooks/delivery-job.ts'
import type { Acceptance, AcceptanceEvent } from './document/agreement-data.ts'
import { type AgreementWithForm, ensureForm } from './document-service.ts'
import { enqueueForm } from './jobs.ts'
import { type AgreementRecord, findRecord } from './record-service.ts'
import { linkEnded } from './service.ts'
import { signAgreementPdf } from './signing-service.ts'
import { findAgreement, type Form, markAccepted, openAgreement } from './store.ts'

/** An acceptance as it arrives, with where it came from and the language of the page, whose box was ticked. */
export interface Signing {
  id: string
  signName: string
  address: string
  /** What the browser calls itself. */
  agent: string
  language: Language
}

/** The form may be made again between two reads, when the person replaces a failed mandate. */
const ACCEPT_ATTEMPTS = 3

/**
 * Accepts what is open for a record, its agreement or an annex to it: what is returned is accepted on disk, and a job will
 * sign it. Of several requests one is accepted.
 */
export async function acceptAgreement(app: App, signing: Signing): Promise<AgreementWithForm | Refused> {
  for (let attempt = 0; attempt < ACCEPT_ATTEMPTS; attempt += 1) {
    const record = await findRecord(app, signing.id)
    if (!record) return refused('not_found', 'linkAnswers.unknown')
    const begun = { executiveId: record.id, now: app.clock.now() }
    if (!(await openAgreement(app.db, app.cipher, begun))) return alreadySigned()
    if (!isSameName(signing.signName, record.person.name)) return anotherName()
    const agreement = await ensureForm(app, record)
    if (!agreement) return alreadySigned()
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
  return new Refused({ code: 'invalid', message, errors: [{ field: 'signName', message }] })
}

/** Whether somebody signs in the name on record, however their keyboard composes its letters. */
function isSameName(given: string, recorded: string): boolean {
  return given.normalize('NFC').trim() === recorded.normalize('NFC').trim()
}

interface Accepted {
  record: AgreementRecord
  agreement: AgreementWithForm
  signing: Signing
}

/** The acceptance, its entry in the audit log and the job that signs it, in one commit; false when another form is the current one. */
async function recordAcceptance({ db, cipher, clock }: App, accepted: Accepted): Promise<boolean> {
  const { id: agreementId, executiveId, form } = accepted.agreement
  const at = clock.now()
  return db.transaction().execute(async (trx) => {
    const acceptance = { ...acceptanceOf(accepted, await earlierEvents(trx, accepted)), at }
    const marking = { id: agreementId, executiveId, formFile: form.file, acceptance }
    const evidence = await markAccepted(trx, cipher, marking)
    if (evidence === undefined) return false
    await enqueue(trx, signAgreementPdf, [{ payload: { executiveId, agreementId }, now: at }])
    // The mandate was replaced by another one since the form was made.
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
  const { transactionId, registrationNo, status } = record.mandate
  return {
    address: signing.address,
    agent: oneLine(signing.agent).slice(0, AGENT_MAX),
    language: signing.language,
    signName: signing.signName,
    words: say('agreementMessages.accept', signing.language),
    events,
    mandate: { transactionId, registrationNo, status },
    shown: { language: form.data.language, pdfSha256: form.pdfSha256, textSha256: form.textSha256 },
  }
}

/** What happened before, once of each kind so that the evidence stays one page; openings of an earlier form do not count. */
async function earlierEvents(
  trx: Db,
  { record, agreement: { form } }: Accepted,
): Promise<Acceptance['events']> {
  const { annex } = form.data
  const times = new Map<AcceptanceEvent, number>([
    ['aadhaarVerified', record.verified.aadhaar],
    ['phoneVerified', record.verified.phone],
    annex ? ['agreementAccepted', annex.acceptedAt] : ['registered', record.registeredAt],
  ])
  for (const { action, at, detail } of await entriesAbout(trx, record.id)) {
    if (action === 'confirm_link') times.set('linkVerified', at)
    if (action === 'show_agreement' && detail['form'] === form.pdfSha256) times.set('shown', at)
  }
  return [...times].map(([kind, at]) => ({ kind, at })).toSorted((one, other) => one.at - other.at)
}

/** Notes the first time that a person was shown the form that awaits them; nothing of what is not open for acceptance. */
export async function noteShown(app: App, address: string): Promise<Refused | undefined> {
  const { db, cipher, clock } = app
  const agreement = await findAgreement(db, cipher, { address })
  const record = agreement && (await findRecord(app, agreement.executiveId))
  if (!record) return linkEnded()
  const open = await ensureForm(app, record)
  if (open?.id === agreement.id && !(await wasShown(db, record.id, open.form))) {
    const detail = { agreement: open.id, form: open.form.pdfSha256 }
    const entry = { action: 'show_agreement', actor: 'visitor', reference: record.id, detail } as const
    await appendAudit(db, entry, clock.now())
  }
  return undefined
}

async function wasShown(db: Db, executiveId: string, { pdfSha256 }: Form): Promise<boolean> {
  const entries = await entriesAbout(db, executiveId)
  return entries.some(({ action, detail }) => action === 'show_agreement' && detail['form'] === pdfSha256)
}
