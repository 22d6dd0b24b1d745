import { agreementMessages } from '#contract/messages/agreements.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { maskNumber } from '#server/platform/masking.ts'
import type { AgreementEvent } from './chain/rules.ts'
import { appendEvent, type KnownEvent, listEvents } from './chain/store.ts'
import type { AcceptanceEvent } from './document/agreement-data.ts'
import { type DrawnAgreement, ensureForm, type FormDeps } from './form-service.ts'
import { signAgreementPdf } from './queued-jobs.ts'
import { type AgreementRecord, isSameName } from './rules.ts'
import { findAgreement, markAccepted } from './store.ts'

/** Where a request came from, as it is kept for evidence. */
export interface Caller {
  address: string
  agent: string
}

export interface Signing extends Caller {
  id: string
  signName: string
}

export type AcceptanceOutcome = 'accepted' | 'unknown' | 'already signed' | 'another name'

/** The form may be drawn up anew between two looks, when the person mends a mandate meanwhile. */
const ACCEPT_TRIES = 3

/**
 * Takes an acceptance of the server's own record; when it resolves with `accepted`, that is on disk and a job will signature
 * it. Of several at once one is accepted.
 */
export async function acceptAgreement(
  deps: FormDeps & { wakeWorker(): void },
  signing: Signing,
): Promise<AcceptanceOutcome> {
  for (let tries = 0; tries < ACCEPT_TRIES; tries += 1) {
    // Read anew each time: the person may mend a mandate between two looks.
    const record = await deps.findRecord(signing.id)
    if (!record) return 'unknown'
    const known = await findAgreement(deps.db, deps.cipher, record.id)
    if (known && known.acceptedAt !== null) return 'already signed'
    if (!isSameName(signing.signName, record.person.name)) return 'another name'
    const drawn = await ensureForm(deps, record)
    if (await book(deps, { record, drawn, signing })) {
      deps.wakeWorker()
      return 'accepted'
    }
  }
  throw new Error('an agreement changed on every attempt to write it')
}

interface Accepted {
  record: AgreementRecord
  drawn: DrawnAgreement
  signing: Signing
}

/** The acceptance, its event and the job that signatures it, in one commit; false when the form was not open any more. */
async function book({ db, cipher, clock }: FormDeps, accepted: Accepted): Promise<boolean> {
  const { record, drawn } = accepted
  const executiveId = record.id
  const at = clock.now()
  return db.transaction().execute(async (trx) => {
    if (!(await markAccepted(trx, { executiveId, formFile: drawn.form.file, at }))) return false
    const before = await listEvents(trx, cipher, executiveId)
    await appendEvent(trx, cipher, { executiveId, at, event: acceptedEvent(accepted, before) })
    await enqueue(trx, signAgreementPdf, [{ payload: { executiveId }, now: at }])
    await appendAudit(trx, { action: 'sign', actor: 'visitor', reference: executiveId }, at)
    return true
  })
}

function acceptedEvent({ record, drawn, signing }: Accepted, before: readonly KnownEvent[]): AgreementEvent {
  const { form } = drawn
  return {
    kind: 'accepted',
    address: signing.address,
    agent: signing.agent,
    signName: signing.signName,
    words: agreementMessages.accept,
    person: {
      name: record.person.name,
      aadhaarMasked: form.facts.person.aadhaarMasked,
      phoneMasked: maskNumber(record.person.phone),
    },
    events: whatCameBefore(record, { before, formSha256: form.pdfSha256 }),
    mandate: {
      transactionId: record.mandate.transactionId,
      registrationNo: record.mandate.registrationNo,
      status: record.mandate.status,
    },
    shown: { pdfSha256: form.pdfSha256, textSha256: form.textSha256 },
  }
}

const told: Partial<Record<AgreementEvent['kind'], AcceptanceEvent>> = {
  confirmed: 'linkVerified',
  shown: 'shown',
}

/**
 * The evidence names the last time of each, so that it stays one page however often a form was opened. An earlier form
 * that was opened is no sign that the accepted one was.
 */
function whatCameBefore(
  record: AgreementRecord,
  { before, formSha256 }: { before: readonly KnownEvent[]; formSha256: string },
) {
  const times = new Map<AcceptanceEvent, number>([
    ['aadhaarVerified', record.verified.aadhaar],
    ['phoneVerified', record.verified.phone],
    ['registered', record.registeredAt],
  ])
  for (const { at, event } of before) {
    const kind = told[event.kind]
    const isOfAnother = event.kind === 'shown' && event.formSha256 !== formSha256
    if (kind && !isOfAnother) times.set(kind, at)
  }
  return [...times].map(([kind, at]) => ({ kind, at })).toSorted((one, other) => one.at - other.at)
}
