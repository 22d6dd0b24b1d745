import { debitPeriod, todayInIndia } from '#contract/dates.ts'
import { api } from '#contract/paths.ts'
import { newConsumerId } from '#contract/schemas/mandates.ts'
import type { App } from '#server/context.ts'
import type { MandateOrder } from '#server/providers/gateway/port.ts'
import { type Mandate, responseString } from '#sandbox/gateway/mandate.ts'
import { type Sandbox, startSandbox } from '#sandbox/start.ts'
import { createSandboxStore } from '#server/features/sandbox/store.ts'
import { freshTransaction } from './registration.ts'
import type { TestServer } from './server.ts'
import { type Answered, newVisitor } from './visitor.ts'

/** Returns a valid mandate of a new attempt. */
export function goodOrder(now: number, changes: Partial<MandateOrder> = {}): MandateOrder {
  const { start, end } = debitPeriod(now)
  return {
    transactionId: freshTransaction(),
    consumerId: newConsumerId(),
    accountName: 'Namuna Person',
    accountNo: '000011112222',
    ifscCode: 'TEST0000001',
    maxAmount: '5000',
    debitStartDate: start,
    debitEndDate: end,
    date: todayInIndia(now),
    returnUrl: 'http://localhost:3000/api/v1/mandate/gateway-return',
    ...changes,
  }
}

/** A server, or its stored data. */
interface Books {
  deps: Pick<App, 'sandbox'>
}

export function sandboxOf({ deps }: Books): Sandbox {
  if (!deps.sandbox) throw new Error('this server has no sandbox')
  return deps.sandbox
}

/** Opens the sandbox over the data of a stopped server. */
export function openSandbox(deps: Pick<App, 'db' | 'cipher' | 'clock'>): Promise<Sandbox> {
  const names = { publicUrl: 'http://localhost', payee: '', smsTexts: {} }
  const secret = deps.cipher.index('sandbox', 'secret')
  return startSandbox({ ...names, secret, store: createSandboxStore(deps), clock: deps.clock })
}

/** Returns the gateway's store. */
export function storeOf(server: Books) {
  return sandboxOf(server).mandates
}

/** Overwrites the simulator's store, which nobody outside could do. */
export async function rewriteBooks(
  server: TestServer,
  transactionId: string,
  change: Partial<Mandate>,
): Promise<void> {
  await storeOf(server).change(transactionId, (page) => {
    if (!page) throw new Error('the bank knows no such transaction')
    return { keep: { ...page, ...change }, result: undefined }
  })
}

/** Delivers an answer as the gateway's server does. */
export function deliver({ url }: { url: string }, message: string): Promise<Answered> {
  return newVisitor(url).get(`${api.gatewayCallback}?msg=${encodeURIComponent(message)}`)
}

/** Overwrites the simulator's store, and tells the product as the gateway's server does. */
export async function sendStatusChange(
  server: TestServer,
  transactionId: string,
  change: Partial<Mandate>,
): Promise<void> {
  await rewriteBooks(server, transactionId, change)
  await deliver(server, await genuineAnswer(server, transactionId))
}

/** Returns an answer with the gateway's hash, of a transaction as stored or with `change`. */
export async function genuineAnswer(
  server: Books,
  transactionId: string,
  change: Partial<Mandate> = {},
): Promise<string> {
  const page = await storeOf(server).read(transactionId)
  if (!page) throw new Error('the bank knows no such transaction')
  return responseString({ ...page, ...change }, sandboxOf(server).gateway.merchant.salt)
}
