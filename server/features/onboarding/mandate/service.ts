import * as z from 'zod/mini'
import { type MandateState, type MandateStatus, registrationStatus } from '#contract/schemas/mandates.ts'
import type { App } from '#server/context.ts'
import { mailToPerson, notWanted } from '#server/features/mails/mail.ts'
import { enqueueForm } from '#server/features/onboarding/person/next-agreement-service.ts'
import { replaceFailedMandate } from '#server/features/onboarding/person/store.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Db } from '#server/platform/db/client.ts'
import { holdExecutive } from '#server/features/records/executive-status-store.ts'
import { type Refused, refused, refusedFields } from '#server/platform/http/http-errors.ts'
import type { JobKind } from '#server/platform/jobs/job.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import type { Visitor } from '#server/platform/sessions/store.ts'
import { enqueueWebhooks } from '#server/features/webhooks/jobs.ts'
import type { GatewayAnswer, GatewayFailure } from '#server/providers/gateway/port.ts'
import { alteredTerms, nextPollMs, otherTerms } from './rules.ts'
import { type Effect, isDecided, isLive, responseStatus, transition } from './state-rules.ts'
import {
  activeBeside,
  findMandate,
  giveToExecutive,
  hasEvent,
  insertEvent,
  type Mandate,
  type MandateEvent,
  mandateOfRecord,
  markNotified,
  recordOf,
  setNextPoll,
  setStatus,
} from './store.ts'

/** Records an event in a transaction of its own. Events may be repeated and arrive in any order. */
export async function recordStatus(
  { db, cipher, clock, wakeWorker }: App,
  { id: mandateId }: Mandate,
  change: Pick<MandateEvent, 'source' | 'status' | 'answer'>,
): Promise<Mandate> {
  const event = { ...change, mandateId, at: clock.now() }
  const after = await db.transaction().execute((trx) => recordEvent(trx, cipher, event))
  wakeWorker()
  return after
}

/** Records an event and its effects in the caller's transaction; the caller wakes the worker after it. */
export async function recordEvent(trx: Db, cipher: FieldCipher, event: MandateEvent): Promise<Mandate> {
  const { mandateId: id } = event
  await holdExecutive(trx, { mandateId: id })
  const current = await insertEvent(trx, cipher, event)
  const { to, effects } = transition(current, event)
  if (to === event.status) await setStatus(trx, event, { isNew: to !== current })
  const mandate = await findMandate(trx, cipher, { id })
  if (!mandate) throw new Error('a mandate is missing after its event was recorded')
  for (const effect of effects) await follow[effect](trx, mandate, event)
  return mandate
}

const follow: Record<Effect, (trx: Db, mandate: Mandate, event: MandateEvent) => Promise<void>> = {
  askGateway: (trx, { id }, { at }) => setNextPoll(trx, id, at + nextPollMs(0), { resume: true }),
  keepOne: async (trx, mandate, { at }) => endDuplicates(trx, await recordOf(trx, mandate), at),
  notifyPerson: (trx, mandate, { at }) => notifyFailureOnce(trx, mandate, at),
  notifyStaff: (trx, mandate, { at: now }) => notifyStaffOnce(trx, mandate, { about: 'expired', now }),
  webhooks: (trx, mandate, { at }) => announceStatus(trx, mandate, at),
  audit: (trx, { transactionId: reference }, { status, source, at }) => {
    const actor = source === 'visitor' || source === 'return' ? 'visitor' : 'system'
    return appendAudit(trx, { action: 'settle', actor, reference, detail: { status, source } }, at)
  },
}

/** Notifies webhooks that a record's mandate was set up or failed. */
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

async function notifyFailureOnce(
  trx: Db,
  { id: mandateId, executiveId, failureNotifiedAt }: Mandate,
  now: number,
): Promise<void> {
  if (executiveId === null || failureNotifiedAt !== null) return
  if (!(await markNotified(trx, mandateId, { column: 'failure_notified_at', now }))) return
  await enqueue(trx, notifyFailure, [{ payload: { executiveId, mandateId }, now }])
}

