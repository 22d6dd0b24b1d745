import { handle, type JobHandler, type JobOutcome } from '#server/platform/jobs/job.ts'
import type { MailOutcome, MailPort } from '#server/providers/mail/port.ts'
import { FilesUnavailable } from '#server/providers/files/port.ts'
import { appendEvent, listEvents } from './chain/store.ts'
import { readDocument } from './document-service.ts'
import { ensureForm, NotMade } from './form-service.ts'
import { drawForm, signAgreementPdf, sendAgreement } from './queued-jobs.ts'
import { agencyMail, personMail } from './mail.ts'
import type { AgreementRecord } from './rules.ts'
import type { SignAgreementPdf, SigningDeps } from './signing-service.ts'
import { type Agreement, findAgreement } from './store.ts'

export interface AgreementJobDeps extends SigningDeps {
  signAgreementPdf: SignAgreementPdf
  mail: MailPort
  inbox: string
}

/** The handlers of everything that an agreement waits for; one whose person was erased meanwhile is done. */
export function agreementHandlers(deps: AgreementJobDeps): JobHandler[] {
  return [
    handle(drawForm, async ({ executiveId }) => {
      const record = await deps.findRecord(executiveId)
      return record ? made(ensureForm(deps, record)) : { done: true }
    }),
    handle(signAgreementPdf, ({ executiveId }) => made(deps.signAgreementPdf(executiveId))),
    handle(sendAgreement, async ({ executiveId, to }, jobId) => {
      const record = await deps.findRecord(executiveId)
      const agreement = await findAgreement(deps.db, deps.cipher, executiveId)
      if (!record || !agreement?.signed) return { done: true }
      return send(deps, { record, agreement, jobId, to: to === 'person' ? 'person' : 'agency' })
    }),
  ]
}

/** What cannot be made or stored now is tried again. */
async function made(work: Promise<unknown>): Promise<JobOutcome> {
  try {
    await work
    return { done: true }
  } catch (error) {
    if (error instanceof NotMade) return { done: false, failure: `document: ${error.code}` }
    if (error instanceof FilesUnavailable) return { done: false, failure: 'files: unavailable' }
    throw error
  }
}

interface Sending {
  record: AgreementRecord
  agreement: Agreement
  jobId: string
  to: 'person' | 'agency'
}

async function send(deps: AgreementJobDeps, sending: Sending): Promise<JobOutcome> {
  const { db, cipher, clock } = deps
  const { agreement, to } = sending
  const { executiveId } = agreement
  const isSent = async () => {
    const events = await listEvents(db, cipher, executiveId)
    return events.some(({ event }) => event.kind === 'sent' && event.to === to)
  }
  if (await isSent()) return { done: true }
  const outcome = await mailTo(deps, sending)
  if (!outcome.sent) {
    // The agency's own address is mended by its people; a person's that is refused for good stays refused.
    const permanent = to === 'person' && outcome.reason === 'refused'
    return { done: false, failure: `mail: ${outcome.reason}`, permanent }
  }
  const event = { kind: 'sent' as const, to }
  await db.transaction().execute((trx) => appendEvent(trx, cipher, { executiveId, at: clock.now(), event }))
  return { done: true }
}

async function mailTo(
  deps: AgreementJobDeps,
  { record, agreement, jobId, to }: Sending,
): Promise<MailOutcome> {
  const { form, signed, acceptedAt } = agreement
  if (!form || !signed || acceptedAt === null)
    throw new Error('an agreement must be signed before it is sent')
  const { reference, person, agency } = form.facts
  const about = { reference, name: person.name, acceptedAt, agency }
  const content = await readDocument(deps, signed.file)
  const attachments = [{ filename: `agreement-${reference}.pdf`, contentType: 'application/pdf', content }]
  const words = to === 'person' ? personMail(about) : agencyMail(about, record.reference)
  const address = to === 'person' ? record.person.email : deps.inbox
  return deps.mail.send({ id: jobId, to: address, ...words, attachments })
}
