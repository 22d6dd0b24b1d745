import type { StatusDeps } from '#server/features/onboarding/mandate/service.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { actionRoutes } from './action-routes.ts'
import { documentRoutes } from './document-routes.ts'
import type { DocumentDeps } from './documents-service.ts'
import { findRoutes } from './find-routes.ts'
import { listRoutes } from './list-routes.ts'
import { recordRoutes } from './record-routes.ts'
import type { TodayDeps } from './today-service.ts'

export type RecordsDeps = StatusDeps &
  DocumentDeps &
  Omit<TodayDeps, 'simulated'> & { config: ProviderConfig }

interface Provider {
  provider: string
}

interface ProviderConfig {
  mail: Provider
  aadhaar: Provider
  sms: Provider
  mandate: { gateway: Provider }
}

/** Lists, records, documents, search, today's work and the export. */
export function recordsRoutes(app: ApiServer, deps: RecordsDeps): void {
  listRoutes(app, deps)
  recordRoutes(app, deps)
  documentRoutes(app, deps)
  findRoutes(app, { ...deps, simulated: simulatedOf(deps.config) })
  actionRoutes(app, deps)
}

function simulatedOf({ mail, aadhaar, sms, mandate }: ProviderConfig): string[] {
  const providers = { mail, aadhaar, sms, gateway: mandate.gateway }
  return Object.entries(providers).flatMap(([name, { provider }]) => (provider === 'sandbox' ? [name] : []))
}
