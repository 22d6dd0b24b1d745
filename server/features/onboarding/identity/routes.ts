import { onboardingSession } from '#contract/schemas/identity.ts'
import { api } from '#contract/paths.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { errorSchemas } from '#server/platform/http/http-errors.ts'
import type { Sessions } from '#server/platform/sessions/sessions.ts'
import { aadhaarRoutes } from './aadhaar-routes.ts'
import type { AadhaarDeps } from './aadhaar-service.ts'
import { mobileRoutes } from './mobile-routes.ts'
import { aadhaarLimits, smsLimits } from './code-limits.ts'
import type { CodeDeps } from './mobile-service.ts'
import { progressOf, type ProgressDeps } from './service.ts'

export interface IdentityDeps
  extends Omit<AadhaarDeps & CodeDeps, 'rules'>, Pick<ProgressDeps, 'links' | 'recordLinks'> {
  config: { rateLimitScale: number; aadhaarDailyBudget: number; smsDailyBudget: number }
  sessions: Sessions
}

/** The calls that verify who a visitor is, and the one that returns their progress to a page that was loaded again. */
export function identityRoutes(app: ApiServer, deps: IdentityDeps): void {
  const { sessions, config, links, recordLinks } = deps
  const aadhaar = { ...deps, rules: aadhaarLimits(config.rateLimitScale, config.aadhaarDailyBudget) }
  const mobile = { ...deps, rules: smsLimits(config.rateLimitScale, config.smsDailyBudget) }
  aadhaarRoutes(app, aadhaar)
  mobileRoutes(app, mobile)
  app.route({
    method: 'GET',
    url: api.onboardingSession,
    schema: {
      summary: 'What is verified so far, for a page that was loaded again',
      tags: ['Identity'],
      response: { 200: onboardingSession, ...errorSchemas('internal', 'unavailable') },
    },
    async handler(request) {
      const visitor = await sessions.read(request)
      const data = await progressOf({ aadhaar, mobile, sessions, links, recordLinks }, visitor)
      return { message: 'What is verified so far.', data }
    },
  })
}
