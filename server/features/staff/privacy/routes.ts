import {
  auditList,
  auditQuery,
  auditVerification,
  auditVerificationQuery,
  erasureDone,
  erasurePreview,
  erasureRequest,
  personNamed,
  personRecords,
  retentionPreview,
  subjectFile,
} from '#contract/schemas/staff-privacy.ts'
import type { PrivacyDeps } from '#server/features/privacy/person.ts'
import { countAllExpired } from '#server/features/privacy/retention.ts'
import type { LimitedDeps } from '#server/features/staff/desk-limits.ts'
import { Refused, refused } from '#server/features/staff/desk-rules.ts'
import { deskRoutes } from '#server/features/staff/desk-routes.ts'
import type { AuditVerifier } from '#server/platform/audit/verifier.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { auditPage, eraseShown, personRecordsOf, previewErasure, subjectData } from './service.ts'

type PrivacyRouteDeps = PrivacyDeps & LimitedDeps & { audit: AuditVerifier }

/** The owners' calls for people's requests, the periods and the audit log. */
export function privacyRoutes(app: ApiServer, deps: PrivacyRouteDeps): void {
  personRoutes(app, deps)
  reviewRoutes(app, deps)
}

function personRoutes(app: ApiServer, deps: PrivacyDeps & LimitedDeps): void {
  const route = deskRoutes(app, 'Privacy')
  route('POST /privacy/records', 'privacy.subject', {
    summary:
      'The record that a reference names, and what shares its e-mail or phone; the audit log notes a search by these',
    body: personNamed,
    answer: personRecords,
    errors: ['not_found', 'rate_limited'],
    run: ({ body, staff }) => personRecordsOf(deps, body, staff),
  })
  route('POST /privacy/subject', 'privacy.subject', {
    summary: 'Everything that is held about a person, as one file',
    body: personNamed,
    answer: subjectFile,
    errors: ['not_found', 'changed_meanwhile'],
    run: async ({ body, actor, reply }) => {
      const held = await subjectData(deps, body, actor)
      if (held instanceof Refused) return held
      reply.header('content-disposition', 'attachment; filename="subject.json"')
      return held
    },
  })
  route('POST /privacy/erasure/preview', 'privacy.erase', {
    summary: 'What erasing a person would delete',
    body: personNamed,
    answer: erasurePreview,
    errors: ['not_found', 'changed_meanwhile'],
    run: ({ body }) => previewErasure(deps, body),
  })
  route('POST /privacy/erasure', 'privacy.erase', {
    summary: 'Erase a person, if that deletes what was shown',
    body: erasureRequest,
    answer: erasureDone,
    errors: ['not_found', 'changed_meanwhile'],
    run: ({ body, actor }) => eraseShown(deps, body, actor),
  })
}

function reviewRoutes(app: ApiServer, deps: PrivacyRouteDeps): void {
  const route = deskRoutes(app, 'Privacy')
  route('GET /privacy/retention', 'privacy.retention', {
    summary: 'How much is past its period and is deleted next',
    answer: retentionPreview,
    run: async () => {
      const counts = Object.entries(await countAllExpired(deps))
      return { periods: counts.map(([name, count]) => ({ name, count })) }
    },
  })
  route('GET /privacy/audit', 'audit.read', {
    summary: 'The audit log, the newest entry first',
    query: auditQuery,
    answer: auditList,
    run: ({ query }) => auditPage(deps, query.before),
  })
  route('GET /privacy/audit/verification', 'audit.read', {
    summary: 'Whether the audit log is whole, from where it was verified last or all of it',
    query: auditVerificationQuery,
    answer: auditVerification,
    run: async ({ query }) => {
      const found = await deps.audit.verify(query.all === 'true')
      if (!found) return refused('unavailable')
      if (!found.whole) return { whole: false, entries: 0, checked: 0, lastHash: '', fault: found.words }
      const { entries, checked, lastHash } = found
      return { whole: true, entries, checked, lastHash, fault: null }
    },
  })
}
