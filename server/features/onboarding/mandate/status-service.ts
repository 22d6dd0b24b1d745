import * as z from 'zod/mini'
import { type MandateStatus, registrationStatus } from '#contract/schemas/mandates.ts'
import { enqueueForm } from '#server/features/onboarding/agreement/jobs.ts'
import { notifyFailure } from '#server/features/onboarding/registration/jobs.ts'
import { replaceFailedMandate } from '#server/features/onboarding/registration/store.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { holdExecutive } from '#server/platform/db/records.ts'
import type { JobKind } from '#server/platform/jobs/job.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { GatewayAnswer, GatewayFailure, GatewayPort } from '#server/providers/gateway/port.ts'
import { enqueueWebhooks } from '#server/platform/webhooks/delivery-store.ts'
import { hasEvent, insertEvent, type MandateEvent } from './events-store.ts'
import { isContradicted, isLive, isSettled, nextPollMs, replacedBy, statusFrom } from './status-rules.ts'
import { type Concern, notifyStaff } from './mail.ts'
import { activeBeside, giveToExecutive, mandateOfRecord, recordOf } from './mandate-holder-store.ts'
import { findMandate, type Mandate, markNotified, moveToStatus, resumePolling } from './store.ts'
import { alteredTerms } from './terms-rules.ts'

export interface StatusDeps {
  db: Db
  cipher: FieldCipher
  clock: Clock
  log: Log
  gateway: GatewayPort
  wakeWorker(): void
}

type Change = Pick<MandateEvent, 'source' | 'status' | 'answer'>

/** Records an event in a transaction of its own. Safe to repeat and to reorder. */
export async function recordStatus(deps: StatusDeps, mandate: Mandate, change: Change): Promise<Mandate> {
  const event = { ...change, mandateId: mandate.id, at: deps.clock.now() }
  const after = await deps.db.transaction().execute((trx) => recordEvent(trx, deps, event))
  deps.wakeWorker()
  return after
}

/** Records an event and what follows from it, in the caller's transaction; the caller wakes the worker after it. */
export async function recordEvent(
  trx: Db,
  { cipher }: Pick<StatusDeps, 'cipher'>,
  event: MandateEvent,
): Promise<Mandate> {
  const { mandateId: id, source, at } = event
  await holdExecutive(trx, { mandateId: id })
  await insertEvent(trx, cipher, event)
  const isNew = await moveToStatus(trx, event, replacedBy(event))
  const mandate = await findMandate(trx, cipher, { id })
  if (!mandate) throw new Error('a mandate is missing after its event was recorded')
  const { status, transactionId: reference } = mandate
  const hasFailed = registrationStatus(status) === 'Failed'
  if (isContradicted(status, event)) await resumePolling(trx, id, at + nextPollMs(0))
  if (isNew && (hasFailed || status === 'active')) await endDuplicates(trx, await recordOf(trx, mandate), at)
  if (hasFailed) await notifyFailureOnce(trx, mandate, at)
  if (isNew) await announceStatus(trx, mandate, at)
  if (isNew && isSettled(status)) {
    const actor = source === 'visitor' || source === 'return' ? 'visitor' : 'system'
    await appendAudit(trx, { action: 'settle', actor, reference, detail: { status, source } }, at)
  }
  return mandate
}

/** Tells webhooks that the mandate which a record names was set up or failed. */
async function announceStatus(
  trx: Db,
  { id: mandateId, executiveId: id, status }: Pick<Mandate, 'id' | 'executiveId' | 'status'>,
  now: number,
): Promise<void> {
  const hasFailed = registrationStatus(status) === 'Failed'
  if (id === null || !(hasFailed || status === 'active')) return
  if ((await mandateOfRecord(trx, id)) !== mandateId) return
  const type = hasFailed ? 'mandate.failed' : 'mandate.active'
  await enqueueWebhooks(trx, { type, kind: 'executives', id }, now)
}

/** Leaves a person one active mandate of several. */
export const keepOneMandate: JobKind<{ executiveId: string }> = {
  name: 'mandates.keep-one',
  payload: z.object({ executiveId: z.string() }),
  maxAttempts: 30,
}

/** Gives a live mandate to a person, in the caller's transaction; false where it is somebody else's or live no more. */
export async function giveMandate(
  trx: Db,
  { now, ...wanted }: { id: string; executiveId: string; now: number },
): Promise<boolean> {
  const status = await giveToExecutive(trx, wanted)
  if (!status) return false
  await announceStatus(trx, { ...wanted, status }, now)
  await endDuplicates(trx, wanted.executiveId, now)
  return true
}

