import { appendAudit } from '#server/platform/audit/log.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { enqueueWebhooks } from '#server/platform/webhooks/delivery-store.ts'
import { statusOf } from '#server/platform/db/records.ts'
import { maskNumber } from '#server/platform/masking.ts'
import { type AgreementEvent, appendEvent, type KnownEvent, listEvents } from './chain-store.ts'
import type { AcceptanceEvent } from './document/agreement-data.ts'
import { type AgreementWithForm, ensureForm, type FormDeps } from './document-service.ts'
import { enqueueForm, signAgreementPdf } from './jobs.ts'
import { type AgreementRecord, isSameName } from './rules.ts'
import { type Form, markAccepted, openAgreement } from './store.ts'
import type { Language } from '#contract/messages/languages.ts'
import { say } from '#server/platform/language.ts'

/** Where a request came from, as it is kept for evidence. */
export interface Caller {
  address: string
  agent: string
  /** Of the page, whose box was ticked. */
  language: Language
}

export interface Signing extends Caller {
  id: string
  signName: string
}

export type AcceptanceRefusal = 'unknown' | 'already signed' | 'another name'

/** The form may be made again between two reads, when the person replaces a failed mandate. */
const ACCEPT_ATTEMPTS = 3

/**
 * Accepts what is open for a record, its agreement or an annex to it: what is returned is accepted on disk, and a job will
 * sign it. Of several requests one is accepted.
 */
export async function acceptAgreement(
  deps: FormDeps & { wakeWorker(): void },
  signing: Signing,
): Promise<AgreementWithForm | AcceptanceRefusal> {
  for (let attempt = 0; attempt < ACCEPT_ATTEMPTS; attempt += 1) {
    const record = await deps.findRecord(signing.id)
    if (!record) return 'unknown'
    const begun = { executiveId: record.id, now: deps.clock.now() }
    if (!(await openAgreement(deps.db, deps.cipher, begun))) return 'already signed'
    if (!isSameName(signing.signName, record.person.name)) return 'another name'
    const agreement = await ensureForm(deps, record)
    if (!agreement) return 'already signed'
    if (await recordAcceptance(deps, { record, agreement, signing })) {
      deps.wakeWorker()
      return agreement
    }
  }
  throw new Error(`an agreement changed during each of ${ACCEPT_ATTEMPTS} attempts to accept it`)
}

interface Accepted {
  record: AgreementRecord
  agreement: AgreementWithForm
  signing: Signing
}

/** The acceptance, its event and the job that signs it, in one commit; false when another form is the current one. */
async function recordAcceptance({ db, cipher, clock }: FormDeps, accepted: Accepted): Promise<boolean> {
  const { id: agreementId, executiveId, form } = accepted.agreement
  const at = clock.now()
  return db.transaction().execute(async (trx) => {
    if (!(await markAccepted(trx, { id: agreementId, executiveId, formFile: form.file, at }))) return false
    const before = await listEvents(trx, cipher, agreementId)
    await appendEvent(trx, cipher, { agreementId, at, event: acceptedEvent(accepted, before) })
    await enqueue(trx, signAgreementPdf, [{ payload: { executiveId, agreementId }, now: at }])
    // The mandate was replaced by another one since the form was made.
    if ((await statusOf(trx, 'executives', executiveId)) === 'annex_open') {
      await enqueueForm(trx, { executiveId, now: at })
    }
    await enqueueWebhooks(trx, { type: 'agreement.signed', kind: 'executives', id: executiveId }, at)
    await appendAudit(trx, { action: 'sign', actor: 'visitor', reference: executiveId }, at)
    return true
  })
}

function acceptedEvent(
  { record, agreement, signing }: Accepted,
  before: readonly KnownEvent[],
): AgreementEvent {
  const { form } = agreement
  return {
    kind: 'accepted',
    address: signing.address,
    agent: signing.agent,
    language: signing.language,
    signName: signing.signName,
    words: say('agreementMessages.accept', signing.language),
    person: {
      name: record.person.name,
      aadhaarMasked: form.data.person.aadhaarMasked,
      phoneMasked: maskNumber(record.person.phone),
    },
    events: earlierEvents(record, { before, form }),
    mandate: {
      transactionId: record.mandate.transactionId,
      registrationNo: record.mandate.registrationNo,
      status: record.mandate.status,
    },
    shown: { language: form.data.language, pdfSha256: form.pdfSha256, textSha256: form.textSha256 },
  }
}

const evidenceKinds: Partial<Record<AgreementEvent['kind'], AcceptanceEvent>> = {
  confirmed: 'linkVerified',
  shown: 'shown',
}

/** The last time of each kind, so that the evidence stays one page; openings of an earlier form do not count. */
function earlierEvents(
  record: AgreementRecord,
  { before, form }: { before: readonly KnownEvent[]; form: Form },
) {
  const { annex } = form.data
  const times = new Map<AcceptanceEvent, number>([
    ['aadhaarVerified', record.verified.aadhaar],
    ['phoneVerified', record.verified.phone],
    annex ? ['agreementAccepted', annex.acceptedAt] : ['registered', record.registeredAt],
  ])
  for (const { at, event } of before) {
    const kind = evidenceKinds[event.kind]
    const isOfAnother = event.kind === 'shown' && event.formSha256 !== form.pdfSha256
    if (kind && !isOfAnother) times.set(kind, at)
  }
  return [...times].map(([kind, at]) => ({ kind, at })).toSorted((one, other) => one.at - other.at)
}
