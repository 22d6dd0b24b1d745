import { randomInt, randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { codes } from './status-codes.ts'

/** What a bank can say, or `none`: an answer without a code. */
export const bankDecisions = [
  codes.success,
  codes.initiated,
  codes.askToday,
  codes.askTomorrow,
  codes.refused,
  codes.aborted,
  'none',
] as const
export type BankDecision = (typeof bankDecisions)[number]

const text = z.string()

/** What the gateway was asked for; dates DD-MM-YYYY, everything as the page sent it. */
export const simulatorOrder = z.object({
  ...{ transactionId: text, consumerId: text, token: text, deviceId: text, amount: text, returnUrl: text },
  ...{ accountNo: text, accountName: text, accountType: text, ifscCode: text, phone: text, email: text },
  ...{ maxAmount: text, startDate: text, endDate: text, amountType: text, frequency: text },
})
export type SimulatorOrder = z.infer<typeof simulatorOrder>

/** One debit that was asked for under a mandate. */
const debit = z.object({
  id: z.string(),
  gatewayId: z.string(),
  amount: z.string(),
  /** DDMMYYYY, as it was asked for. */
  date: z.string(),
  stopped: z.boolean(),
})

/** A mandate in the simulator's store, under its transaction. */
export const simulatorMandate = z.extend(simulatorOrder, {
  /** When the bank's page was first shown, and that day in India as YYYY-MM-DD. */
  openedAt: z.number(),
  date: z.string(),
  status: z.enum(['open', ...bankDecisions]),
  reason: z.string(),
  decidedAt: z.number(),
  gatewayId: z.string(),
  ...{ mandateRegNo: text, umrn: text, bankReference: text, responseToken: text },
  /** What the product was called with last; nothing before its first call. */
  told: z.string(),
  /** Ended by us or the customer after it was active. */
  cancelled: z.boolean(),
  debits: z.array(debit),
})
export type SimulatorMandate = z.infer<typeof simulatorMandate>

function digits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('')
}

/** An order as it enters the store. */
export function opened(order: SimulatorOrder, now: number, date: string): SimulatorMandate {
  return {
    ...order,
    ...{ openedAt: now, date, status: 'open', reason: '', decidedAt: 0, gatewayId: `19${digits(8)}` },
    ...{ mandateRegNo: '', umrn: '', bankReference: '', responseToken: '', told: '' },
    ...{ cancelled: false, debits: [] },
  }
}

/** Whether the bank has not said anything yet that the gateway could repeat. */
export function isUndecided({ status }: SimulatorMandate): boolean {
  return status === 'open' || status === 'none'
}

/** Whether the same order may be shown to the bank again: nothing was set up by it. */
export function isOpen(mandate: SimulatorMandate): boolean {
  const failed: string[] = [codes.refused, codes.aborted]
  return isUndecided(mandate) || failed.includes(mandate.status)
}

/** Whether what the bank said can still become something else. */
export function isPending(mandate: SimulatorMandate): boolean {
  const waiting: string[] = [codes.initiated, codes.askToday, codes.askTomorrow]
  return isUndecided(mandate) || waiting.includes(mandate.status)
}

/** A mandate after the bank's word: the numbers it gets with that, and the reason of a refusal. */
export function decided(mandate: SimulatorMandate, decision: BankDecision, now: number): SimulatorMandate {
  const next = { ...mandate, status: decision, reason: '', decidedAt: now }
  if (decision === 'none') return next
  if (decision === codes.refused) {
    // A refusal at once is the customer's own; one that comes later is of the bank's office.
    const reason = isUndecided(mandate) ? 'AP11 Authentication failed' : 'AP08 Account holder name mismatch'
    return { ...next, reason, mandateRegNo: '', responseToken: mandate.responseToken || randomUUID() }
  }
  if (decision === codes.aborted) return { ...next, reason: 'Transaction aborted by user' }
  const numbered = {
    ...next,
    mandateRegNo: mandate.mandateRegNo || `9${digits(8)}`,
    bankReference: mandate.bankReference || randomUUID().replaceAll('-', ''),
    responseToken: mandate.responseToken || randomUUID(),
  }
  if (decision !== codes.success) return numbered
  return { ...numbered, umrn: `${mandate.ifscCode.slice(0, 4)}7${digits(15)}` }
}

/** A debit as it is booked. */
export function newDebit(id: string, amount: string, date: string): SimulatorMandate['debits'][number] {
  return { id, gatewayId: digits(12), amount, date, stopped: false }
}
