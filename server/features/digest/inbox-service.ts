import type { App } from '#server/context.ts'
import * as z from 'zod/mini'
import {
  countUse,
  countUses,
  refundUses,
  currentUse,
  type Use,
  type UseRule,
} from '#server/platform/limits/database-counters.ts'
import { mailKind } from '#server/features/mails/jobs.ts'
import { mailed } from '#server/platform/jobs/job.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { type NotifyInbox, unasked, type Unasked, type Mail } from '#server/providers/mail/port.ts'
import { staffPages } from '#contract/paths.ts'
import { inIndia } from '#server/platform/time-text.ts'
import type { Span } from './store.ts'

const DAY_MS = 24 * 60 * 60_000

/** To the agency's inbox: how many were not mailed one by one, once the day is over. Times are instants, ISO. */
export const notifyRest = mailKind({
  name: 'digest.notify-rest',
  record: null,
  payload: z.object({ of: z.enum(unasked), since: z.string(), until: z.string() }),
  write: async ({ db, cipher, clock, config }, { of, since, until }) => {
    const span = { since: Date.parse(since), until: Date.parse(until) }
    const { count } = await currentUse(db, cipher, restOf({ of, until }), clock.now())
    return restMail(span, { of, count, publicUrl: config.publicUrl })
  },
})

/** Mails each of a kind one by one until the budget of a day is spent; what is left is told of when the day is over. */
export function createNotifyInbox(app: App): NotifyInbox {
  const { inboxDailyBudget, rateLimitScale, agencyInbox: to } = app.config
  const points = Math.max(1, Math.floor(inboxDailyBudget * rateLimitScale))
  const rule: UseRule = { name: 'inbox_budget', points, windowMs: DAY_MS }
  return async (mail, { of, createdAt }) => {
    const counting = await countUses(app, [{ rule, key: of }], app.clock.now())
    if (!counting.allowed) {
      await askForRest(app, { of, since: createdAt, until: counting.endsAt })
      return { done: true }
    }
    const outcome = await app.mail.send({ ...mail, to })
    if (!outcome.sent) await refundUses(app.db, counting.uses)
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
  { db, cipher, clock }: App,
  { of, since, until }: { of: Unasked; since: number; until: number },
): Promise<void> {
  const payload = { of, since: new Date(since).toISOString(), until: new Date(until).toISOString() }
  const now = clock.now()
  await db.transaction().execute(async (trx) => {
    const { count } = await countUse(trx, cipher, restOf(payload), now)
    if (count === 1) await enqueue(trx, notifyRest, [{ payload, now, runAt: until }])
  })
}

/** The words of what came in beyond the mails of a day. */
function restMail(
  { since, until }: Span,
  { of, count, publicUrl }: { of: 'enquiries' | 'applications'; count: number; publicUrl: string },
): Pick<Mail, 'subject' | 'text'> {
  return {
    subject: `${count} more ${of}, not mailed one by one`,
    text: [
      `From ${inIndia.format(since)} to ${inIndia.format(until)} IST more ${of} came in than are mailed one by one`,
      `in a day (INBOX_DAILY_BUDGET). These ${count} are at the desk like all others:`,
      `    ${publicUrl}${staffPages[of]}`,
    ].join('\n'),
  }
}