/** Tells a person that their mandate failed; dropped if it was set up after all, or replaced. */
export const notifyFailure = mailToPerson({
  name: 'registrations.notify-failure',
  record: 'executiveId',
  payload: z.object({ executiveId: z.string(), mandateId: z.string() }),
  write: async ({ link, mail }, { executiveId, mandateId: id }, { app: { db, cipher } }) => {
    const mandate = await findMandate(db, cipher, { id })
    const isNamed = (await mandateOfRecord(db, executiveId)) === id
    if (!isNamed || !mandate || registrationStatus(mandate.status) !== 'Failed') return notWanted
    return mail('mandateFailed', { link: await link('mandateFailure') })
  },
})

/** Why staff should check a mandate. */
const concern = z.enum(['altered', 'unregistered', 'expired', 'second', 'ended'])
export type Concern = z.infer<typeof concern>

export const notifyStaff: JobKind<{ mandateId: string; about: Concern }> = {
  name: 'mandates.notify-staff',
  record: null,
  payload: z.object({ mandateId: z.string(), about: concern }),
  maxAttempts: 30,
}

/** Enqueues, in the caller's transaction, a mail that asks staff to check a mandate; once for each mandate. */
export async function notifyStaffOnce(
  trx: Db,
  { id: mandateId }: Mandate,
  { about, now }: { about: Concern; now: number },
): Promise<void> {
  if (!(await markNotified(trx, mandateId, { column: 'staff_notified_at', now }))) return
  await enqueue(trx, notifyStaff, [{ payload: { mandateId, about }, now }])
}

/** Leaves a person one of several active mandates. */
export const keepOneMandate: JobKind<{ executiveId: string }> = {
  name: 'mandates.keep-one',
  record: 'executiveId',
  payload: z.object({ executiveId: z.string() }),
  maxAttempts: 30,
}

/** Enqueues, in the caller's transaction, the job that leaves a person one of several active mandates. */
async function endDuplicates(trx: Db, executiveId: string | undefined, now: number): Promise<void> {
  if (executiveId === undefined || (await activeBeside(trx, executiveId)).length === 0) return
  await enqueue(trx, keepOneMandate, [{ payload: { executiveId }, now }])
}

/** Gives a live mandate to a person, in the caller's transaction; returns false if it is somebody else's or ended. */
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

class NotGiven extends Error {}

/** Attaches a live mandate to a record, unless the record has one that did not fail or this mandate failed. */
export async function attachMandate(
  { db, clock }: App,
  { mandateId, executiveId }: { mandateId: string; executiveId: string },
): Promise<'attached' | 'not failed' | 'not live'> {
  const now = clock.now()
  try {
    return await db.transaction().execute(async (trx) => {
      if (!(await replaceFailedMandate(trx, { executiveId, mandateId }))) return 'not failed'
      if (!(await giveMandate(trx, { id: mandateId, executiveId, now }))) throw new NotGiven()
      // The unsigned form names the mandate; for a signed agreement an annex does.
      await enqueueForm(trx, { executiveId, now })
      return 'attached'
    })
  } catch (error) {
    if (error instanceof NotGiven) return 'not live'
    throw error
  }
}

interface AppliedStatus {
  mandate: Mandate
  /** The gateway's current status; undefined if it does not know the transaction. */
  status: MandateStatus | undefined
  /** Whether the bank set up other terms than were requested; such a mandate is never recorded as a success. */
  altered: boolean
  /** Whether an event was recorded; the same answer from the same source is recorded once. */
  isNew: boolean
}

/** Records an answer of the gateway; if its terms differ from the requested ones, staff check them instead. */
export async function applyStatus(
  app: App,
  mandate: Mandate,
  { source, answer }: { source: MandateEvent['source']; answer: GatewayAnswer },
): Promise<AppliedStatus> {
  const { db, cipher, clock, log } = app
  const status = answer.state === 'unknown' ? undefined : answer.state
  if (!status) return { mandate, status, altered: false, isNew: false }
  // An erased mandate has no terms to compare.
  const terms = isLive(status) && mandate.wipedAt === null ? alteredTerms(mandate, answer) : []
  const altered = terms.length > 0
  const event = { mandateId: mandate.id, at: clock.now(), source, status, answer }
  // The gateway may return to an earlier status.
  const mayBeKnown = source !== 'asked' || altered || status === mandate.status
  if (mayBeKnown && (await hasEvent(db, cipher, event))) return { mandate, status, altered, isNew: false }
  if (!altered) return { mandate: await recordStatus(app, mandate, event), status, altered, isNew: true }
  log.warn({ mandate: mandate.id, altered: terms }, 'the gateway answered with other terms than were ordered')
  await db.transaction().execute(async (trx) => {
    await insertEvent(trx, cipher, event)
    await notifyStaffOnce(trx, mandate, { about: 'altered', now: event.at })
  })
  app.wakeWorker()
  return { mandate, status, altered, isNew: true }
}

