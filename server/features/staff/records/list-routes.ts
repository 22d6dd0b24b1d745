import * as z from 'zod/mini'
import { staffApi } from '#contract/paths.ts'
import { recordKind, recordList, recordListQuery } from '#contract/schemas/staff-records.ts'
import { staffErrors, staffOf } from '#server/features/staff/access/guard.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { sendError } from '#server/platform/http/http-errors.ts'
import { listRecords } from './list-service.ts'
import type { DeskStores } from './read-store.ts'

/** The three lists, by filters and page by page. */
export function listRoutes(app: ApiServer, deps: DeskStores): void {
  app.route({
    method: 'GET',
    url: `${staffApi}/records/:kind`,
    config: { operation: 'records.list' },
    schema: {
      summary: 'A page of a list, newest first; filters that are given hold all at once',
      tags: ['Records'],
      params: z.object({ kind: recordKind }),
      querystring: recordListQuery,
      response: { 200: recordList, ...staffErrors('invalid') },
    },
    async handler(request, reply) {
      const { after, ...filters } = request.query
      const query = { kind: request.params.kind, filters, staffId: staffOf(request).id }
      const list = await listRecords(deps, query, after)
      return list ? reply.send(list) : sendError(reply, 'invalid')
    },
  })
}
