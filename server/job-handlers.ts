import type { App } from './context.ts'
import * as agreements from './features/onboarding/agreement/jobs.ts'
import { keepOneHandler } from './features/onboarding/mandate/jobs.ts'
import { reminderHandlers } from './features/reminders/jobs.ts'
import { deliverWebhookHandler } from './features/staff/webhooks/service.ts'
import type { JobHandler } from './platform/jobs/job.ts'
import { mailHandlers } from './mails.ts'

export function jobHandlers(app: App): JobHandler[] {
  return [
    ...mailHandlers(app),
    ...agreements.documentHandlers(app),
    ...reminderHandlers(app),
    keepOneHandler(app),
    deliverWebhookHandler(app),
  ]
}