export async function askGateway(
  app: App,
  mandate: Mandate,
): Promise<({ ok: true } & AppliedStatus) | { ok: false; failure: GatewayFailure }> {
  const { transactionId, consumerId, askedOn: date } = mandate
  const asked = await app.gateway.ask({ transactionId, consumerId, date })
  if (!asked.ok) return asked
  return { ok: true, ...(await applyStatus(app, mandate, { source: 'asked', answer: asked.answer })) }
}

/** Returns the refusal if the gateway cannot be asked; trying again later helps in each case. */
export function gatewayRefusal(failure: GatewayFailure): Refused {
  if (failure === 'timeout') return refused('provider_timeout')
  if (failure === 'circuit_open') return refused('unavailable', 'errorMessages.providerFailed')
  return refused('provider_failed')
}

/** Asks the gateway about a mandate on somebody's request; the audit log records who asked, and the result. */
export async function refreshMandate(
  app: App,
  mandate: Mandate,
  actor: string,
): ReturnType<typeof askGateway> {
  const asked = await askGateway(app, mandate)
  const outcome = asked.ok ? (asked.status ?? 'unknown') : asked.failure
  const entry = { action: 'refresh', reference: mandate.transactionId, actor, detail: { outcome } } as const
  await appendAudit(app.db, entry, app.clock.now())
  return asked
}

/** Returns a mandate's status from the gateway; only for the person who requested it or opened its record. */
export async function readMandateStatus(
  app: App,
  { id: sessionId, data }: Visitor,
  transactionId: string,
): Promise<MandateState> {
  const mandate = await findMandate(app.db, app.cipher, { transactionId })
  const isOpened = [mandate?.retryOf, mandate?.executiveId].some((id) => id && data.opened.includes(id))
  if (!mandate || (mandate.sessionId !== sessionId && !isOpened)) throw refused('not_found')
  if (isDecided(mandate, app.clock.now())) return stateOf(mandate)
  // A page asks for the status only after it has opened the bank's window.
  const opened =
    mandate.status === 'created'
      ? await recordStatus(app, mandate, { source: 'visitor', status: 'opened' })
      : mandate
  const asked = await askGateway(app, opened)
  // An unreadable answer decides nothing, so the page continues to wait.
  if (!asked.ok && asked.failure !== 'unreadable') throw gatewayRefusal(asked.failure)
  return stateOf(asked.ok ? asked.mandate : opened)
}

/** Returns a mandate with the field names of the registration's payload. */
function stateOf({ transactionId, status, regNo, responseCode, responseMessage }: Mandate): MandateState {
  return {
    ...{ transactionId, status, responseCode, responseMessage },
    mandateRegNo: regNo,
    responseStatus: responseStatus(status),
  }
}

/** Why a caller may use a transaction: their session requested it, or it is meant for their record. */
type Claim = { sessionId: string; holderIndex: string } | { recordId: string }

/** Returns the claimed mandate if it is the caller's, was requested with these terms, and is live at the gateway. */
export async function verifyWithGateway(
  app: App,
  claim: Claim,
  terms: Parameters<typeof otherTerms>[0],
): Promise<Mandate> {
  const { transactionId } = terms
  const mandate = await findMandate(app.db, app.cipher, { transactionId })
  const invalid = refused('invalid', 'gatewayMessages.invalid')
  if (!mandate || !isTheirs(mandate, claim) || mandate.executiveId !== null) throw invalid
  const errors = otherTerms(terms, mandate)
  if (errors.length > 0) throw refusedFields(errors)
  const asked = await askGateway(app, mandate)
  if (!asked.ok) throw gatewayRefusal(asked.failure)
  if (!asked.status) throw invalid
  const isGood = !asked.altered && isLive(asked.status) && isLive(asked.mandate.status)
  if (!isGood) throw refused('invalid', 'gatewayMessages.failed')
  return asked.mandate
}

function isTheirs(mandate: Mandate, claim: Claim): boolean {
  if ('recordId' in claim) return mandate.retryOf === claim.recordId
  return mandate.sessionId === claim.sessionId && mandate.holderIndex === claim.holderIndex
}
