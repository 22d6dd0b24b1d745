import type { MandateState } from '#contract/schemas/mandates.ts'
import { appendAudit } from '#server/platform/audit/log.ts'
import type { HttpError } from '#server/platform/http/http-errors.ts'
import type { RecordLinks } from '#server/platform/db/record-links.ts'
import type { Visitor } from '#server/platform/sessions/visitor.ts'
import type { GatewayAnswer, GatewayFailure } from '#server/providers/gateway/port.ts'
import { isContradicted, isDecided, isLive, REMEMBERED_ANSWERS, responseStatus } from './status-rules.ts'
export { isLive } from './status-rules.ts'
import { applyStatus, askGateway, recordStatus, type StatusDeps } from './status-service.ts'
import { findMandate, type Mandate } from './store.ts'
import { otherTerms } from './terms-rules.ts'

export { attachMandate, giveMandate, type StatusDeps } from './status-service.ts'
export { findMandate, type Mandate } from './store.ts'

/** A mandate's status, as the gateway says now; only for whoever asked for it or opened its record. */
export async function readMandateStatus(
  deps: StatusDeps,
  { id: sessionId, data }: Visitor,
  transactionId: string,
): Promise<{ ok: true; state: MandateState } | { ok: false; refused: HttpError }> {
  const mandate = await findMandate(deps.db, deps.cipher, { transactionId })
  const isOpened = [mandate?.retryOf, mandate?.executiveId].some((id) => id && data.opened.includes(id))
  if (!mandate || (mandate.sessionId !== sessionId && !isOpened)) {
    return { ok: false, refused: { code: 'not_found' } }
  }
  if (isDecided(mandate, deps.clock.now())) return { ok: true, state: stateOf(mandate) }
  // A page asks once it has opened the bank's window.
  const opened =
    mandate.status === 'created'
      ? await recordStatus(deps, mandate, { source: 'visitor', status: 'opened' })
      : mandate
  const asked = await askGateway(deps, opened)
  // An answer that cannot be read is no answer yet: the page goes on waiting.
  if (!asked.ok && asked.failure === 'unreadable') return { ok: true, state: stateOf(opened) }
  if (!asked.ok) return { ok: false, refused: gatewayError(asked.failure) }
  return { ok: true, state: stateOf(asked.mandate) }
}

/** A mandate under the names of the registration's payload. */
function stateOf({ transactionId, status, regNo, responseCode, responseMessage }: Mandate): MandateState {
  return {
    ...{ transactionId, status, responseCode, responseMessage },
    mandateRegNo: regNo,
    responseStatus: responseStatus(status),
  }
}

/** The refusal while the gateway cannot be asked; trying again later helps in each case. */
export function gatewayError(failure: GatewayFailure): HttpError {
  if (failure === 'timeout') return { code: 'provider_timeout' }
  if (failure === 'circuit_open') return { code: 'unavailable', message: 'errorMessages.providerFailed' }
  return { code: 'provider_failed' }
}

/** Who says that a transaction is theirs: the person whose session asked for it, or the record it is meant to mend. */
type Claim = { sessionId: string; holderIndex: string } | { recordId: string }
type Verified = { ok: true; mandate: Mandate } | { ok: false; refused: HttpError }

/** The claimed mandate, if it is theirs, was asked for with these terms, and the gateway itself says that it is live. */
export async function verifyWithGateway(
  deps: StatusDeps,
  claim: Claim,
  terms: Parameters<typeof otherTerms>[0],
): Promise<Verified> {
  const { transactionId } = terms
  const mandate = await findMandate(deps.db, deps.cipher, { transactionId })
  const invalid: HttpError = { code: 'invalid', message: 'gatewayMessages.invalid' }
  if (!mandate || !isTheirs(mandate, claim) || mandate.executiveId !== null)
    return { ok: false, refused: invalid }
  const errors = otherTerms(terms, mandate)
  if (errors.length > 0) return { ok: false, refused: { code: 'invalid', errors } }
  const asked = await askGateway(deps, mandate)
  if (!asked.ok) return { ok: false, refused: gatewayError(asked.failure) }
  if (!asked.status) return { ok: false, refused: invalid }
  if (asked.altered || !isLive(asked.status) || !isLive(asked.mandate.status)) {
    return { ok: false, refused: { code: 'invalid', message: 'gatewayMessages.failed' } }
  }
  return { ok: true, mandate: asked.mandate }
}

function isTheirs(mandate: Mandate, claim: Claim): boolean {
  if ('recordId' in claim) return mandate.retryOf === claim.recordId
  return mandate.sessionId === claim.sessionId && mandate.holderIndex === claim.holderIndex
}

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

/** A mandate that an answer was about, with the link of the record that it is meant to mend. */
interface AnsweredMandate extends Pick<Mandate, 'createdAt' | 'language'> {
  retryToken: string | null
}

/** An answer that the gateway's server or a browser delivered. */
export interface ReceivedAnswer {
  genuine: boolean
  /** The reply to the gateway's server. */
  receipt: string
  mandate: AnsweredMandate | undefined
}

export type ReceiveDeps = StatusDeps & { recordLinks: RecordLinks }

/**
 * Creates the receiver of delivered answers. A repeated answer costs the comparison of its hash and nothing more, however
 * often and however many at once: it changes nothing that it did not change the first time.
 */
export function createReceiveAnswer(deps: ReceiveDeps) {
  const received = new Map<string, Promise<AnsweredMandate | undefined>>()

  return async (message: string, source: 'callback' | 'return'): Promise<ReceivedAnswer> => {
    const answer = deps.gateway.readAnswer(message)
    const receipt = deps.gateway.receipt(answer, message)
    if (!answer) return { genuine: false, receipt, mandate: undefined }
    // Its hash was verified, so no other answer has the same.
    const key = `${source} ${/[\da-f]+(?=\W*$)/i.exec(message)?.[0].toLowerCase()}`
    const known = received.get(key)
    if (known) return { genuine: true, receipt, mandate: await known }
    const mandate = recordAnswer(deps, source, answer)
    received.set(key, mandate)
    mandate.catch(() => received.delete(key))
    const [oldest] = received.keys()
    if (received.size > REMEMBERED_ANSWERS && oldest !== undefined) received.delete(oldest)
    return { genuine: true, receipt, mandate: await mandate }
  }
}

/** Records an answer. Where it contradicts what is known, the gateway is asked: at once, and by polling if that fails. */
async function recordAnswer(
  deps: ReceiveDeps,
  source: 'callback' | 'return',
  answer: GatewayAnswer,
): Promise<AnsweredMandate | undefined> {
  const mandate = await findMandate(deps.db, deps.cipher, { transactionId: answer.transactionId })
  if (!mandate) return undefined
  const { mandate: after, status, isNew, altered } = await applyStatus(deps, mandate, { source, answer })
  if (status && isNew && !altered && isContradicted(after.status, { source, status }))
    await askGateway(deps, after)
  const { createdAt, language, retryOf } = mandate
  return { createdAt, language, retryToken: retryOf && (await deps.recordLinks.tokenOf(retryOf)) }
}
