import { appendAudit } from '#server/platform/audit/log.ts'
import { lastSeen } from '#server/platform/clock-watch.ts'
import type { Db } from '#server/platform/db/client.ts'
import { holdExecutive } from '#server/platform/db/records.ts'
import { handle, mailed, type JobHandler } from '#server/platform/jobs/job.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import type { MailPort } from '#server/providers/mail/port.ts'
import { answersOf } from './events-store.ts'
import {
  advance,
  GIVE_UP_MS,
  isDecided,
  isLive,
  LEASE_MS,
  LONGEST_POLL_MS,
  nextPollMs,
  POLL_BATCH,
  UNREGISTERED_MS,
} from './status-rules.ts'
import { mandateMail, notifyStaff } from './mail.ts'
import { activeBeside, mandateOfRecord, referenceOf } from './mandate-holder-store.ts'
import {
  askGateway,
  attachMandate,
  keepOneMandate,
  notifyStaffOnce,
  recordEvent,
  type StatusDeps,
} from './status-service.ts'
import {
  type Batch,
  claimDue,
  findMandate,
  type Mandate,
  markEnded,
  setNextPoll,
  unclaimed,
} from './store.ts'
import { wasAltered } from './terms-rules.ts'

/** Scheduled: asks the gateway about every mandate that is due, and looks after live ones that nobody registered with. */
export async function pollMandates(deps: StatusDeps, signal?: AbortSignal): Promise<void> {
  const { db, cipher, clock, log } = deps
  const unreadable = (mandate: string) =>
    log.error({ mandate }, 'a mandate cannot be decrypted: it is not looked after')
  const batch = { count: POLL_BATCH, unreadable }
  const due = await claimDue(db, cipher, {
    ...batch,
    ...{ now: clock.now(), leaseMs: LEASE_MS, longestMs: LONGEST_POLL_MS },
  })
  for (const mandate of due) {
    // The others are due again once their lease has passed, and so is one that fails.
    if (signal?.aborted) return
    await poll(deps, mandate).catch((err: unknown) =>
      log.error({ err, mandate: mandate.id }, 'a mandate could not be polled'),
    )
  }
  await handleUnclaimed(deps, batch)
}

async function poll(deps: StatusDeps, mandate: Mandate): Promise<void> {
  const { db, cipher, clock } = deps
  const asked = await askGateway(deps, mandate)
  if (asked.ok && isDecided(asked.mandate, clock.now())) return setNextPoll(db, mandate.id, null)
  // A gateway that did not answer has not said that it knows nothing, however old the mandate is.
  const isOld = asked.ok && clock.now() - mandate.createdAt >= GIVE_UP_MS
  // By a wrong clock every mandate would be over, and its person asked to set up another.
  const isOver = isOld && !(await lastSeen(db))?.jump
  // One with altered terms is live: staff look at it, and nobody is asked to set up another beside it.
  if (isOver && !wasAltered(mandate, await answersOf(db, cipher, mandate.id)))
    return giveUp(deps, asked.mandate)
  await setNextPoll(db, mandate.id, clock.now() + nextPollMs(mandate.asks))
}

/** One transaction, or a process that ends half-way would leave a mandate that is neither polled nor expired. */
async function giveUp(deps: StatusDeps, { id, status }: Mandate): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (trx) => {
    await holdExecutive(trx, { mandateId: id })
    await setNextPoll(trx, id, null)
    const change = { source: 'clock', status: 'expired' } as const
    if (advance(status, change) !== 'expired') return
    const after = await recordEvent(trx, deps, { mandateId: id, at: now, ...change })
    // An attempt that the bank never accepted concerns nobody.
    if (isLive(status) && after.status === 'expired') {
      await notifyStaffOnce(trx, after, { about: 'expired', now })
    }
  })
  deps.wakeWorker()
}

