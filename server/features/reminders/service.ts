import { isNightInIndia, type ReminderSubject, reminderSubjects } from '#contract/reminders.ts'
import type { App } from '#server/context.ts'
import { forEachItem } from '#server/platform/jobs/schedule.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import { holdRecords } from '#server/features/records/store.ts'
import { reminderJobs } from './jobs.ts'
import { dueReminders, insertReminder, kindOf, type Reminder, turnOff } from './store.ts'

/** Scheduled: enqueues the reminders that are due, except at night. */
export async function sendReminders(app: App, signal?: AbortSignal): Promise<void> {
  const { db, clock } = app
  const now = clock.now()
  if (isNightInIndia(now)) return
  for (const subject of reminderSubjects) {
    const due = await dueReminders(db, subject, now)
    const sweep = { log: app.log, name: 'record', idOf: ({ recordId }: Reminder) => recordId, signal }
    await forEachItem(due, sweep, (reminder) => remind(app, subject, { ...reminder, now }))
    if (due.length > 0) app.wakeWorker()
  }
}

/** Stores the reminder and its job in one commit; does nothing if the record was erased or another process was first. */
async function remind(
  { db }: App,
  subject: ReminderSubject,
  reminder: Reminder & { now: number },
): Promise<void> {
  const { recordId, subjectId, number, now } = reminder
  await db.transaction().execute(async (trx) => {
    if ((await holdRecords(trx, kindOf[subject], { ids: [recordId] })).length === 0) return
    if (!(await insertReminder(trx, subject, reminder))) return
    const payload = { recordId, subjectId, number: String(number) }
    await enqueue(trx, reminderJobs[subject], [{ payload, now }])
  })
}

/** Ends the reminders of the record whose link has this token; returns false if it opens none. */
export async function stopReminders(
  { db, cipher, clock, recordLinks }: App,
  token: string,
): Promise<boolean> {
  const id = await recordLinks.find(token)
  if (id === undefined) return false
  return db.transaction().execute((trx) => turnOff(trx, cipher, { id, now: clock.now() }))
}
