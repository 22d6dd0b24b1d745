import type { Checkout, MandateTokenRequest } from '#contract/schemas/mandates.ts'

/** A mandate as it is asked for; dates YYYY-MM-DD, amounts in rupees as they are written. */
export interface MandateOrder extends Omit<MandateTokenRequest, 'id' | 'typed'> {
  /** The day it was asked for, of India's calendar: the gateway finds a transaction by its day. */
  date: string
  /** Where the answer is posted, by the gateway's page or by the script itself. */
  returnUrl: string
}

/**
 * An account holder's name as the gateway takes it and the bank registers it: plain letters, dots and spaces, fifty of
 * them at most; apostrophes are dropped there, so they are here. Empty when nothing of it can be written so.
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

/** What the gateway says of a transaction; absent where it says nothing. */
export interface GatewayAnswer {
  transactionId: string
  state: 'active' | 'initiated' | 'failed' | 'aborted' | 'unknown'
  /** The gateway's code and words. */
  code: string
  message: string
  reason?: string
  gatewayId?: string
  mandateRegNo?: string
  umrn?: string
  /** Rupees of the test debit, without needless zeros; so is the maximum. */
  amount?: string
  consumerId?: string
  /** What it repeats of the order is there more than once, so it may be another order. */
  ambiguous?: true
  /** What the bank registered; dates YYYY-MM-DD. */
  registered?: Partial<
    Record<
      | ('accountNo' | 'accountName' | 'ifscCode' | 'maxAmount')
      | ('startDate' | 'endDate' | 'amountType' | 'frequency'),
      string
    >
  >
}

/** `unreadable`: it is there and answered, with nothing that can be read. What it was asked is not known yet. */
export type GatewayFailure = 'timeout' | 'unreachable' | 'rubbish' | 'unreadable' | 'circuit_open'
export type Asked = { ok: true; answer: GatewayAnswer } | { ok: false; failure: GatewayFailure }

export type Ended = { ok: true; ended: boolean } | { ok: false; failure: GatewayFailure }

/** Hosts by what a page's policy lets them do (Content-Security-Policy); our own site needs no name. */
export interface GatewayHosts extends Record<
  'script' | 'connect' | 'frame' | 'form' | 'style' | 'image' | 'font',
  string[]
> {
  /** Whether the script runs under Trusted Types and writes no style into a document; the real one does neither. */
  strict: boolean
  /** The Trusted Types policies that a strict one makes. */
  policies: string[]
}

/** A recurring debit set up through net banking; nothing here throws for what a gateway can do. */
export interface GatewayPort {
  /** Everything the gateway's script needs, with its token. */
  checkout(order: MandateOrder): { token: string; checkout: Checkout }
  /** What a page that runs the gateway's script has to allow it, and no other page does. */
  hosts: GatewayHosts
  /** Reads the answer a browser or the gateway's server brought; undefined when its hash is not the gateway's. */
  readAnswer(message: string): GatewayAnswer | undefined
  /** What the gateway's server is told after a callback. */
  receipt(answer: GatewayAnswer | undefined, message: string): string
  /** Asks the gateway itself, for the truth; `date` is the order's. */
  ask(order: { transactionId: string; consumerId: string; date: string }): Promise<Asked>
  /** Ends a mandate that is set up; `ended` is false when the gateway refuses. */
  end(mandate: { mandateRegNo: string }): Promise<Ended>
}
