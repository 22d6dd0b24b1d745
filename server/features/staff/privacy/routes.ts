import type { App } from '#server/context.ts'
import { countAllExpired } from '#server/features/privacy/retention.ts'
import { Refused, refused } from '#server/features/staff/desk-rules.ts'
import type { DeskHandlers } from '#server/features/staff/desk-routes.ts'
import {
  auditPage,
  endEverySession,
  endSessionsOf,
  eraseShown,
  personRecordsOf,
  previewErasure,
  subjectData,
} from './service.ts'

/** The owners' calls for people's requests, the periods and the audit log. */
export function privacyHandlers(app: App) {
  return {
    'privacy.records': ({ body, staff }) => personRecordsOf(app, body, staff),
    async 'privacy.subject'({ body, actor, reply }) {
      const held = await subjectData(app, body, actor)
      if (held instanceof Refused) return held
      reply.header('content-disposition', 'attachment; filename="subject.json"')
      return held
    },
    'privacy.previewErasure': ({ body }) => previewErasure(app, body),
    'privacy.erase': ({ body, actor }) => eraseShown(app, body, actor),
    'privacy.endSessions': ({ body, actor }) => endSessionsOf(app, body, actor),
    'privacy.endAllSessions': ({ actor }) => endEverySession(app, actor),
    async 'privacy.retention'() {
      const counts = Object.entries(await countAllExpired(app))
      return { periods: counts.map(([name, count]) => ({ name, count })) }
    },
    'audit.read': ({ query }) => auditPage(app, query.before),
    async 'audit.verify'({ query }) {
      const found = await app.audit.verify(query.all === 'true')
      if (!found) return refused('unavailable')
      if (!found.whole) return { whole: false, entries: 0, checked: 0, lastHash: '', fault: found.words }
      const { entries, checked, lastHash } = found
      return { whole: true, entries, checked, lastHash, fault: null }
    },
  } satisfies Partial<DeskHandlers>
}
