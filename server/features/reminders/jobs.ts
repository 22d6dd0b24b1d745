import * as z from 'zod/mini'
import { addressIn } from '#contract/messages/languages.ts'
import { recordPages } from '#contract/paths.ts'
import { isNightInIndia, reminderSpan, type ReminderSubject, reminderSubjects } from '#contract/reminders.ts'
import type { App } from '#server/context.ts'
import { handle, type JobHandler, type JobKind, mailed } from '#server/platform/jobs/job.ts'
import { type PersonMail, personMail, replyToAgency } from '#server/platform/message-text.ts'
import { recordEventDetail } from '#server/features/records/timeline-store.ts'
import { contactOf, type DeskRecord, readRecords } from '#server/features/records/store.ts'
import { writtenIn } from '#server/platform/requested-language.ts'
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

/** The mail of a reminder, a kind of job for each subject. */
export const reminderJobs: Record<ReminderSubject, JobKind<Payload>> = {
  agreement: reminderJob('agreement'),
  mandate: reminderJob('mandate'),
  document: reminderJob('document'),
}

/** Sends reminders. What no longer waits, or came into the night, is taken back: it is due again in the morning, or never. */
export function reminderHandlers(app: App): JobHandler[] {
  return reminderSubjects.map((subject) =>
    handle(reminderJobs[subject], async ({ number, ...about }, jobId) => {
      const reminder = { ...about, number: Number(number) }
      if (!(await mayGo(app, subject, reminder))) {
        const takeBack = { ...reminder, jobId }
        await app.db.transaction().execute((trx) => takeBackReminder(trx, subject, takeBack))
        return { done: true }
      }
      const written = await writtenTo(app, subject, reminder)
      if (!written) return { done: false, failure: 'record: unreadable', permanent: true }
      const { agency } = app.config
      const replyTo = replyToAgency(agency, written.language)
      const outcome = await app.mail.send({ id: jobId, replyTo, ...written })
      if (!outcome.sent && outcome.reason === 'refused') await endAll(app, subject, reminder)
      return mailed(outcome, 'person')
    }),
  )
}

async function mayGo({ db, clock }: App, subject: ReminderSubject, about: Reminder): Promise<boolean> {
  if (isNightInIndia(clock.now())) return false
  return isWaiting(db, subject, about)
}

/** The mail to the record's person; undefined where the record does not decrypt, or what it would say is gone. */
async function writtenTo(
  app: App,
  subject: ReminderSubject,
  { recordId, subjectId }: Reminder,
): Promise<(PersonMail & { to: string }) | undefined> {
  const [record] = await readRecords(app, [recordId])
  if (!record?.personal) return undefined
  const { name, email: to } = contactOf(record)
  const language = writtenIn(record.language, app.config.languages)
  const stop = await linkTo(app, record, 'reminders')
  if (subject === 'agreement') {
    const link = await linkTo(app, record, 'signAgreement')
    const mail = record.status === 'annex_open' ? 'remindAnnex' : 'remindAgreement'
    return { to, ...personMail(mail, { name, link, stop }, language) }
  }
  if (subject === 'mandate') {
    const link = await linkTo(app, record, 'mandateFailure')
    return { to, ...personMail('remindMandate', { name, link, stop }, language) }
  }
  const document = await documentOf(app, subjectId)
  if (document === undefined) return undefined
  const link = await linkTo(app, record, 'own')
  return { to, ...personMail('remindDocument', { name, document, link, stop }, language) }
}

async function linkTo(
  { config, recordLinks }: App,
  { id, language }: DeskRecord,
  page: keyof typeof recordPages,
): Promise<string> {
  const address = addressIn(writtenIn(language, config.languages), recordPages[page])
  return config.publicUrl + address + (await recordLinks.tokenOf(id))
}

const asked = z.object({ document: z.string() })

/** What staff asked for, as their mail has it in the timeline. */
async function documentOf({ db, cipher }: App, eventId: string): Promise<string | undefined> {
  const detail = await recordEventDetail(db, cipher, eventId)
  return detail && asked.parse(JSON.parse(detail['blanks'] ?? '')).document
}

/** An address that was refused would be again: no later reminder of this goes. */
async function endAll({ db, clock }: App, subject: ReminderSubject, about: Reminder): Promise<void> {
  const last = { ...about, number: reminderSpan(subject).last, now: clock.now() }
  await insertReminder(db, subject, last)
}
