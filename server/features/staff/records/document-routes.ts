import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { recordMessages } from '#contract/messages/staff-records.ts'
import { staffApi } from '#contract/paths.ts'
import { documentText } from '#contract/schemas/staff-records.ts'
import { staffErrors, staffOf } from '#server/features/staff/access/guard.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { sendError, sendErrorMessage } from '#server/platform/http/http-errors.ts'
import { type DocumentDeps, openDocument, openText } from './documents-service.ts'

const params = z.object({ id: z.string().check(z.maxLength(60)) })
const tags = ['Documents']

/** Documents that visitors sent: whoever opens one is noted, and a browser runs nothing of it. */
export function documentRoutes(app: ApiServer, deps: DocumentDeps): void {
  app.route({
    method: 'GET',
    url: `${staffApi}/documents/:id`,
    config: { operation: 'records.document' },
    schema: {
      ...{ summary: 'A document, which the audit log notes', tags, params },
      produces: ['application/octet-stream'],
      response: { 200: z.any(), ...staffErrors('not_found', 'invalid') },
    },
    async handler(request, reply) {
      const opened = await openDocument(deps, request.params.id, staffOf(request).id)
      if (!opened.ok) return refuse(reply, opened.why)
      const { bytes, contentType, fileName } = opened.value
      return reply
        .header('content-type', contentType)
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .header('content-security-policy', "sandbox; default-src 'none'")
        .header('x-content-type-options', 'nosniff')
        .send(bytes)
    },
  })
  app.route({
    method: 'GET',
    url: `${staffApi}/documents/:id/text`,
    config: { operation: 'records.document' },
    schema: {
      ...{ summary: 'The plain text of a DOCX, which the audit log notes', tags, params },
      response: { 200: documentText, ...staffErrors('not_found', 'invalid') },
    },
    async handler(request, reply) {
      const opened = await openText(deps, request.params.id, staffOf(request).id)
      return opened.ok ? reply.send(opened.value) : refuse(reply, opened.why)
    },
  })
}

function refuse(reply: FastifyReply, why: 'unknown' | 'unreadable') {
  if (why === 'unknown') return sendError(reply, 'not_found')
  return sendErrorMessage(reply, 'invalid', { text: recordMessages.unreadable })
}
