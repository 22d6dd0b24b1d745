import { staffOpenapi } from '#contract/paths.ts'
import type { App } from '#server/context.ts'
import { type ApiServer, inScope } from '#server/platform/http/api-server.ts'
import { describeDesk } from '#server/platform/http/openapi.ts'
import { hostCookie } from '#server/platform/sessions/cookie.ts'
import { passkeyHandlers, signInHandlers } from './access/ceremonies-service.ts'
import { peopleHandlers } from './access/people-service.ts'
import { sessionHandlers } from './access/session-service.ts'
import { addDeskRoutes, guardDesk } from './desk-routes.ts'
import { mailHandlers } from './mails/service.ts'
import { privacyHandlers } from './privacy/service.ts'
import { changeHandlers } from './records/change-service.ts'
import { documentHandlers } from './records/documents-service.ts'
import { exportHandlers } from './records/export-service.ts'
import { recordHandlers } from './records/record-service.ts'
import { executiveHandlers } from './records/executive-service.ts'
import { findHandlers } from './records/find-service.ts'
import { todayHandlers } from './records/today-service.ts'
import { vacancyHandlers } from './vacancies/service.ts'
import { webhookHandlers } from './webhooks/service.ts'

/** Every call of the desk, in one scope behind its guard. */
export function staffRoutes(server: ApiServer, app: App): Promise<void> {
  return inScope(server, async (scope) => {
    guardDesk(scope, app)
    const cookie = hostCookie('staff', app.config)
    const document = await describeDesk(scope, { ...app.config, cookie })
    const permission = { config: { staff: { role: 'owner' as const } } }
    scope.get(staffOpenapi, { ...permission, schema: { hide: true } }, () => document())
    addDeskRoutes(scope, app, {
      ...signInHandlers(app),
      ...passkeyHandlers(app),
      ...sessionHandlers(app),
      ...peopleHandlers(app),
      ...todayHandlers(app),
      ...findHandlers(app),
      ...executiveHandlers(app),
      ...recordHandlers(app),
      ...changeHandlers(app),
      ...documentHandlers(app),
      ...exportHandlers(app),
      ...mailHandlers(app),
      ...privacyHandlers(app),
      ...vacancyHandlers(app),
      ...webhookHandlers(app),
    })
  })
}
