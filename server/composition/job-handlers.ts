import type { Config } from '#server/config/config.ts'
import * as careers from '#server/features/careers/jobs.ts'
import { createNotifyInbox, notifyRestHandler } from '#server/features/digest/inbox-service.ts'
import * as digest from '#server/features/digest/jobs.ts'
import * as enquiries from '#server/features/enquiries/jobs.ts'
import { notifyClockJumpHandler } from '#server/features/health/jobs.ts'
import { notifyBudgetHandler } from '#server/features/onboarding/identity/budget-limits.ts'
import { codeBudget } from '#server/features/onboarding/identity/jobs.ts'
import * as mandates from '#server/features/onboarding/mandate/jobs.ts'
import type { StatusDeps } from '#server/features/onboarding/mandate/service.ts'
import * as registrations from '#server/features/onboarding/registration/jobs.ts'
import { tellLinkHandler } from '#server/features/staff/access/mail.ts'
import { mailPersonHandler } from '#server/features/staff/mails/service.ts'
import { deliverWebhookHandler } from '#server/features/staff/webhooks/delivery-jobs.ts'
import { callProductHandler, type SandboxBank } from '#server/features/sandbox/bank-service.ts'
import type { RecordLinks } from '#server/platform/db/record-links.ts'
import type { PostPublicDeps } from '#server/platform/http-client/post-public.ts'
import type { JobHandler } from '#server/platform/jobs/job.ts'
import type { Counters } from '#server/platform/observability/metrics.ts'
import type { MailPort } from '#server/providers/mail/port.ts'

interface HandlerDeps extends StatusDeps {
  config: Config
  mail: MailPort
  counters: Counters
  recordLinks: RecordLinks
  sandboxBank: SandboxBank | undefined
  outbound: PostPublicDeps
}

/** The handlers of every kind of job but those of agreements. */
export function createJobHandlers(deps: HandlerDeps): JobHandler[] {
  const { agency, publicUrl, languages, agencyInbox: inbox, inboxDailyBudget, rateLimitScale } = deps.config
  const budget = Math.max(1, Math.floor(inboxDailyBudget * rateLimitScale))
  const mailDeps = { ...deps, inbox, publicUrl, languages }
  const forms = { ...mailDeps, notifyInbox: createNotifyInbox({ ...mailDeps, budget }) }
  return [
    enquiries.notifyAgencyHandler(forms),
    careers.notifyAgencyHandler(forms),
    careers.notifyOwnerHandler({ ...mailDeps, agency }),
    notifyRestHandler(mailDeps),
    notifyBudgetHandler(mailDeps),
    digest.sendDigestHandler({ ...mailDeps, codeBudget: () => codeBudget(deps) }),
    notifyClockJumpHandler(mailDeps),
    mandates.notifyStaffHandler(mailDeps),
    mandates.keepOneHandler(deps),
    ...registrations.registrationHandlers(mailDeps),
    deliverWebhookHandler(deps),
    tellLinkHandler(deps),
    mailPersonHandler({ ...mailDeps, agency }),
    ...(deps.sandboxBank ? [callProductHandler(deps.sandboxBank)] : []),
  ]
}