/** Enqueues, in the caller's transaction, that a person with several active mandates keeps one. */
async function endDuplicates(trx: Db, executiveId: string | undefined, now: number): Promise<void> {
  if (executiveId === undefined || (await activeBeside(trx, executiveId)).length === 0) return
  await enqueue(trx, keepOneMandate, [{ payload: { executiveId }, now }])
}

async function notifyFailureOnce(
  trx: Db,
  { id: mandateId, executiveId, failureToldAt }: Mandate,
  now: number,
): Promise<void> {
  if (executiveId === null || failureToldAt !== null) return
  if (!(await markNotified(trx, mandateId, { column: 'failure_told_at', now }))) return
  await enqueue(trx, notifyFailure, [{ payload: { executiveId, mandateId }, now }])
}

/** Enqueues, in the caller's transaction and once a mandate, a mail that has staff look at it. */
export async function notifyStaffOnce(
  trx: Db,
  { id: mandateId }: Mandate,
  { about, now }: { about: Concern; now: number },
): Promise<void> {
  if (!(await markNotified(trx, mandateId, { column: 'staff_told_at', now }))) return
  await enqueue(trx, notifyStaff, [{ payload: { mandateId, about }, now }])
}

export interface AppliedStatus {
  mandate: Mandate
  /** The gateway's status now; undefined where it knows no such transaction. */
  status: MandateStatus | undefined
  /** Whether the bank set up other terms than were requested: that is never recorded as a success. */
  altered: boolean
  /** Whether an event was recorded: the same answer from the same source is recorded once. */
  isNew: boolean
}

/** Records an answer of the gateway, unless its terms differ from the requested ones: those are for staff to look at. */
export async function applyStatus(
  deps: StatusDeps,
  mandate: Mandate,
  { source, answer }: { source: MandateEvent['source']; answer: GatewayAnswer },
): Promise<AppliedStatus> {
  const { db, cipher, clock, log } = deps
  const status = statusFrom(answer)
  if (!status) return { mandate, status, altered: false, isNew: false }
  // An erased mandate has no terms to compare with.
  const terms = isLive(status) && mandate.wipedAt === null ? alteredTerms(mandate, answer) : []
  const altered = terms.length > 0
  const event = { mandateId: mandate.id, at: clock.now(), source, status, answer }
  // The gateway may say now what it said before it said something else.
  const mayBeKnown = source !== 'asked' || altered || status === mandate.status
  if (mayBeKnown && (await hasEvent(db, cipher, event))) return { mandate, status, altered, isNew: false }
  if (!altered) return { mandate: await recordStatus(deps, mandate, event), status, altered, isNew: true }
  log.warn({ mandate: mandate.id, altered: terms }, 'the gateway answered with other terms than the order')
  await db.transaction().execute(async (trx) => {
    await insertEvent(trx, cipher, event)
    await notifyStaffOnce(trx, mandate, { about: 'altered', now: event.at })
  })
  deps.wakeWorker()
  return { mandate, status, altered, isNew: true }
}

/** Asks the gateway for a mandate's status and records its answer. */
export async function askGateway(
  deps: StatusDeps,
  mandate: Mandate,
): Promise<({ ok: true } & AppliedStatus) | { ok: false; failure: GatewayFailure }> {
  const { transactionId, consumerId, askedOn: date } = mandate
  const asked = await deps.gateway.ask({ transactionId, consumerId, date })
  if (!asked.ok) return asked
  return { ok: true, ...(await applyStatus(deps, mandate, { source: 'asked', answer: asked.answer })) }
}

class NotGiven extends Error {}

/** Makes a live mandate that of a record, unless the record has one that did not fail, or this one did. */
export async function attachMandate(
  { db, clock }: StatusDeps,
  { mandateId, executiveId }: { mandateId: string; executiveId: string },
): Promise<'attached' | 'not failed' | 'not live'> {
  const now = clock.now()
  try {
    return await db.transaction().execute(async (trx) => {
      if (!(await replaceFailedMandate(trx, { executiveId, mandateId }))) return 'not failed'
      if (!(await giveMandate(trx, { id: mandateId, executiveId, now }))) throw new NotGiven()
      // The form that awaits acceptance names the mandate; to a signed agreement an annex does.
      await enqueueForm(trx, { executiveId, now })
      return 'attached'
    })
  } catch (error) {
    if (error instanceof NotGiven) return 'not live'
    throw error
  }
}
