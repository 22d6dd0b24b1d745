import * as z from 'zod/mini'
import type { Db } from '#server/platform/db/client.ts'
import {
  countUse,
  countUses,
  refundUses,
  currentUse,
  type Use,
  type UseRule,
} from '#server/platform/limits/database-counters.ts'
import { handle, mailed, type JobHandler, type JobKind } from '#server/platform/jobs/job.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { type MailPort, type NotifyInbox, unasked, type Unasked } from '#server/providers/mail/port.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts'
import type { Counters } from '#server/platform/observability/metrics.ts'
import { restMail } from './mail.ts'

const DAY_MS = 24 * 60 * 60_000

/** Times are instants, ISO. */
const notifyRest: JobKind<{ of: Unasked; since: string; until: string }> = {
  name: 'digest.tell-rest',
  payload: z.object({ of: z.enum(unasked), since: z.string(), until: z.string() }),
  maxAttempts: 30,
}

interface InboxDeps {
  db: Db
  cipher: FieldCipher
  clock: Clock
  counters: Pick<Counters, 'limitRefused'>
  mail: MailPort
  inbox: string
  /** Mails of each kind in a day. */
  budget: number
}

export function createNotifyInbox(deps: InboxDeps): NotifyInbox {
  const rule: UseRule = { name: 'inbox_budget', points: deps.budget, windowMs: DAY_MS }
  return async (mail, { of, createdAt }) => {
    const counting = await countUses(deps, [{ rule, key: of }], deps.clock.now())
    if (!counting.allowed) {
      await askForRest(deps, { of, since: createdAt, until: counting.endsAt })
      return { done: true }
    }
    const outcome = await deps.mail.send({ ...mail, to: deps.inbox })
    if (!outcome.sent) await refundUses(deps.db, counting.uses)
    return mailed(outcome, 'agency')
  }
}

/** More than come in a day, and no more than the column of counts holds. */
const COUNTED_MOST = 1_000_000_000

/** Counts those of one day that are not mailed; kept for longer than the mail about them is tried. */
function restOf({ of, until }: { of: Unasked; until: string }): Use {
  const rule = { name: 'inbox_rest', points: COUNTED_MOST, windowMs: 31 * DAY_MS }
  return { rule, key: `${of} ${until}` }
}

async function askForRest(
  { db, cipher, clock }: InboxDeps,
  { of, since, until }: { of: Unasked; since: number; until: number },
): Promise<void> {
  const payload = { of, since: new Date(since).toISOString(), until: new Date(until).toISOString() }
  const now = clock.now()
  await db.transaction().execute(async (trx) => {
    const { count } = await countUse(trx, cipher, restOf(payload), now)
    if (count === 1) await enqueue(trx, notifyRest, [{ payload, now, runAt: until }])
  })
}

/** Mails how many were not mailed one by one, once the day is over. */
export function notifyRestHandler(
  deps: Omit<InboxDeps, 'budget' | 'counters'> & { publicUrl: string },
): JobHandler {
  return handle(notifyRest, async ({ of, since, until }, jobId) => {
    const span = { since: Date.parse(since), until: Date.parse(until) }
    const { count } = await currentUse(deps.db, deps.cipher, restOf({ of, until }), deps.clock.now())
    const words = restMail(span, { of, count, publicUrl: deps.publicUrl })
    const outcome = await deps.mail.send({ id: jobId, to: deps.inbox, ...words })
    return mailed(outcome, 'agency')
  })
}
