import * as z from 'zod/mini'
import { type Order, withoutAccount } from './attempt.ts'

const KEY = 'open-mandate'

const noteSchema = z.object({
  /** The page that opened the bank's window. */
  page: z.string(),
  order: z.object({
    consumerId: z.string(),
    transactionId: z.string(),
    accountName: z.string(),
    accountNo: z.string(),
    ifscCode: z.string(),
    maxAmount: z.string(),
    debitStartDate: z.string(),
    debitEndDate: z.string(),
  }),
})

/** The try whose bank page was opened from this page in this tab and has not ended yet; its account is masked. */
export function readOpenAttempt(): Order | undefined {
  try {
    const { page, order } = noteSchema.parse(JSON.parse(sessionStorage.getItem(KEY) ?? ''))
    return page === location.pathname ? order : undefined
  } catch {
    return undefined
  }
}

/** Keeps it over a refresh, or while this tab itself shows the bank; without storage the server alone remembers it. */
export function keepOpenAttempt(order: Order): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ page: location.pathname, order: withoutAccount(order) }))
  } catch {
    // Then a refresh begins with what the server knows.
  }
}

export function forgetOpenAttempt(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // There is none where none can be kept.
  }
}