/** Attaches live mandates without a registration to the record they were meant for, and notifies staff of the others. */
async function handleUnclaimed(deps: StatusDeps, batch: Batch): Promise<void> {
  const { db, cipher, clock } = deps
  const now = clock.now()
  const found = await unclaimed(db, cipher, { ...batch, before: now - UNREGISTERED_MS })
  for (const mandate of found) {
    const { id: mandateId, retryOf: executiveId } = mandate
    if (executiveId !== null && (await attachMandate(deps, { mandateId, executiveId })) === 'attached')
      continue
    await db.transaction().execute((trx) => notifyStaffOnce(trx, mandate, { about: 'unregistered', now }))
  }
  if (found.length > 0) deps.wakeWorker()
}

/** Mails staff about a mandate that needs a person; one that somebody registered with meanwhile does not. */
export function notifyStaffHandler({
  db,
  cipher,
  mail,
  inbox,
  publicUrl,
}: Pick<StatusDeps, 'db' | 'cipher'> & { mail: MailPort; inbox: string; publicUrl: string }): JobHandler {
  return handle(notifyStaff, async ({ mandateId, about }, id) => {
    const mandate = await findMandate(db, cipher, { id: mandateId })
    const isRegistered = about === 'unregistered' && mandate?.executiveId
    if (!mandate || isRegistered) return { done: true }
    const record = await referenceOf(db, mandate)
    const outcome = await mail.send({ id, to: inbox, ...mandateMail(mandate, { about, record, publicUrl }) })
    return mailed(outcome, 'agency')
  })
}

/**
 * Leaves a person one mandate where two tabs, or a repeated attempt, set up several: one replaces a record's failed one,
 * and the others are ended at the gateway once the record's is active. While that one is in progress nothing is decided:
 * its end enqueues this again.
 */
export function keepOneHandler(deps: StatusDeps): JobHandler {
  return handle(keepOneMandate, async ({ executiveId }) => {
    for (const { id: mandateId, regNo } of await activeBeside(deps.db, executiveId)) {
      if ((await attachMandate(deps, { mandateId, executiveId })) === 'attached') continue
      if (!(await isBesideActive(deps, executiveId, mandateId))) continue
      const failure = await end(deps, mandateId, regNo)
      if (failure) return { done: false, failure }
    }
    return { done: true }
  })
}

/** Whether the record has another mandate that is active. An active one is never replaced, so this stays true. */
async function isBesideActive({ db, cipher }: StatusDeps, executiveId: string, id: string): Promise<boolean> {
  const own = await mandateOfRecord(db, executiveId)
  if (own === undefined || own === id) return false
  return (await findMandate(db, cipher, { id: own }))?.status === 'active'
}

/** Ends a mandate; returns why that has to be retried. One that the gateway refuses to end is for staff to see to. */
async function end(deps: StatusDeps, mandateId: string, mandateRegNo: string): Promise<string | undefined> {
  const answer = mandateRegNo ? await deps.gateway.end({ mandateRegNo }) : { ok: true as const, ended: false }
  if (!answer.ok) return `gateway: ${answer.failure}`
  const isEnded = answer.ended || (await wasEnded(deps, mandateId))
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (trx) => {
    const about = isEnded ? 'ended' : 'second'
    await enqueue(trx, notifyStaff, [{ payload: { mandateId, about }, now }])
    if (isEnded) await recordEnd(trx, deps, { mandateId, now })
  })
  deps.wakeWorker()
  return undefined
}

/** Whether the gateway has ended it already: a process may end between the gateway's answer and our record of it. */
async function wasEnded(deps: StatusDeps, id: string): Promise<boolean> {
  const mandate = await findMandate(deps.db, deps.cipher, { id })
  const asked = mandate && (await askGateway(deps, mandate))
  return asked?.ok === true && (asked.status === 'failed' || asked.status === 'aborted')
}

async function recordEnd(
  trx: Db,
  { cipher }: StatusDeps,
  { mandateId: id, now }: { mandateId: string; now: number },
): Promise<void> {
  await markEnded(trx, id, now)
  const reference = (await findMandate(trx, cipher, { id }))?.transactionId ?? null
  const detail = { status: 'ended', source: 'system' }
  await appendAudit(trx, { action: 'settle', actor: 'system', reference, detail }, now)
}
