import type { ApiServer } from '#server/platform/http/api-server.ts'
import type { PrivacyDeps } from '#server/features/privacy/person.ts'
import { guardStaff } from './access/guard.ts'
import { accessRoutes, type AccessDeps } from './access/routes.ts'
import { type DeskStores } from './records/list-service.ts'
import { recordsRoutes } from './records/routes.ts'
import { createStaffSessions, type StaffSessionDeps } from './access/session-service.ts'
import { privacyRoutes } from './privacy/routes.ts'

/** Every call of the desk, in one scope behind its guard (staff.md parts 1 and 2). */
export async function staffRoutes(
  app: ApiServer,
  deps: StaffSessionDeps & AccessDeps & PrivacyDeps & DeskStores,
): Promise<void> {
  const sessions = createStaffSessions(deps)
  await app.register(async (plain) => {
    const scope = plain as unknown as ApiServer
    guardStaff(scope, { ...deps, sessions })
    accessRoutes(scope, deps)
    privacyRoutes(scope, deps)
    recordsRoutes(scope, deps)
  })
}
