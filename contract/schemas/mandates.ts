import * as z from 'zod/mini'
import { isoDay, isRealDate } from '#contract/dates.ts'
import { accountName, accountOrMasked, bankFields } from '#contract/fields/executive.ts'
import { key, shapeOf } from '#contract/fields/field.ts'

/** The states of a mandate, in order; it goes forward only (token, bank window, bank's answer, end). */
export const mandateStatuses = [
  'created',
  'opened',
  'initiated',
  'active',
  'failed',
  'aborted',
  'expired',
] as const
export const mandateStatus = z.enum(mandateStatuses)
export type MandateStatus = z.infer<typeof mandateStatus>

/** Statuses of a mandate that came to nothing; the retry page can replace it. */
export const failedStatuses = ['expired', 'aborted', 'failed'] as const satisfies readonly MandateStatus[]

/** The status as a record shows it (specification section 4); the retry page accepts Failed alone. */
export function registrationStatus(status: MandateStatus): 'Initiated' | 'Success' | 'Failed' {
  if (status === 'active') return 'Success'
  return failedStatuses.some((failed) => failed === status) ? 'Failed' : 'Initiated'
}

const unusable = { error: key('mandateErrors.unusable') }

/** The 20 characters that name a customer at the gateway, and the 13 digits that name one attempt. */
export const consumerId = z.string(unusable).check(z.regex(/^c[0-9a-z]{19}$/, unusable))
export const transactionId = z
  .pipe(z.union([z.string(), z.number()], unusable), z.transform(String))
  .check(z.regex(/^[0-9]{13}$/, unusable))
const recordId = z.string(unusable).check(z.minLength(1, unusable), z.maxLength(100, unusable))
/** A day, or a moment of it as programs write one. */
const day = z.string(unusable).check(z.overwrite(isoDay), z.refine(isRealDate, unusable))
/** Rupees, as a form or as a program writes them. */
const rupees = z
  .pipe(z.union([z.string(), z.number()], unusable), z.transform(String))
  .check(z.regex(/^[0-9]{1,8}(\.[0-9]{1,2})?$/, unusable))

/** Bank details as a person writes them. */
export const bankDetails = z.object(shapeOf(bankFields))
export type BankDetails = z.infer<typeof bankDetails>

/** The last four digits of an account behind an X for each other. */
export function maskAccount(accountNo: string): string {
  return 'X'.repeat(Math.max(0, accountNo.length - 4)) + accountNo.slice(-4)
}

/** What was typed of a person, by field. */
export const typedDetails = z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(500)))

export const mandateTokenRequest = z.extend(bankDetails, {
  consumerId,
  transactionId,
  maxAmount: rupees,
  debitStartDate: day,
  debitEndDate: day,
  /** The record whose failed mandate this replaces; without it the session tells. */
  id: z.optional(recordId),
  /** What was typed of the person, by field, where the browser cannot keep it itself while this tab is at the bank. */
  typed: z.optional(typedDetails),
})
export type MandateTokenRequest = z.infer<typeof mandateTokenRequest>

/**
 * `config` is handed to the gateway's script as it is; `script` is where that lies, and `library` where the jQuery lies
 * that it needs to find on the page.
 */
export const checkout = z.object({
  library: z.string(),
  script: z.string(),
  config: z.record(z.string(), z.unknown()),
})
export type Checkout = z.infer<typeof checkout>
export const mandateTokenResponse = z.object({ message: z.string(), token: z.string(), checkout })

export const maxAmountResponse = z.object({
  message: z.string(),
  data: z.object({ amount: z.number() }),
})

function hint(max: number) {
  return z.string(unusable).check(z.maxLength(max, unusable))
}

/** The bank's answer as the browser passes it on; the server verifies it with the gateway. */
export const bankAnswer = {
  mandateRegNo: hint(100),
  responseCode: hint(20),
  responseMessage: hint(500),
  responseStatus: hint(50),
}

/** What the gateway told our server of a transaction, under the names of the registration's payload. */
export const mandateStatusResponse = z.object({
  message: z.string(),
  data: z.object({
    transactionId: z.string(),
    status: mandateStatus,
    mandateRegNo: z.string(),
    responseCode: z.string(),
    responseMessage: z.string(),
    responseStatus: z.string(),
  }),
})
export type MandateState = z.infer<typeof mandateStatusResponse>['data']

export const updateMandateRequest = z.extend(bankDetails, {
  /** What the gateway was asked with, which was checked then. */
  accountName,
  /** Masked, it is the one that this transaction was begun with. */
  accountNo: accountOrMasked,
  id: recordId,
  consumerId,
  transactionId,
  maxAmount: rupees,
  debitStartDate: day,
  debitEndDate: day,
  ...bankAnswer,
})
export type UpdateMandateRequest = z.infer<typeof updateMandateRequest>
export const updateMandateResponse = z.object({ message: z.string() })

export const bankNameResponse = z.object({ message: z.string(), data: z.object({ bank: z.string() }) })

const CONSUMER_LETTERS = '0123456789abcdefghijklmnopqrstuvwxyz'

/** A 13-digit id of one attempt: nine digits of the time and four random ones (specification section 3). */
export function newTransactionId(now: number = Date.now()): string {
  const random = crypto.getRandomValues(new Uint16Array(1))[0] ?? 0
  return String(now).slice(-9) + String(random % 10_000).padStart(4, '0')
}

/** A 20-character id starting with c (specification section 3). */
export function newConsumerId(): string {
  const random = [...crypto.getRandomValues(new Uint8Array(19))]
  return 'c' + random.map((byte) => CONSUMER_LETTERS[byte % CONSUMER_LETTERS.length]).join('')
}

/**
 * The Trusted Types policy by which the pages that open the bank's window load the gateway's script: its address comes
 * with each token, and a policy that allows no other would refuse it (`documentPolicy` names it to the browser).
 */
export const gatewayPolicy = 'gateway'
