import { codeBudget, notifyBudgetHandler } from '#server/features/onboarding/identity/code-limits.ts'
import { notifyStaffHandler } from '#server/features/onboarding/mandate/jobs.ts'
import type { App } from './context.ts'
import * as careers from './features/careers/jobs.ts'
import { createNotifyInbox, notifyRestHandler } from './features/digest/inbox-service.ts'
import * as digest from './features/digest/jobs.ts'
import * as enquiries from './features/enquiries/jobs.ts'
import { notifyClockJumpHandler } from './features/health/jobs.ts'
import { agreementHandlers } from './features/onboarding/agreement/jobs.ts'
import { keepOneHandler } from './features/onboarding/mandate/jobs.ts'
import * as own from './features/my/jobs.ts'
import * as registrations from './features/onboarding/registration/jobs.ts'
import { reminderHandlers } from './features/reminders/jobs.ts'
import { notifyLinkHandler } from './features/staff/access/people-service.ts'
import { mailPersonHandler } from './features/staff/mails/service.ts'
import { deliverWebhookHandler } from '#server/features/staff/webhooks/service.ts'
import { appliedFor, vacancyTitle } from './features/vacancies/service.ts'
import type { JobHandler } from './platform/jobs/job.ts'

/** The handlers of every kind of job. */
export function jobHandlers(app: App): JobHandler[] {
  const notifyInbox = createNotifyInbox(app)
  return [
    enquiries.notifyAgencyHandler(app, notifyInbox),
    enquiries.notifyPersonHandler(app),
    careers.notifyAgencyHandler(app, notifyInbox),
    careers.notifyPersonHandler(app, appliedFor),
    careers.notifyOwnerHandler(app, vacancyTitle),
    notifyRestHandler(app),
    notifyBudgetHandler(app),
    digest.sendDigestHandler(app, () => codeBudget(app)),
    notifyClockJumpHandler(app),
    notifyStaffHandler(app),
    keepOneHandler(app),
    ...registrations.registrationHandlers(app),
    ...agreementHandlers(app),
    deliverWebhookHandler(app),
    notifyLinkHandler(app),
    mailPersonHandler(app),
    own.notifyAgencyHandler(app),
    own.notifyWithdrawnHandler(app),
    own.proveEmailHandler(app),
    own.notifyEarlierHandler(app),
    own.notifyPhoneHandler(app),
    own.notifyTakenBackHandler(app),
    ...reminderHandlers(app),
  ]
}
