import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { settleFiles } from '#server/platform/db/pending-files.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { SignedDocument, SignaturePort } from '#server/providers/signature/port.ts'
import { appendEvent, type KnownEvent, listEvents } from './chain-store.ts'
import type { Acceptance } from './document/agreement-data.ts'
import { forgetDocument, type FormDeps, makeDocument, NotMade, storeDocument } from './document-service.ts'
import { sendAgreement } from './jobs.ts'
import { type Agreement, findAgreement, keepSigned } from './store.ts'

export interface SigningDeps extends FormDeps {
  signature: SignaturePort
  wakeWorker(): void
}

/** Makes sure that an accepted agreement is signed; does nothing where there is nothing to sign. Throws `NotMade`. */
export type SignAgreementPdf = (agreementId: string) => Promise<void>

/** Safe to call twice and at once: one signed document is stored, and one event recorded. */
export function createSignAgreementPdf(deps: SigningDeps): SignAgreementPdf {
  const inProgress = new Map<string, Promise<void>>()
  return (agreementId) => {
    const known = inProgress.get(agreementId)
    if (known) return known
    const work = signOne(deps, agreementId).finally(() => inProgress.delete(agreementId))
    inProgress.set(agreementId, work)
    return work
  }
}

/** How long the request that accepted waits for the signed document; a job continues in any case. */
const WAIT_MAX_MS = 10_000
const NEXT_ATTEMPT_MS = 250

/** Waits a bounded time until an accepted agreement is signed; a failure is left to its job. */
export async function awaitSigned(
  { signAgreementPdf, log }: { signAgreementPdf: SignAgreementPdf; log: Log },
  agreementId: string,
): Promise<void> {
  const signal = AbortSignal.timeout(WAIT_MAX_MS)
  const isSigned = () =>
    signAgreementPdf(agreementId).then(
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
    log.warn({ err: error }, 'an accepted agreement could not be signed at once: its job will sign it')
  })
  await Promise.race([signed, setTimeout(WAIT_MAX_MS, undefined, { ref: false })])
}

async function signOne(deps: SigningDeps, agreementId: string): Promise<void> {
  const { db, cipher } = deps
  const agreement = await findAgreement(db, cipher, { id: agreementId })
  if (!agreement?.form || agreement.acceptedAt === null || agreement.signed) return
  const acceptance = acceptanceFrom(await listEvents(db, cipher, agreementId))
  if (!acceptance)
    throw new Error('an accepted agreement has no event of its acceptance: run verify-agreement on it')
  const { pdf } = await makeDocument(deps, agreement.form.data, acceptance)
  const answer = await deps.signature.sign(pdf, deps.clock.now())
  if (!answer.ok) throw new NotMade(answer.fault)
  await keep(deps, agreement, answer.signed)
}

async function keep(
  deps: SigningDeps,
  { id: agreementId, executiveId }: Agreement,
  { pdf, certificate, level }: SignedDocument,
): Promise<void> {
  const { db, cipher, clock } = deps
  const file = await storeDocument(deps, pdf)
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  const now = clock.now()
  const kept = await db.transaction().execute(async (trx) => {
    if (!(await keepSigned(trx, { id: agreementId, file, sha256 }))) return false
    const event = { kind: 'sealed' as const, pdfSha256: sha256, certificate, level }
    await appendEvent(trx, cipher, { agreementId, at: now, event })
    const copies = ['person', 'agency'].map((to) => ({ payload: { executiveId, agreementId, to }, now }))
    await enqueue(trx, sendAgreement, copies)
    await settleFiles(trx, [file])
    return true
  })
  if (kept) deps.wakeWorker()
  else await forgetDocument(deps, file)
}

/** The acceptance as its document shows it. */
export function acceptanceFrom(events: readonly KnownEvent[]): Acceptance | undefined {
  for (const { at, hash, event } of events) {
    if (event.kind === 'accepted') return { ...event, at, chainHash: hash }
  }
  return undefined
}
