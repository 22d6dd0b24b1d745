import type { App } from '#server/context.ts'
import { replaceLink } from '#server/features/onboarding/links/service.ts'
import { gatewayRefusal, refreshMandate } from '#server/features/onboarding/mandate/service.ts'
import { findMandate } from '#server/features/onboarding/mandate/store.ts'
import { limitMails } from '#server/features/staff/desk-limits.ts'
import { Refused, gone, type DeskHandlers } from '#server/features/staff/desk-rules.ts'
import { mandateOf, readDetail } from './record-service.ts'
import { findByReference } from './store.ts'
import { addToTimeline } from './timeline-service.ts'

/** What staff have the server do for an executive: send a link again, ask the gateway. */
export function executiveHandlers(app: App) {
  const kind = 'executives' as const
  return {
    async 'records.link'({ params, staff, actor }) {
      const record = await findByReference(app, { kind, ...params })
      if (!record) return gone
      const isReplaced = await limitMails(app, record.id, () => replaceLink(app, record.id, actor))
      if (isReplaced instanceof Refused) return isReplaced
      if (!isReplaced) return gone
      app.wakeWorker()
      await addToTimeline(app, record, { staffId: staff.id, kind: 'link', detail: {} })
      return (await readDetail(app, { kind, ...params })) ?? gone
    },
    async 'mandates.refresh'({ params, staff, actor }) {
      const record = await findByReference(app, { kind, ...params })
      const mandate = record && (await mandateOf(app, record))
      if (!mandate) return gone
      const asked = await refreshMandate(app, mandate, actor)
      const outcome = asked.ok ? (asked.status ?? 'unknown') : asked.failure
      await addToTimeline(app, record, { staffId: staff.id, kind: 'mandate', detail: { outcome } })
      if (!asked.ok) return gatewayRefusal(asked.failure)
      return (await readDetail(app, { kind, ...params })) ?? gone
    },
    async 'mandates.refreshUnclaimed'({ params, actor }) {
      const mandate = await findMandate(app.db, app.cipher, params)
      if (!mandate || mandate.executiveId !== null) return gone
      const asked = await refreshMandate(app, mandate, actor)
      return asked.ok ? { status: asked.mandate.status } : gatewayRefusal(asked.failure)
    },
  } satisfies Partial<DeskHandlers>
}
