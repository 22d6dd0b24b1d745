import * as z from 'zod/mini'
import { isNightInIndia, reminderSpan, type ReminderSubject, reminderSubjects } from '#contract/reminders.ts'
import type { App } from '#server/context.ts'
import { handle, type JobHandler, type JobKind, mailed } from '#server/platform/jobs/job.ts'
import { type Person, personOf } from '#server/features/mails/mail.ts'
import { recordEventDetail } from '#server/features/records/timeline-store.ts'
import { insertReminder, isWaiting, type Reminder, takeBackReminder } from './store.ts'

type Payload = Record<'recordId' | 'subjectId' | 'number', string>

function reminderJob(subject: ReminderSubject): JobKind<Payload> {
  return {
    name: `reminders.${subject}`,
    record: 'recordId',
    payload: z.object({ recordId: z.string(), subjectId: z.string(), number: z.string() }),
    maxAttempts: 30,
  }
}

/** A kind of job for the mails of each subject. */
export const reminderJobs: Record<ReminderSubject, JobKind<Payload>> = {
  agreement: reminderJob('agreement'),
  mandate: reminderJob('mandate'),
  document: reminderJob('document'),
}

/**
 * Sends reminders. One that is no longer needed, or whose turn comes at night, is taken back; it is due again in the
 * morning, or never.
 */
export function reminderHandlers(app: App): JobHandler[] {
  return reminderSubjects.map((subject) =>
    handle(reminderJobs[subject], async ({ number, ...about }, jobId) => {
      const reminder = { ...about, number: Number(number) }
      if (!(await mayGo(app, subject, reminder))) {
        const takeBack = { ...reminder, jobId }
        await app.db.transaction().execute((trx) => takeBackReminder(trx, subject, takeBack))
        return { done: true }
      }
      const person = await personOf(app, about.recordId)
      const written = 'done' in person ? undefined : await writtenTo(app, subject, { person, ...about })
      if (!written) return { done: false, failure: 'record: unreadable', permanent: true }
      const outcome = await app.mail.send({ id: jobId, ...written })
      if (!outcome.sent && outcome.reason === 'refused') await endAll(app, subject, reminder)
      return mailed(outcome, 'person')
    }),
  )
}

async function mayGo({ db, clock }: App, subject: ReminderSubject, about: Reminder): Promise<boolean> {
  if (isNightInIndia(clock.now())) return false
  return isWaiting(db, subject, about)
}

/** Returns the reminder; undefined if the document that it would name is gone. */
async function writtenTo(
  app: App,
  subject: ReminderSubject,
  { person: { record, link, mail }, subjectId }: { person: Person; subjectId: string },
) {
  const stop = await link('reminders')
  if (subject === 'agreement') {
    const name = record.status === 'annex_open' ? 'remindAnnex' : 'remindAgreement'
    return mail(name, { link: await link('signAgreement'), stop })
  }
  if (subject === 'mandate') return mail('remindMandate', { link: await link('mandateFailure'), stop })
  const document = await documentOf(app, subjectId)
  if (document === undefined) return undefined
  return mail('remindDocument', { document, link: await link('own'), stop })
}

const asked = z.object({ document: z.string() })

/** Returns the requested document, from the entry of the request's mail in the timeline. */
async function documentOf({ db, cipher }: App, eventId: string): Promise<string | undefined> {
  const detail = await recordEventDetail(db, cipher, eventId)
  return detail && asked.parse(JSON.parse(detail['blanks'] ?? '')).document
}

/** A refused address would be refused again, so no later reminder of this is sent. */
async function endAll({ db, clock }: App, subject: ReminderSubject, about: Reminder): Promise<void> {
  const last = { ...about, number: reminderSpan(subject).last, now: clock.now() }
  await insertReminder(db, subject, last)
}
