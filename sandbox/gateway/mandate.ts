import { randomInt, randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { bankDecision } from '#contract/schemas/sandbox.ts'
import { languageCodes } from '#contract/messages/languages.ts'

/** The gateway's status codes; `askToday` and `askTomorrow` say that the bank gave no answer yet. */
export const codes = {
  success: '0300',
  initiated: '0398',
  askToday: '0396',
  askTomorrow: '0397',
  refused: '0399',
  aborted: '0392',
  notFound: '9999',
} as const

/** Who may set up mandates; `scheme` is the gateway's name for the account that money goes to. */
export interface Merchant {
  id: string
  salt: string
  scheme: string
}

/** What a bank can say, or `none`: an answer without a code. */
export type BankDecision = z.infer<typeof bankDecision>

const text = z.string()

/** What the gateway was asked for; dates DD-MM-YYYY, everything as the page sent it. */
const order = z.object({
  ...{ transactionId: text, consumerId: text, token: text, deviceId: text, amount: text, returnUrl: text },
  ...{ accountNo: text, accountName: text, accountType: text, ifscCode: text, phone: text, email: text },
  ...{ maxAmount: text, startDate: text, endDate: text, amountType: text, frequency: text },
})
export type Order = z.infer<typeof order>

/** An order and what became of it. */
export const mandateSchema = z.extend(order, {
  /** Of the page that it was begun on. */
  language: z.enum(languageCodes),
  /** When the bank's page was first shown, and that day in India as YYYY-MM-DD. */
  openedAt: z.number(),
  date: z.string(),
  status: z.enum(['open', ...bankDecision.options]),
  reason: z.string(),
  decidedAt: z.number(),
  gatewayId: z.string(),
  ...{ mandateRegNo: text, umrn: text, bankReference: text, responseToken: text },
  /** What the product was called with last; nothing before its first call. */
  told: z.string(),
  /** Ended by us or the customer after it was active. */
  cancelled: z.boolean(),
})
export type Mandate = z.infer<typeof mandateSchema>

function digits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('')
}

/** An order as the bank's page is first shown for it. */
export function opened(order: Order, begun: Pick<Mandate, 'openedAt' | 'date' | 'language'>): Mandate {
  return {
    ...order,
    ...begun,
    ...{ status: 'open', reason: '', decidedAt: 0, gatewayId: `19${digits(8)}` },
    ...{ mandateRegNo: '', umrn: '', bankReference: '', responseToken: '', told: '', cancelled: false },
  }
}

/** Whether the bank has not said anything yet that the gateway could repeat. */
export function isUndecided({ status }: Mandate): boolean {
  return status === 'open' || status === 'none'
}

/** Whether the same order may be shown to the bank again: nothing was set up by it. */
export function isOpen(mandate: Mandate): boolean {
  return isUndecided(mandate) || mandate.status === codes.refused || mandate.status === codes.aborted
}

/** Whether what the bank said can still become something else. */
export function isPending(mandate: Mandate): boolean {
  const waiting: string[] = [codes.initiated, codes.askToday, codes.askTomorrow]
  return isUndecided(mandate) || waiting.includes(mandate.status)
}

/** A mandate after the bank's word: the numbers it gets with that, and the reason of a refusal. */
export function decided(mandate: Mandate, decision: BankDecision, now: number): Mandate {
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
