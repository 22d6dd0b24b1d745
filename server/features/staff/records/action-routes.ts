import * as z from 'zod/mini'
import { documentText, recordDetail, reference } from '#contract/schemas/staff-records.ts'
import { replaceLink } from '#server/features/onboarding/links/service.ts'
import { refreshMandate } from '#server/features/onboarding/mandate/service.ts'
import { gatewayError, type StatusDeps } from '#server/features/onboarding/mandate/service.ts'
import { Refused, refused } from '#server/features/staff/desk-rules.ts'
import { type LimitedDeps, limitMails, limitShown } from '#server/features/staff/desk-limits.ts'
import { byId, deskRoutes } from '#server/features/staff/desk-routes.ts'
import type { ApiServer } from '#server/platform/http/api-server.ts'
import { retryJob } from '#server/platform/jobs/store.ts'
import { addToTimeline } from './change-service.ts'
import { type DocumentDeps, openDocument, openText } from './documents-service.ts'
import { findByReference } from './read-store.ts'
import { mandateOf, readDetail } from './record-service.ts'

type ActionDeps = StatusDeps & DocumentDeps & LimitedDeps

const byReference = z.object({ reference })
const gone = refused('not_found')

/** What staff open, and what they have the server do: send a link again, ask the gateway, retry a job that was given up. */
export function actionRoutes(app: ApiServer, deps: ActionDeps): void {
  documentRoutes(app, deps)
  executiveRoutes(app, deps)
  deskRoutes(app, 'Actions')('POST /jobs/:id/retry', 'jobs.retry', {
    summary: 'Gives a job that was given up all its attempts again',
    params: byId,
    answer: z.object({ retried: z.literal(true) }),
    run: async ({ params, actor }) => {
      if (!(await retryJob(deps, params.id, actor))) return gone
      deps.wakeWorker()
      return { retried: true as const }
    },
  })
}

/** Documents that visitors sent: whoever opens one is noted, and a browser runs nothing of it. */
function documentRoutes(app: ApiServer, deps: DocumentDeps & LimitedDeps): void {
  const route = deskRoutes(app, 'Documents')
  route('GET /documents/:id', 'records.document', {
    summary: 'A document, which the audit log notes',
    params: byId,
    answer: z.any(),
    file: 'application/octet-stream',
    run: async ({ params, staff, reply }) => {
      const opening = { ...params, staffId: staff.id }
      const opened = await limitShown(deps, staff, () => openDocument(deps, opening))
      if (opened instanceof Refused) return opened
      reply
        .header('content-type', opened.contentType)
        .header('content-disposition', `attachment; filename="${opened.fileName}"`)
        .header('content-security-policy', "sandbox; default-src 'none'")
        .header('x-content-type-options', 'nosniff')
      return opened.bytes
    },
  })
  route('GET /documents/:id/text', 'records.document', {
    summary: 'The plain text of a DOCX, which the audit log notes',
    params: byId,
    answer: documentText,
    run: ({ params, staff }) =>
      limitShown(deps, staff, () => openText(deps, { ...params, staffId: staff.id })),
  })
}

function executiveRoutes(app: ApiServer, deps: ActionDeps): void {
  const route = deskRoutes(app, 'Actions')
  const kind = 'executives' as const
  route('POST /executives/:reference/link', 'records.link', {
    summary: 'Replaces the person’s link and mails the new one',
    params: byReference,
    answer: recordDetail,
    errors: ['rate_limited'],
    run: async ({ params, staff, actor }) => {
      const record = await findByReference(deps, { kind, ...params })
      if (!record) return gone
      const isReplaced = await limitMails(deps, record.id, () => replaceLink(deps, record.id, actor))
      if (isReplaced instanceof Refused) return isReplaced
      if (!isReplaced) return gone
      deps.wakeWorker()
      await addToTimeline(deps, record, { staffId: staff.id, kind: 'link', detail: {} })
      return (await readDetail(deps, { kind, ...params })) ?? gone
    },
  })
  route('POST /executives/:reference/mandate', 'mandates.refresh', {
    summary: 'Asks the gateway about the person’s mandate',
    params: byReference,
    answer: recordDetail,
    errors: ['provider_failed', 'provider_timeout'],
    run: async ({ params, staff, actor }) => {
      const record = await findByReference(deps, { kind, ...params })
      const mandate = record && (await mandateOf(deps, record))
      if (!mandate) return gone
      const asked = await refreshMandate(deps, mandate, actor)
      const outcome = asked.ok ? (asked.status ?? 'unknown') : asked.failure
      await addToTimeline(deps, record, { staffId: staff.id, kind: 'mandate', detail: { outcome } })
      if (!asked.ok) return new Refused(gatewayError(asked.failure))
      return (await readDetail(deps, { kind, ...params })) ?? gone
    },
  })
}
