import {
  attachMandate,
  askGateway,
  recordEvent,
  type BookingDeps,
  notifyStaffOnce,
} from './status-service.ts'
import { advance, GIVE_UP_MS, isDecided, nextAskMs, isLive, UNREGISTERED_MS, wasAltered } from './rules.ts'
import { answersOf } from './events-store.ts'
import { claimDue, type Mandate, setAskAt, unclaimed } from './store.ts'

/** Mandates asked about in one go; the others have their turn in the next. */
const ROUND = 50
/** Milliseconds after which another process may ask about a mandate that one has taken up and not booked. */
const LEASE_MS = 5 * 60_000

/** Asks the gateway about every mandate whose time has come, and gives up on those it had no word on for a week. */
export async function askPending(deps: BookingDeps): Promise<void> {
  const now = deps.clock.now()
  const due = await claimDue(deps.db, deps.cipher, { now, leaseMs: LEASE_MS, count: ROUND })
  for (const mandate of due) await askOnce(deps, mandate)
}

async function askOnce(deps: BookingDeps, mandate: Mandate): Promise<void> {
  const { db, clock } = deps
  const asked = await askGateway(deps, mandate)
  if (asked.ok && isDecided(asked.mandate, clock.now())) return setAskAt(db, mandate.id, null)
  // Whoever was not heard has given no answer to go by, however old the mandate is.
  const isOver = asked.ok && clock.now() - mandate.created_at >= GIVE_UP_MS
  // One that the bank set up on other terms is live: staff see to it, and nobody is asked to set up another beside it.
  const isLive = isOver && wasAltered(mandate, await answersOf(db, deps.cipher, mandate.id))
  if (isOver && !isLive) return giveUp(deps, asked.mandate)
  await setAskAt(db, mandate.id, clock.now() + nextAskMs(mandate.asks))
}

/** At once, or a process that ends half-way would leave a mandate that nobody asks about and nobody knows of. */
async function giveUp(deps: BookingDeps, { id, status }: Mandate): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (trx) => {
    await setAskAt(trx, id, null)
    const news = { source: 'clock', status: 'expired' } as const
    if (advance(status, news) !== 'expired') return
    const after = await recordEvent(trx, deps, { mandateId: id, at: now, ...news })
    // A try that the bank never took up concerns nobody.
    if (isLive(status) && after.status === 'expired') {
      await notifyStaffOnce(trx, after, { about: 'expired', now })
    }
  })
  deps.wakeWorker()
}

/** Sees to mandates that stand and belong to nobody: one meant to mend a record does, and of any other staff are told. */
export async function seeToUnclaimed(deps: BookingDeps): Promise<void> {
  const { db, cipher, clock } = deps
  const now = clock.now()
  const statuses = ['initiated', 'active'] as const
  const left = await unclaimed(db, cipher, { before: now - UNREGISTERED_MS, statuses, count: ROUND })
  for (const mandate of left) {
    if (await attachMandate(deps, mandate)) continue
    await db.transaction().execute((trx) => notifyStaffOnce(trx, mandate, { about: 'unregistered', now }))
  }
  if (left.length > 0) deps.wakeWorker()
}
