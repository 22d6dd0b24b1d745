import { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { recordMessages } from '#contract/messages/staff-timeline.ts'
import {
  EXPORT_ROWS_HEADER,
  exportRequest,
  savedView,
  savedViewRequest,
  savedViews,
  searchAnswer,
  searchRequest,
  todayAnswer,
} from '#contract/schemas/staff-records.ts'
import { type DeskDeps, refused } from '#server/features/staff/desk-rules.ts'
import type { LimitedDeps } from '#server/features/staff/desk-limits.ts'
import { byId, deskRoutes } from '#server/features/staff/desk-routes.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { countExport, exportCsv, exportQuery, noteExport } from './export-service.ts'
import { searchRecords } from './search-service.ts'
import { today, type TodayDeps } from './today-service.ts'
import { deleteView, insertView, listViews } from './views-store.ts'

/** What reaches over the lists: today's work, the search, the export, and saved filters. */
export function findRoutes(app: ApiServer, deps: TodayDeps & LimitedDeps): void {
  const route = deskRoutes(app, 'Records')
  route('GET /today', 'today.read', {
    summary: 'What waits for somebody, and thirty days in figures',
    answer: todayAnswer,
    run: () => today(deps),
  })
  route('POST /search', 'records.search', {
    summary:
      'Records by reference or words of a name; by e-mail or phone for recruiters, which the audit log notes',
    body: searchRequest,
    answer: searchAnswer,
    errors: ['rate_limited'],
    run: ({ body, staff }) => searchRecords(deps, body, staff),
  })
  route('POST /export', 'records.export', {
    summary: 'The filtered rows as one CSV; an answer that breaks off is begun anew',
    body: exportRequest,
    answer: z.any(),
    file: 'text/csv',
    run: async ({ body, staff, reply }) => {
      const query = exportQuery(body, staff.id)
      const rows = await countExport(deps, query)
      await noteExport(deps, query, rows)
      if (rows !== undefined) reply.header(EXPORT_ROWS_HEADER, rows)
      reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${query.kind}.csv"`)
      return Readable.from(exportCsv(deps, query, staff.sessionId))
    },
  })
  viewRoutes(app, deps)
}

function viewRoutes(app: ApiServer, deps: DeskDeps): void {
  const route = deskRoutes(app, 'Records')
  route('GET /views', 'me.views', {
    summary: 'Saved filters of one’s own',
    answer: savedViews,
    run: async ({ staff }) => ({ views: await listViews(deps, staff.id) }),
  })
  route('POST /views', 'me.views', {
    summary: 'Saves filters under a name',
    body: savedViewRequest,
    answer: savedView,
    status: 201,
    run: async ({ body, staff }) => {
      return (await insertView(deps, staff.id, body)) ?? refused('invalid', recordMessages.tooManyViews)
    },
  })
  route('DELETE /views/:id', 'me.views', {
    summary: 'Deletes saved filters of one’s own',
    params: byId,
    answer: savedViews,
    run: async ({ params, staff }) => {
      await deleteView(deps, staff.id, params.id)
      return { views: await listViews(deps, staff.id) }
    },
  })
}
