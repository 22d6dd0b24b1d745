import { staffOpenapi } from '#contract/paths.ts'
import type { App } from '#server/context.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { inScope } from '#server/platform/http/api-server.ts'
import { describeDesk } from '#server/platform/http/openapi.ts'
import { hostCookie } from '#server/platform/sessions/cookie.ts'
import { accessHandlers } from './access/routes.ts'
import { addDeskRoutes, guardDesk } from './desk-routes.ts'
import { mailHandlers } from './mails/routes.ts'
import { privacyHandlers } from './privacy/routes.ts'
import { recordHandlers } from './records/routes.ts'
import { webhookHandlers } from './webhooks/routes.ts'

/** Every call of the desk, in one scope behind its guard. */
export function staffRoutes(server: ApiServer, app: App): Promise<void> {
  return inScope(server, async (scope) => {
    guardDesk(scope, app)
    const cookie = hostCookie('staff', app.config)
    const document = await describeDesk(scope, { ...app.config, cookie })
    const permission = { config: { staff: { role: 'owner' as const } } }
    scope.get(staffOpenapi, { ...permission, schema: { hide: true } }, () => document())
    addDeskRoutes(scope, app, {
      ...accessHandlers(app),
      ...recordHandlers(app),
      ...mailHandlers(app),
      ...privacyHandlers(app),
      ...webhookHandlers(app),
    })
  })
}
