import { createHash } from 'node:crypto'
import { settleFiles } from '#server/platform/db/pending-files.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { SealedDocument, SealPort } from '#server/providers/signature/port.ts'
import { appendEvent, type KnownEvent, listEvents } from './chain/store.ts'
import type { Acceptance } from './document/agreement-data.ts'
import { forgetDocument, storeDocument } from './document-service.ts'
import { type FormDeps, makeDocument, NotMade } from './form-service.ts'
import { sendAgreement } from './queued-jobs.ts'
import { findAgreement, keepSigned } from './store.ts'

export interface SealingDeps extends FormDeps {
  seal: SealPort
  wakeWorker(): void
}

/** Makes sure that an accepted agreement is sealed; nothing where there is nothing to seal. Throws `NotMade`. */
export type SealAgreement = (executiveId: string) => Promise<void>

/** Safe to call twice and at once: one sealed document is kept, and told of once. */
export function createSealAgreement(deps: SealingDeps): SealAgreement {
  const underWay = new Map<string, Promise<void>>()
  return (executiveId) => {
    const known = underWay.get(executiveId)
    if (known) return known
    const work = sealOne(deps, executiveId).finally(() => underWay.delete(executiveId))
    underWay.set(executiveId, work)
    return work
  }
}

/** How long whoever accepted waits for the signed document; a job goes on with it in any case. */
const PATIENCE_MS = 10_000
const NEXT_TRY_MS = 250

/** Waits until an accepted agreement is sealed, as long as a person may be made to wait; what fails is the job's. */
export async function awaitSealed(
  { sealAgreement, log }: { sealAgreement: SealAgreement; log: Log },
  executiveId: string,
): Promise<void> {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  const late = new Promise<void>((resolve) => patience.addEventListener('abort', () => resolve()))
  const tries = async () => {
    while (!patience.aborted) {
      const sealed = await sealAgreement(executiveId).then(
        () => true,
        (error: unknown) => {
          if (error instanceof NotMade) return false
          throw error
        },
      )
      if (sealed) return
      await new Promise((resolve) => setTimeout(resolve, NEXT_TRY_MS))
    }
  }
  const tried = tries().catch((error: unknown) => {
    log.warn({ err: error }, 'an accepted agreement will be sealed by its job')
  })
  await Promise.race([tried, late])
}

async function sealOne(deps: SealingDeps, executiveId: string): Promise<void> {
  const { db, sealer } = deps
  const agreement = await findAgreement(db, sealer, executiveId)
  if (!agreement?.form || agreement.acceptedAt === null || agreement.signed) return
  const acceptance = acceptanceFrom(await listEvents(db, sealer, executiveId))
  if (!acceptance) throw new Error('an accepted agreement has no acceptance')
  const { pdf } = await makeDocument(deps, agreement.form.facts, acceptance)
  const answer = await deps.seal.seal(pdf, deps.clock.now())
  if (!answer.ok) throw new NotMade(answer.fault)
  await keep(deps, executiveId, answer.sealed)
}

async function keep(deps: SealingDeps, executiveId: string, sealed: SealedDocument): Promise<void> {
  const { db, sealer, clock } = deps
  const file = await storeDocument(deps, sealed.pdf)
  const sha256 = createHash('sha256').update(sealed.pdf).digest('hex')
  const { certificate, level } = sealed
  const now = clock.now()
  const kept = await db.transaction().execute(async (trx) => {
    if (!(await keepSigned(trx, { executiveId, file, sha256 }))) return false
    const event = { kind: 'sealed' as const, pdfSha256: sha256, certificate, level }
    await appendEvent(trx, sealer, { executiveId, at: now, event })
    const copies = ['person', 'agency'].map((to) => ({ payload: { executiveId, to }, now }))
    await enqueue(trx, sendAgreement, copies)
    await settleFiles(trx, [file])
    return true
  })
  if (kept) deps.wakeWorker()
  else await forgetDocument(deps, file)
}

/** The acceptance as its document tells it. */
export function acceptanceFrom(events: readonly KnownEvent[]): Acceptance | undefined {
  for (const { at, hash, event } of events) {
    if (event.kind !== 'accepted') continue
    const { signName, words, address, agent, mandate, shown } = event
    const { registrationNo, status } = mandate
    const told = { signName, words, address, agent, shown, events: event.events }
    return { ...told, at, mandate: { registrationNo, status }, chainHash: hash }
  }
  return undefined
}
