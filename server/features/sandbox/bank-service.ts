import * as z from 'zod/mini'
import type { FieldError } from '#contract/errors.ts'
import type { Language } from '#contract/messages/languages.ts'
import { api } from '#contract/paths.ts'
import { maskAccount } from '#contract/schemas/mandates.ts'
import type { GatewaySwitch, SandboxMandate } from '#contract/schemas/sandbox.ts'
import { handle, type JobHandler, type JobKind } from '#server/platform/jobs/job.ts'
import { enqueue } from '#server/platform/jobs/store.ts'
import type { SandboxDeps } from './service.ts'

/** A mandate at the bank, as far as its window and the sandbox's page show it; dates DD-MM-YYYY. */
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

/** The documents of the bank's window, and the files that they and the gateway's script need. */
interface BankPages {
  /** The mandate in words, and a button for each thing a bank can answer. */
  mandate(mandate: BankMandate, language: Language): string
  /** The gateway's list of what is wrong with an order, instead of the bank. */
  refused(problems: readonly FieldError[], language: Language): string
  /** The bank has decided. */
  answered(mandate: BankMandate, answer: { stringResponse: string }, language: Language): string
  /** Content-Security-Policy of each. */
  policy: string
  /** Where the buttons lead. */
  decide: string
  /** `missing`: the switch by which a file never comes. */
  files: readonly { address: string; type: string; body: Buffer; missing: GatewaySwitch | undefined }[]
}

/** The gateway's simulator, as the routes below /sandbox use it. */
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
  /** Calls the product with the status; returns why that failed, or undefined where nothing is left to report. */
  callBack(transactionId: string, url: string): Promise<string | undefined>
}

export interface SandboxBank {
  bank: Bank
  /** The language of the person whose mandate a transaction is. */
  languageOf(transactionId: string): Promise<Language>
  /** Where this process listens, once it does. */
  origin: string | undefined
}

/**
 * Calls the product's own callback over HTTP as the real gateway does; undefined when it was received. It calls the address
 * on which this process listens: the public one may be a proxy's that cannot be reached from here.
 */
export async function notifyProduct(
  { bank, origin }: SandboxBank,
  transactionId: string,
): Promise<string | undefined> {
  return origin ? bank.callBack(transactionId, origin + api.gatewayCallback) : 'not listening yet'
}

/** The gateway's own call to the product's server. */
const callProduct: JobKind<{ transactionId: string }> = {
  name: 'sandbox.call-product',
  payload: z.object({ transactionId: z.string() }),
  maxAttempts: 10,
}

/** Enqueues such a call for later. */
export function createCallLater({ db, clock }: Pick<SandboxDeps, 'db' | 'clock'>) {
  return async (transactionId: string, delayMs: number): Promise<void> => {
    const now = clock.now()
    await enqueue(db, callProduct, [{ payload: { transactionId }, now, runAt: now + delayMs }])
  }
}

export function callProductHandler(sandboxBank: SandboxBank): JobHandler {
  return handle(callProduct, async ({ transactionId }) => {
    const failure = await notifyProduct(sandboxBank, transactionId)
    return failure === undefined ? { done: true } : { done: false, failure }
  })
}

/** An address to reach a listener of this machine by; those that stand for every address cannot be called. */
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
