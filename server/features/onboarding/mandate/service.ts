import type { MandateState } from '#contract/schemas/mandates.ts'
import { gatewayMessages } from '#contract/messages/mandates.ts'
import type { RecordLinks } from '#server/platform/db/record-links.ts'
import type { HttpError } from '#server/platform/http/http-errors.ts'
import type { Visitor } from '#server/platform/sessions/visitor.ts'
import { askGateway, recordStatus, type BookingDeps } from './status-service.ts'
import { gatewayError, isDecided, responseStatus, isLive } from './rules.ts'
import { findMandate, type Mandate } from './store.ts'

export interface MandateDeps extends BookingDeps {
  /** Rupees that a mandate allows at most. */
  maxAmount: number
  publicUrl: string
  recordLinks: RecordLinks
}

/** How a mandate stands, as the gateway says now; only whoever asked for it, or opened its record, is told. */
export async function readMandateStatus(
  deps: MandateDeps,
  { id: sessionId, data }: Visitor,
  transactionId: string,
): Promise<{ ok: true; state: MandateState } | { ok: false; refused: HttpError }> {
  const mandate = await findMandate(deps.db, deps.cipher, { transaction_id: transactionId })
  const opened = [mandate?.retry_of, mandate?.executive_id].some((id) => id && data.opened.includes(id))
  if (!mandate || (mandate.session_id !== sessionId && !opened)) {
    return { ok: false, refused: { code: 'not_found' } }
  }
  if (isDecided(mandate, deps.clock.now())) return { ok: true, state: stateOf(mandate) }
  // A page asks once it has opened the bank's window.
  const begun =
    mandate.status === 'created'
      ? await recordStatus(deps, mandate, { source: 'visitor', status: 'opened' })
      : mandate
  const asked = await askGateway(deps, begun)
  // What cannot be read is not known yet: the page goes on waiting.
  if (!asked.ok && asked.failure === 'unreadable') return { ok: true, state: stateOf(begun) }
  if (!asked.ok) return { ok: false, refused: gatewayError(asked.failure) }
  return { ok: true, state: stateOf(asked.mandate) }
}

/** A mandate in the words of the registration's payload. */
function stateOf({ transaction_id, status, reg_no, response_code, response_message }: Mandate): MandateState {
  return {
    transactionId: transaction_id,
    status,
    mandateRegNo: reg_no,
    responseCode: response_code,
    responseMessage: response_message,
    responseStatus: responseStatus(status),
  }
}

/** Who says that a transaction is theirs: the person whose session asked for it, or the record it is meant to mend. */
export type Claim = { transactionId: string } & (
  { sessionId: string; holderIndex: string } | { recordId: string }
)

/** A transaction of one's own that the gateway itself says stands; everything else is refused in words. */
export async function verifyWithGateway(
  deps: BookingDeps,
  claim: Claim,
): Promise<{ ok: true; mandate: Mandate } | { ok: false; refused: HttpError }> {
  const { db, cipher } = deps
  const mandate = await findMandate(db, cipher, { transaction_id: claim.transactionId })
  const invalid: HttpError = { code: 'invalid', message: gatewayMessages.invalid }
  if (!mandate || !isTheirs(mandate, claim) || mandate.executive_id !== null)
    return { ok: false, refused: invalid }
  const asked = await askGateway(deps, mandate)
  if (!asked.ok) return { ok: false, refused: gatewayError(asked.failure) }
  if (!asked.told) return { ok: false, refused: invalid }
  if (asked.altered || !isLive(asked.told) || !isLive(asked.mandate.status)) {
    return { ok: false, refused: { code: 'invalid', message: gatewayMessages.failed } }
  }
  return { ok: true, mandate: asked.mandate }
}

function isTheirs(mandate: Mandate, claim: Claim): boolean {
  if ('recordId' in claim) return mandate.retry_of === claim.recordId
  return mandate.session_id === claim.sessionId && mandate.holder_index === claim.holderIndex
}
