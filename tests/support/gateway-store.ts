import { debitPeriod, todayInIndia } from '#contract/dates.ts'
import { api } from '#contract/paths.ts'
import { newConsumerId } from '#contract/schemas/mandates.ts'
import type { App } from '#server/context.ts'
import { createKeyValueStore } from '#server/features/sandbox/service.ts'
import type { MandateOrder } from '#server/providers/gateway/port.ts'
import { responseString } from '#server/providers/gateway/simulator-answer.ts'
import { simulatorMandate, type SimulatorMandate } from '#server/providers/gateway/simulator-store.ts'
import type { TestServer } from './server.ts'
import { type Answered, newVisitor } from './visitor.ts'

let orders = 0

/** Thirteen digits that no other order of this run has. */
function ownTransactionId(): string {
  orders += 1
  return String(Date.now()).slice(-9) + String(orders % 10_000).padStart(4, '0')
}

/** A mandate nobody would refuse, of a try of its own. */
export function goodOrder(now: number, changes: Partial<MandateOrder> = {}): MandateOrder {
  const { start, end } = debitPeriod(now)
  return {
    transactionId: ownTransactionId(),
    consumerId: newConsumerId(),
    accountName: 'Namuna Person',
    accountNo: '000011112222',
    ifscCode: 'TEST0000001',
    maxAmount: '5000',
    debitStartDate: start,
    debitEndDate: end,
    date: todayInIndia(now),
    phone: '6000000000',
    email: 'worker@example.test',
    returnUrl: 'http://localhost:3000/api/v1/mandate/gateway-return',
    ...changes,
  }
}

/** A server, or what it keeps. */
interface Books {
  deps: Pick<App, 'db' | 'cipher' | 'clock'>
}

/** The simulator's store. */
export function storeOf({ deps }: Books) {
  return createKeyValueStore(deps, 'mandate', simulatorMandate)
}

/** Writes over what the simulator has in its store, as nobody outside could. */
export async function rewriteBooks(
  server: TestServer,
  transactionId: string,
  change: Partial<SimulatorMandate>,
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

/** Writes over the simulator's store, and tells the product as the gateway's server does. */
export async function sendStatusChange(
  server: TestServer,
  transactionId: string,
  change: Partial<SimulatorMandate>,
): Promise<void> {
  await rewriteBooks(server, transactionId, change)
  await deliver(server, await genuineAnswer(server, transactionId))
}

/** An answer that the gateway itself signed: of a transaction as it stands, or as `change` says. */
export async function genuineAnswer(
  server: Books,
  transactionId: string,
  change: Partial<SimulatorMandate> = {},
): Promise<string> {
  const page = await storeOf(server).read(transactionId)
  if (!page) throw new Error('the bank knows no such transaction')
  const salt = server.deps.cipher.index('sandbox.gateway', 'salt')
  return responseString({ ...page, ...change }, salt)
}
