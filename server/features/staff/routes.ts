import type { ApiServer } from '#server/platform/http/api-server.ts'
import type { PrivacyDeps } from '#server/features/privacy/person.ts'
import { createChallenges } from './access/challenge-service.ts'
import { guardStaff } from './access/guard.ts'
import { relyingParty } from './access/passkey-service.ts'
import { accessRoutes, type AccessDeps } from './access/routes.ts'
import { createStaffSessions } from './access/session-service.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { type DeskStores } from './records/list-service.ts'
import { recordsRoutes } from './records/routes.ts'

type StaffAccessDeps = Omit<AccessDeps, 'party' | 'sessions' | 'challenges'> & {
  config: { agency: { name: string } }
}

/** Every call of the desk, in one scope behind its guard (staff.md parts 1 and 2). */
export async function staffRoutes(
  app: ApiServer,
  deps: StaffAccessDeps & PrivacyDeps & DeskStores,
): Promise<void> {
  const sessions = createStaffSessions(deps)
  const access = { ...deps, sessions, challenges: createChallenges(deps), party: relyingParty(deps.config) }
  await app.register(async (plain) => {
    const scope = plain as unknown as ApiServer
    guardStaff(scope, access)
    accessRoutes(scope, access)
    privacyRoutes(scope, deps)
    recordsRoutes(scope, deps)
  })
}
