import * as z from 'zod/mini'
import type { Db } from '#server/platform/db/client.ts'
import { handle, mailed, type JobHandler, type JobKind } from '#server/platform/jobs/job.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { MailPort } from '#server/providers/mail/port.ts'
import { type CodeBudget, digestMail } from './mail.ts'
import { lastUntil, noteDigest, tallyOf } from './store.ts'

/** Times are instants, ISO. */
const sendDigest: JobKind<{ since: string; until: string }> = {
  name: 'digest.tell-staff',
  payload: z.object({ since: z.string(), until: z.string() }),
  maxAttempts: 30,
}

/**
 * Enqueues the digest once a day from `at` on (minutes after midnight in India); safe to call often and by many processes.
 * The first call only starts the series: no period has ended yet.
 */
export async function askForDigest({ db, clock }: { db: Db; clock: Clock }, at: number): Promise<void> {
  const now = clock.now()
  const until = lastTimeAt(at, now)
  await db.transaction().execute(async (trx) => {
    const since = await lastUntil(trx)
    if (since !== undefined && since >= until) return
    if (!(await noteDigest(trx, until)) || since === undefined) return
    const payload = { since: new Date(since).toISOString(), until: new Date(until).toISOString() }
    await enqueue(trx, sendDigest, [{ payload, now }])
  })
}

/** Mails a digest to the agency's inbox with the state of the records when it is sent. */
export function sendDigestHandler(deps: {
  db: Db
  mail: MailPort
  inbox: string
  publicUrl: string
  codeBudget(): Promise<CodeBudget>
}): JobHandler {
  return handle(sendDigest, async ({ since, until }, jobId) => {
    const span = { since: Date.parse(since), until: Date.parse(until) }
    const about = {
      counters: await tallyOf(deps.db, span),
      codes: await deps.codeBudget(),
      publicUrl: deps.publicUrl,
    }
    const outcome = await deps.mail.send({ id: jobId, to: deps.inbox, ...digestMail(span, about) })
    return mailed(outcome, 'agency')
  })
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** India is so far before UTC, all year. */
const INDIA_MS = 330 * MINUTE_MS

/** The last time, in milliseconds at or before `now`, that clocks in India showed `at` minutes after midnight. */
export function lastTimeAt(at: number, now: number): number {
  const after = at * MINUTE_MS - INDIA_MS
  return Math.floor((now - after) / DAY_MS) * DAY_MS + after
}
