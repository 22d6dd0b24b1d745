import * as z from 'zod/mini'
import { isoDay, isRealDate } from '#contract/dates.ts'
import { accountName, accountOrMasked, bankFields } from '#contract/fields/executive.ts'
import { key, shapeOf } from '#contract/fields/field.ts'

/** The states of a mandate, in order. A mandate only moves forward (token, bank window, bank's answer, end). */
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

/** Statuses of a failed mandate, which the retry page can replace. */
export const failedStatuses = ['expired', 'aborted', 'failed'] as const satisfies readonly MandateStatus[]

/** Returns the status in a record (specification section 4). The retry page accepts only Failed. */
export function registrationStatus(status: MandateStatus): 'Initiated' | 'Success' | 'Failed' {
  if (status === 'active') return 'Success'
  return failedStatuses.some((failed) => failed === status) ? 'Failed' : 'Initiated'
}

const unusable = { error: key('mandateErrors.unusable') }

/** The customer's id at the gateway (20 characters) and the id of an attempt (13 digits). */
export const consumerId = z.string(unusable).check(z.regex(/^c[0-9a-z]{19}$/, unusable))
export const transactionId = z
  .pipe(z.union([z.string(), z.number()], unusable), z.transform(String))
  .check(z.regex(/^[0-9]{13}$/, unusable))
const recordId = z.string(unusable).check(z.minLength(1, unusable), z.maxLength(100, unusable))
/** A day, or a time on it. */
const day = z.string(unusable).check(z.overwrite(isoDay), z.refine(isRealDate, unusable))
/** Rupees, as text or number. */
const rupees = z
  .pipe(z.union([z.string(), z.number()], unusable), z.transform(String))
  .check(z.regex(/^[0-9]{1,8}(\.[0-9]{1,2})?$/, unusable))

export const bankDetails = z.object(shapeOf(bankFields))
export type BankDetails = z.infer<typeof bankDetails>

/** Returns an account number with X for all but its last four digits. */
export function maskAccount(accountNo: string): string {
  return 'X'.repeat(Math.max(0, accountNo.length - 4)) + accountNo.slice(-4)
}

/** Typed text by field. */
export const typedDetails = z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(500)))

export const mandateTokenRequest = z.extend(bankDetails, {
  consumerId,
  transactionId,
  maxAmount: rupees,
  debitStartDate: day,
  debitEndDate: day,
  /** The record whose failed mandate this replaces; by default that of the session. */
  id: z.optional(recordId),
  /** Typed text by field, for browsers that cannot store it while this tab shows the bank. */
  typed: z.optional(typedDetails),
})
export type MandateTokenRequest = z.infer<typeof mandateTokenRequest>

/** The gateway's script with its configuration, and the jQuery that it needs. */
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

/** The bank's answer from the browser. The server verifies it with the gateway. */
export const bankAnswer = {
  mandateRegNo: hint(100),
  responseCode: hint(20),
  responseMessage: hint(500),
  responseStatus: hint(50),
}

/** The gateway's report about a transaction, with the names of the registration's payload. */
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
  /** The name sent to the gateway, which has checked it. */
  accountName,
  /** A masked number means that of this transaction. */
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

/** Returns the id of an attempt: nine digits of the time and four random ones (specification section 3). */
export function newTransactionId(now: number = Date.now()): string {
  const random = crypto.getRandomValues(new Uint16Array(1))[0] ?? 0
  return String(now).slice(-9) + String(random % 10_000).padStart(4, '0')
}

/** Returns an id of 20 characters that begins with c (specification section 3). */
export function newConsumerId(): string {
  const random = [...crypto.getRandomValues(new Uint8Array(19))]
  return 'c' + random.map((byte) => CONSUMER_LETTERS[byte % CONSUMER_LETTERS.length]).join('')
}

/**
 * The Trusted Types policy for loading the gateway's script on pages that open the bank's window. It allows any
 * address, because each token comes with its own (`documentPolicy` names it).
 */
export const gatewayPolicy = 'gateway'
