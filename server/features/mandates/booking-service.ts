import { registrationStatus } from '#contract/mandates.ts'
import type { MandateStatus } from '#contract/mandates.ts'
import { appendAudit } from '#server/audit/log.ts'
import type { Db } from '#server/db/client.ts'
import { enqueue } from '#server/jobs/store.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Log } from '#server/lib/log.ts'
import type { Sealer } from '#server/lib/sealing.ts'
import type { GatewayAnswer, GatewayFailure, GatewayPort } from '#server/providers/gateway/port.ts'
import { tellStaff } from './jobs.ts'
import { alteredTerms, before, isDecided, isSettled, learntFrom, stands } from './rules.ts'
import { insertEvent } from './events-store.ts'
import type { Learnt } from './events-store.ts'
import { findMandate, giveToExecutive, learn, mandateOfRecord, markTold } from './store.ts'
import type { Mandate } from './store.ts'

/** What mandates need of the records they belong to; handed in, since records are another feature's. */
export interface Records {
  /** The last of these records whose mandate failed, and how its holder is reached. */
  failedAmong(ids: readonly string[]): Promise<{ id: string; phone: string; email: string } | undefined>
  /** Whether somebody with this number or this phone is registered. */
  isRegistered(person: { aadhaarIndex: string; phone: string }): Promise<boolean>
  /** Asks, in the caller's transaction, that a person be told that their mandate failed. */
  tellFailure(trx: Db, failed: { executiveId: string; mandateId: string }): Promise<void>
  /** Puts another mandate in the place of one that failed; false when none had. */
  replaceFailed(trx: Db, wanted: { executiveId: string; mandateId: string }): Promise<boolean>
}

export interface BookingDeps {
  db: Db
  sealer: Sealer
  clock: Clock
  log: Log
  gateway: GatewayPort
  records: Records
  wakeWorker(): void
}

type News = Pick<Learnt, 'source' | 'status' | 'answer'>

/** Books what was learnt of a mandate: the event, and the status if it goes forward. Safe to repeat and to reorder. */
export async function book(deps: BookingDeps, mandate: Mandate, news: News): Promise<Mandate> {
  const after = await deps.db
    .transaction()
    .execute((trx) => bookIn(trx, deps, { ...news, mandateId: mandate.id, at: deps.clock.now() }))
  deps.wakeWorker()
  return after
}

/** The same in the caller's transaction; the worker is to be woken after it. */
export async function bookIn(trx: Db, deps: BookingDeps, learnt: Learnt): Promise<Mandate> {
  const { sealer } = deps
  await insertEvent(trx, sealer, learnt)
  const isNew = await learn(trx, learnt, { from: before(learnt.status), decided: isDecided(learnt.status) })
  const mandate = await findMandate(trx, sealer, { id: learnt.mandateId })
  if (!mandate) throw new Error('a mandate that is booked is there')
  if (isNew && mandate.status === 'active') await tellOfSecond(trx, mandate, learnt.at)
  if (registrationStatus(mandate.status) === 'Failed') await tellFailureOnce(deps, trx, mandate)
  if (isNew && isSettled(mandate.status)) await auditSettling(trx, mandate, learnt)
  return mandate
}

async function auditSettling(trx: Db, { transaction_id, status }: Mandate, learnt: Learnt): Promise<void> {
  const { source, at } = learnt
  const actor = source === 'visitor' || source === 'return' ? 'visitor' : 'system'
  await appendAudit(
    trx,
    { action: 'settle', actor, reference: transaction_id, detail: { status, source } },
    at,
  )
}

/**
 * Tells staff of a mandate that succeeded late, when its record has gone on to another. A mandate becomes active once,
 * so this needs no mark, and a mail that told of its end does not keep this one back.
 */
async function tellOfSecond(trx: Db, mandate: Mandate, now: number): Promise<void> {
  if (mandate.executive_id === null) return
  if ((await mandateOfRecord(trx, mandate.executive_id)) === mandate.id) return
  await enqueue(trx, tellStaff, [{ payload: { mandateId: mandate.id, about: 'second' }, now }])
}

async function tellFailureOnce({ clock, records }: BookingDeps, trx: Db, mandate: Mandate): Promise<void> {
  const { id, executive_id: executiveId } = mandate
  if (executiveId === null || mandate.failure_told_at !== null) return
  if (!(await markTold(trx, id, { who: 'failure_told_at', now: clock.now() }))) return
  await records.tellFailure(trx, { executiveId, mandateId: id })
}

export interface Weighed {
  mandate: Mandate
  /** What the gateway says now; nothing where it knows no such transaction. */
  told: MandateStatus | undefined
  /** Whether the bank set up something else than was asked for: that is never booked as a success. */
  altered: boolean
}

/** Books an answer of the gateway's, unless it is of other terms than were asked for: those are for people to look at. */
export async function weigh(
  deps: BookingDeps,
  mandate: Mandate,
  { source, answer }: { source: Learnt['source']; answer: GatewayAnswer },
): Promise<Weighed> {
  const told = learntFrom(answer)
  if (!told) return { mandate, told, altered: false }
  // Nothing is left to compare with once its holder was erased.
  const altered = stands(told) && mandate.wiped_at === null ? alteredTerms(mandate, answer) : []
  if (altered.length === 0) {
    return { mandate: await book(deps, mandate, { source, status: told, answer }), told, altered: false }
  }
  const { db, sealer, clock, log } = deps
  log.warn({ mandate: mandate.id, altered }, 'the gateway tells of other terms than were asked for')
  await db.transaction().execute(async (trx) => {
    await insertEvent(trx, sealer, { mandateId: mandate.id, at: clock.now(), source, status: told, answer })
    await tellStaffOnce(trx, mandate, { about: 'altered', now: clock.now() })
  })
  deps.wakeWorker()
  return { mandate, told, altered: true }
}

/** Asks, in the caller's transaction and once a mandate, that staff look at it. */
export async function tellStaffOnce(
  trx: Db,
  { id }: Mandate,
  { about, now }: { about: 'altered' | 'unregistered' | 'expired'; now: number },
): Promise<void> {
  if (!(await markTold(trx, id, { who: 'staff_told_at', now }))) return
  await enqueue(trx, tellStaff, [{ payload: { mandateId: id, about }, now }])
}

export type AskedNow = ({ ok: true } & Weighed) | { ok: false; failure: GatewayFailure }

/** Asks the gateway how a mandate stands and books what it says. */
export async function askNow(deps: BookingDeps, mandate: Mandate): Promise<AskedNow> {
  const asked = await deps.gateway.ask({
    transactionId: mandate.transaction_id,
    consumerId: mandate.consumer_id,
    date: mandate.asked_on,
  })
  if (!asked.ok) return asked
  return { ok: true, ...(await weigh(deps, mandate, { source: 'asked', answer: asked.answer })) }
}

class NotGiven extends Error {}

/** Makes a try that stands the mandate of the record it was meant to mend; false when that has one that did not fail. */
export async function adopt({ db, records }: BookingDeps, mandate: Mandate): Promise<boolean> {
  const { id, retry_of: executiveId } = mandate
  if (executiveId === null) return false
  try {
    return await db.transaction().execute(async (trx) => {
      if (!(await records.replaceFailed(trx, { executiveId, mandateId: id }))) return false
      const statuses = ['initiated', 'active'] as const
      if (!(await giveToExecutive(trx, { id, executiveId, statuses }))) throw new NotGiven()
      return true
    })
  } catch (error) {
    if (error instanceof NotGiven) return false
    throw error
  }
}
