import { appendAudit } from '#server/platform/audit/log.ts'
import { askGateway, type StatusDeps } from './status-service.ts'
import type { Mandate } from './store.ts'

/** Asks the gateway about a mandate because somebody wants to know now; the audit log records who and what came of it. */
export async function refreshMandate(
  deps: StatusDeps,
  mandate: Mandate,
  actor: string,
): ReturnType<typeof askGateway> {
  const asked = await askGateway(deps, mandate)
  const outcome = asked.ok ? (asked.status ?? 'unknown') : asked.failure
  const entry = { action: 'refresh', reference: mandate.transactionId, actor, detail: { outcome } } as const
  await appendAudit(deps.db, entry, deps.clock.now())
  return asked
}
