import { setTimeout } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { App } from '#server/context.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import { sha256 } from '#server/platform/crypto/digest.ts'
import { settleFiles } from '#server/platform/db/tables.ts'
import type { JobKind } from '#server/platform/jobs/job.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import type { SignedDocument } from '#server/providers/signature/port.ts'
import { forgetDocument, makeDocument, NotMade, storeDocument } from './document-service.ts'
import { type Agreement, findAgreement, keepSigned } from './store.ts'

/** Signs an accepted agreement. It must happen however long an authority is unavailable, so attempts last for years. */
export const signAgreementPdf: JobKind<{ executiveId: string; agreementId: string }> = {
  name: 'agreements.seal',
  payload: z.object({ executiveId: z.string(), agreementId: z.string() }),
  maxAttempts: 100_000,
}

/** Sends the signed document to one of the two parties. */
export const sendAgreement: JobKind<{ executiveId: string; agreementId: string; to: 'person' | 'agency' }> = {
  name: 'agreements.send',
  payload: z.object({
    executiveId: z.string(),
    agreementId: z.string(),
    to: z.enum(['person', 'agency']),
  }),
  maxAttempts: 30,
}

const inProgress = new Map<string, Promise<void>>()

/**
 * Makes sure that an accepted agreement is signed; does nothing where there is nothing to sign. The request that accepted
 * and the job both call it: within a process the work is done once. Throws `NotMade`.
 */
export function signAgreement(app: App, agreementId: string): Promise<void> {
  const known = inProgress.get(agreementId)
  if (known) return known
  const work = signOnce(app, agreementId).finally(() => inProgress.delete(agreementId))
  inProgress.set(agreementId, work)
  return work
}

/** How long the request that accepted waits for the signed document; a job continues in any case. */
const WAIT_MAX_MS = 10_000
const NEXT_ATTEMPT_MS = 250

/** Waits a bounded time until an accepted agreement is signed; a failure is left to its job. */
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

/** Safe to call twice and by two processes at once: one signed document is stored, with one entry in the audit log. */
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
  else await forgetDocument(app, file)
}
