import { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { recordMessages } from '#contract/messages/staff-records.ts'
import { staffApi } from '#contract/paths.ts'
import {
  EXPORT_ROWS_HEADER,
  exportRequest,
  savedView,
  savedViewRequest,
  savedViews,
  searchAnswer,
  searchQuery,
  todayAnswer,
} from '#contract/schemas/staff-records.ts'
import { staffErrors, staffOf } from '#server/features/staff/access/guard.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { sendError, sendErrorMessage } from '#server/platform/http/http-errors.ts'
import type { ChangeDeps } from './change-service.ts'
import { countExport, exportCsv, exportQuery, noteExport } from './export-service.ts'
import { searchRecords } from './search-service.ts'
import { today, type TodayDeps } from './today-service.ts'
import { deleteView, insertView, listViews } from './views-store.ts'

const tags = ['Records']

/** What reaches over the lists: today's work, the search, the export, and saved filters. */
export function findRoutes(app: ApiServer, deps: TodayDeps): void {
  app.route({
    method: 'GET',
    url: `${staffApi}/today`,
    config: { operation: 'today.read' },
    schema: {
      ...{ summary: 'What waits for somebody, and thirty days in figures', tags },
      response: { 200: todayAnswer, ...staffErrors() },
    },
    handler: async (_, reply) => reply.send(await today(deps)),
  })
  app.route({
    method: 'GET',
    url: `${staffApi}/search`,
    config: { operation: 'records.search' },
    schema: {
      ...{ summary: 'Records by reference, e-mail, phone or words of a name', tags },
      querystring: searchQuery,
      response: { 200: searchAnswer, ...staffErrors('invalid') },
    },
    async handler(request, reply) {
      const { q, after } = request.query
      const answer = await searchRecords(deps, q, after)
      return answer ? reply.send(answer) : sendError(reply, 'invalid')
    },
  })
  exportRoute(app, deps)
  viewRoutes(app, deps)
}

function exportRoute(app: ApiServer, deps: ChangeDeps): void {
  app.route({
    method: 'POST',
    url: `${staffApi}/export`,
    config: { operation: 'records.export' },
    schema: {
      summary: 'The filtered rows as one CSV; an answer that breaks off is begun anew',
      tags,
      body: exportRequest,
      produces: ['text/csv'],
      response: { 200: z.any(), ...staffErrors('invalid') },
    },
    async handler(request, reply) {
      const { id: staffId, sessionId } = staffOf(request)
      const query = exportQuery(request.body, staffId)
      const rows = await countExport(deps, query)
      await noteExport(deps, query, rows)
      if (rows !== undefined) reply.header(EXPORT_ROWS_HEADER, rows)
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${query.kind}.csv"`)
        .send(Readable.from(exportCsv(deps, query, sessionId)))
    },
  })
}

const url = `${staffApi}/views` as const

const config = { operation: 'me.views' } as const

function viewRoutes(app: ApiServer, deps: ChangeDeps): void {
  app.route({
    method: 'GET',
    url,
    config,
    schema: {
      ...{ summary: 'Saved filters of one’s own', tags },
      response: { 200: savedViews, ...staffErrors() },
    },
    handler: async (request, reply) => reply.send({ views: await listViews(deps, staffOf(request).id) }),
  })
  app.route({
    method: 'DELETE',
    url: `${url}/:id`,
    config,
    schema: {
      summary: 'Deletes saved filters of one’s own',
      tags,
      params: z.object({ id: z.string().check(z.maxLength(64)) }),
      response: { 200: savedViews, ...staffErrors() },
    },
    async handler(request, reply) {
      const { id } = staffOf(request)
      await deleteView(deps, id, request.params.id)
      return reply.send({ views: await listViews(deps, id) })
    },
  })
  newViewRoute(app, deps)
}

function newViewRoute(app: ApiServer, deps: ChangeDeps): void {
  app.route({
    method: 'POST',
    url,
    config,
    schema: {
      ...{ summary: 'Saves filters under a name', tags, body: savedViewRequest },
      response: { 201: savedView, ...staffErrors('invalid') },
    },
    async handler(request, reply) {
      const view = await insertView(deps, staffOf(request).id, request.body)
      if (view) return reply.code(201).send(view)
      return sendErrorMessage(reply, 'invalid', { text: recordMessages.tooManyViews })
    },
  })
}
