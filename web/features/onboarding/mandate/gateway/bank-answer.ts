import * as z from 'zod/mini'
import type { MandateState } from '#contract/schemas/mandates.ts'

const text = z.pipe(
  z.nullish(z.union([z.string(), z.number()])),
  z.transform((value) => String(value ?? '').trim()),
)

/** What is read of the gateway script's answer, which may be empty. */
const responseShape = z.object({
  merchantTransactionIdentifier: text,
  paymentMethod: z.object({
    paymentTransaction: z.object({
      statusCode: text,
      statusMessage: text,
      errorMessage: text,
      instruction: z.optional(z.nullable(z.object({ id: text }))),
    }),
  }),
})

/** The bank's answer in the browser: a hint, which our server verifies with the gateway. */
export interface BankAnswer {
  mandateRegNo: string
  responseCode: string
  responseMessage: string
}

/** Reads the script's answer about a transaction; undefined if it has no code or belongs to another transaction. */
export function readBankAnswer(response: unknown, transactionId: string): BankAnswer | undefined {
  const read = responseShape.safeParse(response)
  if (!read.success) return undefined
  const { merchantTransactionIdentifier, paymentMethod } = read.data
  const { statusCode, statusMessage, errorMessage, instruction } = paymentMethod.paymentTransaction
  const isOther = merchantTransactionIdentifier !== '' && merchantTransactionIdentifier !== transactionId
  if (statusCode === '' || isOther) return undefined
  return {
    mandateRegNo: instruction?.id ?? '',
    // Some of the gateway's programs give the code as a number.
    responseCode: statusCode.padStart(4, '0'),
    responseMessage: statusMessage || errorMessage,
  }
}

/** The codes after which a person is registered (specification section 4), and the status sent with each. */
const acceptedCodes = new Map([
  ['0300', 'Success'],
  ['0398', 'Initiated'],
  ['0396', 'Initiated'],
  ['0397', 'Initiated'],
])

/** The person left the bank's page. */
export const ABORTED = '0392'

/** Returns the status of a mandate that the bank has accepted; undefined for every other code. */
export function acceptedAs(responseCode: string): string | undefined {
  return acceptedCodes.get(responseCode)
}

/** The bank's acceptance, as it is sent with a registration. */
export type Acceptance = BankAnswer & { responseStatus: string }

/** Returns the acceptance in the script's answer; undefined unless the bank has accepted the mandate. */
export function acceptanceFromScript(answer: BankAnswer, transactionId: string): Acceptance | undefined {
  const responseStatus = acceptedAs(answer.responseCode)
  return responseStatus === undefined ? undefined : withoutGaps({ ...answer, responseStatus }, transactionId)
}

export function acceptanceFromServer(state: MandateState): Acceptance {
  const { mandateRegNo, transactionId, responseCode, responseMessage, responseStatus } = state
  return withoutGaps({ mandateRegNo, responseCode, responseMessage, responseStatus }, transactionId)
}

/** A bank that is still deciding has no number for the mandate; the transaction's is used, since no field may be empty. */
function withoutGaps(acceptance: Acceptance, transactionId: string): Acceptance {
  const { mandateRegNo, responseMessage, responseStatus } = acceptance
  return {
    ...acceptance,
    mandateRegNo: mandateRegNo || transactionId,
    responseMessage: responseMessage || responseStatus,
  }
}
