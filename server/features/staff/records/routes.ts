import type { ApiServer } from '#server/platform/http/api-server.ts'
import type { DeskStores } from './list-service.ts'
import { listRoutes } from './list-routes.ts'

/** Lists, records, search, today's work and the export. */
export function recordsRoutes(app: ApiServer, deps: DeskStores): void {
  listRoutes(app, deps)
}
