import { appendAudit } from '#server/platform/audit/log.ts'
import type { Db } from '#server/platform/db/client.ts'
import { handle, type JobHandler } from '#server/platform/jobs/job.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { attachMandate, askGateway, type BookingDeps } from './status-service.ts'
import { keepOneMandate, notifyStaff } from './jobs.ts'
import { activeBeside, markEnded } from './person-store.ts'
import { findMandate, mandateOfRecord } from './store.ts'

/**
 * Leaves a person one mandate where two tabs, or a repeated try, set up several: one takes the place of a record's that
 * failed, and any other is ended at the gateway once the record's is live. While that is under way nothing is decided:
 * its end has this looked at again.
 */
export function keepOneHandler(deps: BookingDeps): JobHandler {
  return handle(keepOneMandate, async ({ executiveId }) => {
    for (const { id, reg_no } of await activeBeside(deps.db, executiveId)) {
      if (await attachMandate(deps, { id, retry_of: executiveId })) continue
      if (!(await isBesideLive(deps, executiveId, id))) continue
      const failure = await end(deps, { id, mandateRegNo: reg_no })
      if (failure) return { done: false, failure }
    }
    return { done: true }
  })
}

/**
 * Whether the record has another mandate that is live. Somebody else may have made this very one the record's meanwhile;
 * one that is live is never replaced, so that what is true here stays true.
 */
async function isBesideLive({ db, cipher }: BookingDeps, executiveId: string, id: string): Promise<boolean> {
  const own = await mandateOfRecord(db, executiveId)
  if (own === undefined || own === id) return false
  return (await findMandate(db, cipher, { id: own }))?.status === 'active'
}

/** Ends one; why that has to be tried again, or nothing. What the gateway refuses to end is for staff to see to. */
async function end(
  deps: BookingDeps,
  { id, mandateRegNo }: { id: string; mandateRegNo: string },
): Promise<string | undefined> {
  const said = mandateRegNo ? await deps.gateway.end({ mandateRegNo }) : { ok: true as const, ended: false }
  if (!said.ok) return `gateway: ${said.failure}`
  const isEnded = said.ended || (await wasEnded(deps, id))
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (trx) => {
    if (isEnded) await markEnded(trx, id, now)
    await enqueue(trx, notifyStaff, [
      { payload: { mandateId: id, about: isEnded ? 'ended' : 'second' }, now },
    ])
    if (isEnded) await noteEnd(trx, deps, id)
  })
  deps.wakeWorker()
  return undefined
}

/** Whether it is no longer live there: a process may have ended between the gateway's answer and our book. */
async function wasEnded(deps: BookingDeps, id: string): Promise<boolean> {
  const mandate = await findMandate(deps.db, deps.cipher, { id })
  const asked = mandate && (await askGateway(deps, mandate))
  return asked?.ok === true && (asked.told === 'failed' || asked.told === 'aborted')
}

async function noteEnd(trx: Db, { clock, cipher }: BookingDeps, id: string): Promise<void> {
  const reference = (await findMandate(trx, cipher, { id }))?.transaction_id ?? null
  const detail = { status: 'ended', source: 'system' }
  await appendAudit(trx, { action: 'settle', actor: 'system', reference, detail }, clock.now())
}
