import type { GatewayAnswer } from './port.ts'
import type { Reply } from './status-query.ts'
import { given } from './response-string.ts'
import { codes, stateOf } from './status-codes.ts'

/** What the gateway told about one transaction: of its payment, and of its mandate. */
export interface GatewayStatus {
  payment: Reply
  mandate: Reply
}

/** The payment is not known there, on that day at least, and of the mandate nothing is said. */
export function isUnknown({ payment, mandate }: GatewayStatus): boolean {
  return payment.code === codes.notFound && saysNothing(mandate)
}

/** Whether a reply tells of no outcome at all. */
export function saysNothing(reply: Reply): boolean {
  return stateOf(reply.code) === 'unknown' && !isRejected(reply)
}

/**
 * One answer of the two. The mandate's own word counts most: it alone makes a mandate active. A payment that went
 * through says only that the bank took the order; one that failed or was aborted says that no mandate will follow.
 */
export function verdict(transactionId: string, { payment, mandate }: GatewayStatus): GatewayAnswer {
  const { state, source, code } = decide(payment, mandate)
  const reason = state === 'failed' ? source.reason || payment.reason : source.reason
  return {
    transactionId,
    state,
    code,
    message: source.message,
    ...given({
      reason,
      gatewayId: payment.gatewayId || mandate.gatewayId,
      mandateRegNo: mandate.token,
      umrn: mandate.umrn || payment.meta.umrn,
      amount: payment.amount,
    }),
    ...registered(payment, mandate),
  }
}

interface Decided {
  state: GatewayAnswer['state']
  /** Whose words are told. */
  source: Reply
  code: string
}

function decide(payment: Reply, mandate: Reply): Decided {
  const ofMandate = stateOfMandate(mandate)
  const ofPayment = stateOf(payment.code)
  if (ofMandate === 'active') return { state: 'active', source: mandate, code: mandate.code }
  for (const state of ['failed', 'aborted'] as const) {
    if (ofMandate === state) return { state, source: mandate, code: codeOf(mandate) }
    if (ofPayment === state) return { state, source: payment, code: payment.code }
  }
  if (ofMandate === 'initiated') return { state: 'initiated', source: mandate, code: notYet(mandate.code) }
  // Paid is not registered yet.
  if (ofPayment === 'initiated' || ofPayment === 'active') {
    return { state: 'initiated', source: payment, code: notYet(payment.code) }
  }
  return { state: 'unknown', source: payment, code: payment.code }
}

/** A mandate that is set up has a number; a success without any is not one yet. */
function stateOfMandate(mandate: Reply): GatewayAnswer['state'] {
  if (isRejected(mandate)) return 'failed'
  const state = stateOf(mandate.code)
  return state === 'active' && !mandate.token && !mandate.umrn ? 'initiated' : state
}

/** The one refusal of a mandate that is on record has words and no code that anybody wrote down. */
function isRejected({ message, reason }: Reply): boolean {
  return /\brejected\b/i.test(`${message} ${reason}`)
}

/** The code of a mandate that is on its way, where what was told is a success of something else. */
function notYet(code: string): string {
  return code === codes.success ? codes.initiated : code
}

function codeOf(mandate: Reply): string {
  return stateOf(mandate.code) === 'unknown' ? codes.refused : mandate.code
}

function registered(payment: Reply, mandate: Reply): Pick<GatewayAnswer, 'registered' | 'ambiguous'> {
  const known = { ...payment.meta.registered, ...given({ accountNo: mandate.accountNo }) }
  return {
    ...(payment.meta.ambiguous || mandate.meta.ambiguous ? { ambiguous: true } : {}),
    ...(Object.keys(known).length > 0 ? { registered: known } : {}),
  }
}
