import type { Checkout, MandateTokenRequest } from '#contract/schemas/mandates.ts'

/** A requested mandate. Dates are YYYY-MM-DD, amounts are rupees as text. */
export interface MandateOrder extends Omit<MandateTokenRequest, 'id' | 'typed'> {
  /** The day of the request in India. The gateway finds a transaction only by its day. */
  date: string
  /** Where the gateway's page or its script posts the answer. */
  returnUrl: string
}

/**
 * Returns an account holder's name as the gateway accepts it: at most fifty plain letters, dots and spaces, without
 * apostrophes. Returns '' for a name that has none of these.
 */
export function holderName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/['’\p{M}]/gu, '')
    .replaceAll(/[^A-Za-z.]+/g, ' ')
    .trim()
    .slice(0, 50)
    .trim()
}

/** The gateway's report about a transaction. A field is absent when the gateway does not state it. */
export interface GatewayAnswer {
  transactionId: string
  state: 'active' | 'initiated' | 'failed' | 'aborted' | 'unknown'
  code: string
  message: string
  reason?: string
  gatewayId?: string
  mandateRegNo?: string
  umrn?: string
  /** Rupees of the test debit, as `plainRupees` writes them. */
  amount?: string
  consumerId?: string
  /** The answer contains more than one registration, so it may belong to another order. */
  ambiguous?: true
  /** What the bank registered. Dates are YYYY-MM-DD. */
  registered?: Partial<
    Record<
      | ('accountNo' | 'accountName' | 'ifscCode' | 'maxAmount')
      | ('startDate' | 'endDate' | 'amountType' | 'frequency'),
      string
    >
  >
}

/** `unreadable`: the gateway answered, but the reply makes no sense, so the result is not known yet. */
export type GatewayFailure = 'timeout' | 'unreachable' | 'rubbish' | 'unreadable' | 'circuit_open'
export type Asked = { ok: true; answer: GatewayAnswer } | { ok: false; failure: GatewayFailure }

export type Ended = { ok: true; ended: boolean } | { ok: false; failure: GatewayFailure }

/** Sources a page's Content-Security-Policy has to allow, by directive. Our own origin is not listed. */
export interface GatewayHosts extends Record<
  'script' | 'connect' | 'frame' | 'form' | 'style' | 'image' | 'font',
  string[]
> {
  /** Whether the script works under Trusted Types and writes no styles. The real script does neither. */
  strict: boolean
  /** The Trusted Types policies that a strict script creates. */
  policies: string[]
}

/** Sets up a recurring debit through net banking. No method throws for a failure of the gateway. */
export interface GatewayPort {
  /** Returns the gateway's script, its configuration and the token of the request. */
  checkout(order: MandateOrder): { token: string; checkout: Checkout }
  /** What a page with the gateway's script has to allow. Other pages allow nothing of it. */
  hosts: GatewayHosts
  /** Reads the answer that a browser or the gateway's server brought; undefined when the hash is wrong. */
  readAnswer(message: string): GatewayAnswer | undefined
  /** Returns the reply to the gateway's callback. */
  receipt(answer: GatewayAnswer | undefined, message: string): string
  /** Asks the gateway for the true state. `date` is the order's. */
  ask(order: { transactionId: string; consumerId: string; date: string }): Promise<Asked>
  /** Ends an active mandate; `ended` is false when the gateway refuses. */
  end(mandate: { mandateRegNo: string }): Promise<Ended>
}
