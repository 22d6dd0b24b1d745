import type { FieldError } from '#contract/errors.ts'
import { api } from '#contract/paths.ts'
import { maskAccount } from '#contract/schemas/mandates.ts'
import type { GatewaySwitch, SandboxMandate } from '#contract/schemas/sandbox.ts'

/** A mandate as the bank has it, as far as its window and the sandbox's page show it; dates DD-MM-YYYY. */
export interface BankMandate {
  transactionId: string
  token: string
  status: SandboxMandate['status']
  reason: string
  accountName: string
  accountNo: string
  ifscCode: string
  maxAmount: string
  startDate: string
  endDate: string
  returnUrl: string
  openedAt: number
}

interface Refused {
  ok: false
  problems: FieldError[]
}
type BankDecision = Exclude<SandboxMandate['status'], 'open'>
type BankOpened = { ok: true; mandate: BankMandate } | Refused
/** `answer` is what the script gives the page; its string is posted to `returnUrl` where the order has one. */
export type BankAnswered =
  | {
      ok: true
      answer: { merchantTransactionIdentifier: string; stringResponse: string }
      mandate: BankMandate
    }
  | Refused

/** The documents of the bank's window, and the files they and the gateway's script are made of. */
interface BankPages {
  /** The mandate in words, and a button for each thing a bank can answer. */
  mandate(mandate: BankMandate): string
  /** The gateway's list of what is wrong with an order, instead of the bank. */
  refused(problems: readonly FieldError[]): string
  /** The bank has spoken. */
  answered(mandate: BankMandate, answer: { stringResponse: string }): string
  /** Content-Security-Policy of each. */
  policy: string
  /** Where the buttons lead. */
  decide: string
  /** `missing`: the switch by which a file never comes. */
  files: readonly { address: string; type: string; body: Buffer; missing: GatewaySwitch | undefined }[]
}

/** The gateway's simulator, as the listeners below /sandbox use it. */
export interface Bank {
  pages: BankPages
  open(config: unknown): Promise<BankOpened>
  decide(order: { transactionId: string; token: string }, decision: BankDecision): Promise<BankAnswered>
  authorise(config: unknown, decision: BankDecision): Promise<BankAnswered>
  abandon(config: unknown): Promise<BankAnswered>
  settle(
    transactionId: string,
    status: 'Success' | 'Failed',
  ): Promise<'settled' | 'unknown' | 'already_final'>
  list(): Promise<BankMandate[]>
  /** Undefined when nothing is left to tell. */
  callBack(transactionId: string, url: string): Promise<string | undefined>
}

/** The bank with what its calls to the product need. */
export interface SandboxBank {
  bank: Bank
  /** Where this very process listens, once it does. */
  origin: string | undefined
}

/**
 * Tells the product at its own listener, over HTTP as the real gateway does; undefined when it is told. The listener is that of
 * this process, by the address it listens on: the public one may be a proxy's that cannot be reached from here.
 */
export async function notifyProduct(
  sandboxBank: SandboxBank,
  transactionId: string,
): Promise<string | undefined> {
  if (!sandboxBank.origin) return 'not listening yet'
  return sandboxBank.bank.callBack(transactionId, sandboxBank.origin + api.gatewayCallback)
}

/** An address to reach a listener of this machine by: those that stand for all are no address to call. */
export function originOf(listening: { address: string; port: number; family: string }): string {
  const { port } = listening
  if (listening.address === '0.0.0.0') return `http://127.0.0.1:${port}`
  if (listening.address === '::') return `http://[::1]:${port}`
  return `http://${listening.family === 'IPv6' ? `[${listening.address}]` : listening.address}:${port}`
}

const final = ['0300', '0399', '0392']

/** A mandate as the sandbox's page lists it. */
export function listed(mandate: BankMandate): SandboxMandate {
  const { transactionId, status, reason, accountName, ifscCode, maxAmount } = mandate
  return {
    ...{ transactionId, status, reason, accountName, ifscCode, maxAmount },
    accountNo: maskAccount(mandate.accountNo),
    pending: !final.includes(status),
    at: new Date(mandate.openedAt).toISOString(),
  }
}
