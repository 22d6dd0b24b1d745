import type { StatusDeps } from '#server/features/onboarding/mandate/service.ts'
import type { PrivacyDeps } from '#server/features/privacy/person.ts'
import { staffOpenapi } from '#contract/paths.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import type { AuditVerifier } from '#server/platform/audit/verifier.ts'
import { describeDesk } from '#server/platform/http/openapi.ts'
import type { LimitedDeps } from './desk-limits.ts'
import { guardStaff } from './access/guard.ts'
import { accessRoutes, type AccessDeps } from './access/routes.ts'
import { hostCookie } from './access/session-service.ts'
import { mailRoutes } from './mails/routes.ts'
import type { MailDeps } from './mails/service.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { actionRoutes } from './records/action-routes.ts'
import type { DocumentDeps } from './records/documents-service.ts'
import { findRoutes } from './records/find-routes.ts'
import { recordRoutes } from './records/record-routes.ts'
import type { TodayDeps } from './records/today-service.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import type { WebhookDeps } from './webhooks/service.ts'

type Settings = Pick<MailDeps & WebhookDeps, 'publicUrl' | 'agency' | 'languages'>
type StaffDeps = AccessDeps &
  PrivacyDeps &
  StatusDeps &
  DocumentDeps &
  TodayDeps &
  LimitedDeps & { audit: AuditVerifier } & Omit<MailDeps & WebhookDeps, keyof Settings> & { config: Settings }

/** Every call of the desk, in one scope behind its guard. */
export async function staffRoutes(app: ApiServer, deps: StaffDeps): Promise<void> {
  await app.register(async (plain) => {
    const scope = plain as unknown as ApiServer
    guardStaff(scope, deps)
    await documentRoute(scope, deps.config)
    accessRoutes(scope, deps)
    recordRoutes(scope, deps)
    actionRoutes(scope, deps)
    findRoutes(scope, deps)
    mailRoutes(scope, { ...deps, ...deps.config })
    privacyRoutes(scope, deps)
    webhookRoutes(scope, { ...deps, ...deps.config })
  })
}

/** The document of these calls, for owners. */
async function documentRoute(
  scope: ApiServer,
  config: { publicUrl: string; agency: { name: string } },
): Promise<void> {
  const document = await describeDesk(scope, { ...config, cookie: hostCookie('staff', config) })
  scope.get(staffOpenapi, { config: { operation: 'openapi.read' }, schema: { hide: true } }, () => document())
}
