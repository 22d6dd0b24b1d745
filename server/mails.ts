import type { App } from './context.ts'
import * as careers from './features/careers/jobs.ts'
import { createNotifyInbox, notifyRest } from './features/digest/inbox-service.ts'
import { sendDigest } from './features/digest/jobs.ts'
import * as enquiries from './features/enquiries/jobs.ts'
import { clockJumpMail } from './features/health/jobs.ts'
import type { MailKind } from './features/mails/mail.ts'
import * as own from './features/my/jobs.ts'
import * as agreements from './features/onboarding/agreement/jobs.ts'
import { notifyBudget } from './features/onboarding/identity/code-limits.ts'
import { mandateMail } from './features/onboarding/mandate/jobs.ts'
import { notifyFailure } from './features/onboarding/mandate/service.ts'
import * as registrations from './features/onboarding/registration/jobs.ts'
import { notifyLink } from './features/staff/access/people-service.ts'
import { mailPerson } from './features/staff/records/mail-service.ts'
import { handle, type JobHandler, mailed } from './platform/jobs/job.ts'
import type { NotifyInbox } from './providers/mail/port.ts'

/** The table of mails: every mail that its own job sends, except the reminders. */
export const mails: readonly MailKind[] = [
  enquiries.notifyAgency,
  enquiries.notifyPerson,
  careers.notifyAgency,
  careers.notifyPerson,
  careers.notifyOwner,
  registrations.notifyPerson,
  registrations.notifyAgency,
  notifyFailure,
  registrations.notifyPaused,
  agreements.annexMail,
  agreements.agreementMail,
  mandateMail,
  own.notifyAgency,
  own.notifyWithdrawn,
  own.proveEmail,
  own.notifyEarlier,
  own.notifyPhone,
  own.notifyTakenBack,
  mailPerson,
  notifyLink,
  notifyBudget,
  notifyRest,
  sendDigest,
  clockJumpMail,
]

/** Returns the handlers of the mails. */
export function mailHandlers(app: App): JobHandler[] {
  const notifyInbox = createNotifyInbox(app)
  return mails.map((kind) => mailHandler(app, kind, notifyInbox))
}

/** Writes a mail and sends it. */
function mailHandler(app: App, kind: MailKind, notifyInbox: NotifyInbox): JobHandler {
  return handle(kind, async (payload, id) => {
    const written = await kind.write(app, payload, id)
    if ('done' in written) return written
    const { counted, ...mail } = written
    if (counted) return notifyInbox({ id, ...mail }, counted)
    const outcome = await app.mail.send({ id, to: app.config.agencyInbox, ...mail })
    return mailed(outcome, mail.to === undefined ? 'agency' : 'person')
  })
}
