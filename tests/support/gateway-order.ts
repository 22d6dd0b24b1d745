import { newConsumerId } from '#contract/schemas/mandates.ts'
import { debitPeriod, todayInIndia } from '#contract/dates.ts'
import type { MandateOrder } from '#server/providers/gateway/port.ts'

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
