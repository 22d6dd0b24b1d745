import type { App } from '#server/context.ts'
import * as z from 'zod/mini'
import { currentUse, giveBack, take, takeIn, type Use } from '#server/platform/limits/database-counters.ts'
import { ifLeft } from '#server/platform/limits/limit-reached.ts'
import { mailKind } from '#server/features/mails/mail.ts'
import { mailed } from '#server/platform/jobs/job.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { type NotifyInbox, unasked, type Unasked, type Mail } from '#server/providers/mail/port.ts'
import { staffPages } from '#contract/paths.ts'
import { inIndia } from '#server/platform/time-text.ts'
import type { Span } from './store.ts'

/** Tells the agency's inbox after a day how many records were not mailed one by one. Times are ISO instants. */
export const notifyRest = mailKind({
  name: 'digest.notify-rest',
  record: null,
  payload: z.object({ of: z.enum(unasked), since: z.string(), until: z.string() }),
  write: async (app, { of, since, until }) => {
    const span = { since: Date.parse(since), until: Date.parse(until) }
    const { count } = await currentUse(app, restOf({ of, until }))
    return restMail(span, { of, count, publicUrl: app.config.publicUrl })
  },
})

/** Mails records one by one until the day's budget is used up; one mail about the rest follows after the day. */
export function createNotifyInbox(app: App): NotifyInbox {
  const { agencyInbox: to } = app.config
  return async (mail, { of, createdAt }) => {
    const use = { rule: 'inbox_budget', key: of } as const
    const taken = await ifLeft(take(app, [use]))
    if (!taken) {
      const { endsAt } = await currentUse(app, use)
      await askForRest(app, { of, since: createdAt, until: endsAt })
      return { done: true }
    }
    const outcome = await app.mail.send({ ...mail, to })
    if (!outcome.sent) await giveBack(app.db, taken)
    return mailed(outcome, 'agency')
  }
}

/** Counts a day's records that are not mailed; stored for longer than the mail about them is retried. */
function restOf({ of, until }: { of: Unasked; until: string }): Use {
  return { rule: 'inbox_rest', key: `${of} ${until}` }
}

async function askForRest(
  app: App,
  { of, since, until }: { of: Unasked; since: number; until: number },
): Promise<void> {
  const payload = { of, since: new Date(since).toISOString(), until: new Date(until).toISOString() }
  const now = app.clock.now()
  await app.db.transaction().execute(async (trx) => {
    const { count } = await takeIn(trx, app, restOf(payload))
    if (count === 1) await enqueue(trx, notifyRest, [{ payload, now, runAt: until }])
  })
}

/** Returns the mail about records beyond a day's budget of mails. */
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
