import { type MandateStatus, registrationStatus } from '#contract/schemas/mandates.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import type { Db } from '#server/platform/db/client.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { GatewayAnswer, GatewayFailure, GatewayPort } from '#server/providers/gateway/port.ts'
import { keepOneMandate, notifyStaff } from './jobs.ts'
import {
  alteredTerms,
  isContradicted,
  isSettled,
  statusFrom,
  nextAskMs,
  replacedBy,
  isLive,
} from './rules.ts'
import { hasEvent, insertEvent, type MandateEvent } from './events-store.ts'
import { activeBeside, recordOf } from './person-store.ts'
import { askAt, findMandate, giveToExecutive, learn, type Mandate, markNotified } from './store.ts'

/** What mandates need of the records they belong to; handed in, since records are another feature's. */
export interface Records {
  /** The last of these records whose mandate failed, and how its holder is reached. */
  failedAmong(
    ids: readonly string[],
  ): Promise<{ id: string; phone: string; email: string; aadhaar_index: string } | undefined>
  /** Whether somebody with this number or this phone is registered. */
  isRegistered(person: { aadhaarIndex: string; phone: string }): Promise<boolean>
  /** Asks, in the caller's transaction, that a person be told that their mandate failed. */
  notifyFailure(trx: Db, failed: { executiveId: string; mandateId: string }): Promise<void>
  /** Puts another mandate in the place of one that failed; false when none had. */
  replaceFailed(trx: Db, wanted: { executiveId: string; mandateId: string }): Promise<boolean>
}

export interface BookingDeps {
  db: Db
  cipher: FieldCipher
  clock: Clock
  log: Log
  gateway: GatewayPort
  records: Records
  wakeWorker(): void
}

type News = Pick<MandateEvent, 'source' | 'status' | 'answer'>

/** Books what was learnt of a mandate: the event, and the status if that changes. Safe to repeat and to reorder. */
export async function recordStatus(deps: BookingDeps, mandate: Mandate, news: News): Promise<Mandate> {
  const after = await deps.db
    .transaction()
    .execute((trx) => recordEvent(trx, deps, { ...news, mandateId: mandate.id, at: deps.clock.now() }))
  deps.wakeWorker()
  return after
}

/** The same in the caller's transaction; the worker is to be woken after it. */
export async function recordEvent(trx: Db, deps: BookingDeps, learnt: MandateEvent): Promise<Mandate> {
  const { cipher } = deps
  await insertEvent(trx, cipher, learnt)
  const isNew = await learn(trx, learnt, replacedBy(learnt))
  const mandate = await findMandate(trx, cipher, { id: learnt.mandateId })
  if (!mandate) throw new Error('a mandate is missing after its event was recorded')
  const hasFailed = registrationStatus(mandate.status) === 'Failed'
  if (isContradicted(mandate.status, learnt)) await askAt(trx, mandate.id, learnt.at + nextAskMs(0))
  if (isNew && (hasFailed || mandate.status === 'active'))
    await lookForSecond(trx, await recordOf(trx, mandate), learnt.at)
  if (hasFailed) await notifyFailureOnce(deps, trx, mandate)
  if (isNew && isSettled(mandate.status)) await auditSettling(trx, mandate, learnt)
  return mandate
}

async function auditSettling(
  trx: Db,
  { transaction_id, status }: Mandate,
  learnt: MandateEvent,
): Promise<void> {
  const { source, at } = learnt
  const actor = source === 'visitor' || source === 'return' ? 'visitor' : 'system'
  await appendAudit(
    trx,
    { action: 'settle', actor, reference: transaction_id, detail: { status, source } },
    at,
  )
}

/** Has it seen to, in the caller's transaction, that a person who has a record keeps one mandate of several. */
export async function lookForSecond(trx: Db, executiveId: string | undefined, now: number): Promise<void> {
  if (executiveId === undefined || (await activeBeside(trx, executiveId)).length === 0) return
  await enqueue(trx, keepOneMandate, [{ payload: { executiveId }, now }])
}

