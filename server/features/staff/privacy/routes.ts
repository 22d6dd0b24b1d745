import { staffApi } from '#contract/paths.ts'
import {
  auditList,
  auditQuery,
  auditVerification,
  erasureDone,
  erasurePreview,
  erasureRequest,
  personNamed,
  retentionPreview,
  subjectFile,
} from '#contract/schemas/staff-privacy.ts'
import type { PrivacyDeps } from '#server/features/privacy/person.ts'
import { countAllExpired } from '#server/features/privacy/retention.ts'
import { actorOf, staffErrors } from '#server/features/staff/access/guard.ts'
import { verifyAudit } from '#server/platform/audit/verify.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { sendHttpError } from '#server/platform/http/http-errors.ts'
import { auditPage, eraseShown, previewErasure, subjectData } from './service.ts'

const folder = `${staffApi}/privacy`
const tags = ['Privacy']

/** The owners' calls for people's requests, the periods and the audit log (staff.md part 3.7). */
export function privacyRoutes(app: ApiServer, deps: PrivacyDeps): void {
  subjectRoutes(app, deps)
  erasureRoutes(app, deps)
  auditRoutes(app, deps)
}

function subjectRoutes(app: ApiServer, deps: PrivacyDeps): void {
  app.route({
    method: 'POST',
    url: `${folder}/subject`,
    config: { operation: 'privacy.subject' },
    schema: {
      summary: 'Everything that is held about a person, as one file',
      tags,
      body: personNamed,
      response: { 200: subjectFile, ...staffErrors('invalid', 'not_found') },
    },
    async handler(request, reply) {
      const found = await subjectData(deps, request.body, actorOf(request))
      if (!found.ok) return sendHttpError(reply, found.refused)
      reply.header('content-disposition', 'attachment; filename="subject.json"')
      return reply.send(found.held as { exported_at: string })
    },
  })
  app.route({
    method: 'GET',
    url: `${folder}/retention`,
    config: { operation: 'privacy.retention' },
    schema: {
      summary: 'How much is past its period and is deleted next',
      tags,
      response: { 200: retentionPreview, ...staffErrors() },
    },
    async handler(_, reply) {
      const counts = Object.entries(await countAllExpired(deps))
      return reply.send({ periods: counts.map(([name, count]) => ({ name, count })) })
    },
  })
}

function erasureRoutes(app: ApiServer, deps: PrivacyDeps): void {
  const config = { operation: 'privacy.erase' } as const
  app.route({
    method: 'POST',
    url: `${folder}/erasure/preview`,
    config,
    schema: {
      summary: 'What erasing a person would delete',
      tags,
      body: personNamed,
      response: { 200: erasurePreview, ...staffErrors('invalid', 'not_found') },
    },
    async handler(request, reply) {
      const found = await previewErasure(deps, request.body)
      return found.ok ? reply.send(found.preview) : sendHttpError(reply, found.refused)
    },
  })
  app.route({
    method: 'POST',
    url: `${folder}/erasure`,
    config,
    schema: {
      summary: 'Erase a person, if that deletes what was shown',
      tags,
      body: erasureRequest,
      response: { 200: erasureDone, ...staffErrors('invalid', 'not_found', 'changed_meanwhile') },
    },
    async handler(request, reply) {
      const erased = await eraseShown(deps, request.body, actorOf(request))
      return erased.ok ? reply.send(erased) : sendHttpError(reply, erased.refused)
    },
  })
}

function auditRoutes(app: ApiServer, deps: PrivacyDeps): void {
  const config = { operation: 'audit.read' } as const
  app.route({
    method: 'GET',
    url: `${folder}/audit`,
    config,
    schema: {
      summary: 'The audit log, the newest entry first',
      tags,
      querystring: auditQuery,
      response: { 200: auditList, ...staffErrors('invalid') },
    },
    handler: async (request) => auditPage(deps, request.query.before),
  })
  app.route({
    method: 'GET',
    url: `${folder}/audit/verification`,
    config,
    schema: {
      summary: 'Whether the audit log is whole',
      tags,
      response: { 200: auditVerification, ...staffErrors() },
    },
    async handler(_, reply) {
      const found = await verifyAudit(deps.db)
      if (!found.whole) return reply.send({ whole: false, entries: 0, lastHash: '', fault: found.words })
      const { entries, lastHash } = found
      return reply.send({ whole: true, entries, lastHash, fault: null })
    },
  })
}