async function notifyFailureOnce({ clock, records }: BookingDeps, trx: Db, mandate: Mandate): Promise<void> {
  const { id, executive_id: executiveId } = mandate
  if (executiveId === null || mandate.failure_told_at !== null) return
  if (!(await markNotified(trx, id, { who: 'failure_told_at', now: clock.now() }))) return
  await records.notifyFailure(trx, { executiveId, mandateId: id })
}

export interface AppliedStatus {
  mandate: Mandate
  /** What the gateway says now; nothing where it knows no such transaction. */
  told: MandateStatus | undefined
  /** Whether the bank set up something else than was asked for: that is never booked as a success. */
  altered: boolean
  /** Whether anything was booked: the same answer from the same source is written once. */
  isNew: boolean
}

/** Books an answer of the gateway's, unless it is of other terms than were asked for: those are for people to look at. */
export async function applyStatus(
  deps: BookingDeps,
  mandate: Mandate,
  { source, answer }: { source: MandateEvent['source']; answer: GatewayAnswer },
): Promise<AppliedStatus> {
  const { db, cipher, clock, log } = deps
  const status = statusFrom(answer)
  if (!status) return { mandate, told: status, altered: false, isNew: false }
  // Nothing is left to compare with once its holder was erased.
  const terms = isLive(status) && mandate.wiped_at === null ? alteredTerms(mandate, answer) : []
  const altered = terms.length > 0
  const learnt = { mandateId: mandate.id, at: clock.now(), source, status, answer }
  // What the gateway says now may be what it said before it said something else.
  const mayBeOld = source !== 'asked' || altered || status === mandate.status
  if (mayBeOld && (await hasEvent(db, cipher, learnt)))
    return { mandate, told: status, altered, isNew: false }
  if (!altered)
    return { mandate: await recordStatus(deps, mandate, learnt), told: status, altered, isNew: true }
  log.warn({ mandate: mandate.id, altered: terms }, 'the gateway answered with other terms than the order')
  await db.transaction().execute(async (trx) => {
    await insertEvent(trx, cipher, learnt)
    await notifyStaffOnce(trx, mandate, { about: 'altered', now: clock.now() })
  })
  deps.wakeWorker()
  return { mandate, told: status, altered, isNew: true }
}

/** Asks, in the caller's transaction and once a mandate, that staff look at it. */
export async function notifyStaffOnce(
  trx: Db,
  { id }: Mandate,
  { about, now }: { about: 'altered' | 'unregistered' | 'expired'; now: number },
): Promise<void> {
  if (!(await markNotified(trx, id, { who: 'staff_told_at', now }))) return
  await enqueue(trx, notifyStaff, [{ payload: { mandateId: id, about }, now }])
}

export type GatewayAsked = ({ ok: true } & AppliedStatus) | { ok: false; failure: GatewayFailure }

/** Asks the gateway how a mandate stands and books what it says. */
export async function askGateway(deps: BookingDeps, mandate: Mandate): Promise<GatewayAsked> {
  const asked = await deps.gateway.ask({
    transactionId: mandate.transaction_id,
    consumerId: mandate.consumer_id,
    date: mandate.asked_on,
  })
  if (!asked.ok) return asked
  return { ok: true, ...(await applyStatus(deps, mandate, { source: 'asked', answer: asked.answer })) }
}

class NotGiven extends Error {}

/**
 * Makes a try that stands the mandate of a record, of the one it was meant to mend unless another is named; false when
 * that has one that did not fail.
 */
export async function attachMandate(
  { db, clock, records }: BookingDeps,
  { id, retry_of }: Pick<Mandate, 'id' | 'retry_of'>,
  executiveId = retry_of,
): Promise<boolean> {
  if (executiveId === null) return false
  try {
    return await db.transaction().execute(async (trx) => {
      if (!(await records.replaceFailed(trx, { executiveId, mandateId: id }))) return false
      const statuses = ['initiated', 'active'] as const
      if (!(await giveToExecutive(trx, { id, executiveId, statuses }))) throw new NotGiven()
      await lookForSecond(trx, executiveId, clock.now())
      return true
    })
  } catch (error) {
    if (error instanceof NotGiven) return false
    throw error
  }
}
