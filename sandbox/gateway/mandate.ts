import { createHash, randomInt, randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { dayMonthYear, indianTime } from '#contract/dates.ts'
import { bankDecision } from '#contract/schemas/sandbox.ts'
import { languageCodes } from '#contract/messages/languages.ts'

/** The gateway's status codes. `askToday` and `askTomorrow`: the bank has not answered yet. */
export const codes = {
  success: '0300',
  initiated: '0398',
  askToday: '0396',
  askTomorrow: '0397',
  refused: '0399',
  aborted: '0392',
  notFound: '9999',
} as const

/** The merchant. `scheme` is the gateway's name for the account that receives the money. */
export interface Merchant {
  id: string
  salt: string
  scheme: string
}

/** A bank's decision. `none`: an answer without a code. */
export type BankDecision = z.infer<typeof bankDecision>

const text = z.string()

/** The requested mandate, as the page sent it. Dates are DD-MM-YYYY. */
const order = z.object({
  ...{ transactionId: text, consumerId: text, token: text, deviceId: text, amount: text, returnUrl: text },
  ...{ accountNo: text, accountName: text, accountType: text, ifscCode: text, phone: text, email: text },
  ...{ maxAmount: text, startDate: text, endDate: text, amountType: text, frequency: text },
})
export type Order = z.infer<typeof order>

/** An order with its result. */
export const mandateSchema = z.extend(order, {
  /** The language of the page. */
  language: z.enum(languageCodes),
  /** When the bank's page was first shown, and that day in India as YYYY-MM-DD. */
  openedAt: z.number(),
  date: z.string(),
  status: z.enum(['open', ...bankDecision.options]),
  reason: z.string(),
  decidedAt: z.number(),
  gatewayId: z.string(),
  ...{ mandateRegNo: text, umrn: text, bankReference: text, responseToken: text },
  /** The last status reported to the product; '' before. */
  told: z.string(),
  /** Ended by us or the customer after it was active. */
  cancelled: z.boolean(),
})
export type Mandate = z.infer<typeof mandateSchema>

function digits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('')
}

/** Returns the mandate of a new order. */
export function opened(order: Order, begun: Pick<Mandate, 'openedAt' | 'date' | 'language'>): Mandate {
  return {
    ...order,
    ...begun,
    ...{ status: 'open', reason: '', decidedAt: 0, gatewayId: `19${digits(8)}` },
    ...{ mandateRegNo: '', umrn: '', bankReference: '', responseToken: '', told: '', cancelled: false },
  }
}

/** Returns whether the bank has not decided. */
export function isUndecided({ status }: Mandate): boolean {
  return status === 'open' || status === 'none'
}

/** Returns whether the same order may be shown again, because nothing was set up. */
export function isOpen(mandate: Mandate): boolean {
  return isUndecided(mandate) || mandate.status === codes.refused || mandate.status === codes.aborted
}

/** Returns whether the decision may still change. */
export function isPending(mandate: Mandate): boolean {
  const waiting: string[] = [codes.initiated, codes.askToday, codes.askTomorrow]
  return isUndecided(mandate) || waiting.includes(mandate.status)
}

/** Returns the mandate after a decision, with its numbers or the reason of a refusal. */
export function decided(mandate: Mandate, decision: BankDecision, now: number): Mandate {
  const next = { ...mandate, status: decision, reason: '', decidedAt: now }
  if (decision === 'none') return next
  if (decision === codes.refused) {
    // An immediate refusal comes from the customer, a later one from the bank.
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

/** Returns the gateway's hash: the values and the salt joined with bars. */
export function hashOf(values: readonly string[], salt: string): string {
  return createHash('sha512')
    .update([...values, salt].join('|'))
    .digest('hex')
}

/** The gateway's number of a bank. An aborted payment has none. */
const BANK_CODE = '11050'

const words: Record<string, string> = {
  [codes.success]: 'success',
  [codes.initiated]: 'initiated',
  [codes.askToday]: 'pending',
  [codes.askTomorrow]: 'pending',
  [codes.refused]: 'failure',
  [codes.aborted]: 'User Aborted',
}

/** Returns the gateway's text for a status. */
export function statusWords(status: string): string {
  return words[status] ?? ''
}

/** Returns DD-MM-YYYY HH:MM:SS in India. */
export function gatewayTime(at: number): string {
  const [day = '', time = ''] = indianTime(at).split('T')
  return `${dayMonthYear(day)} ${time}`
}

/** Returns an amount with two decimals, as the gateway writes it. */
export function withPaise(amount: string): string {
  return Number(amount).toFixed(2)
}

/** Returns the requested and, after success, registered values: the eighth field of an answer. */
export function mandateMeta(mandate: Mandate): string {
  const { email, phone } = mandate
  if (mandate.status === codes.aborted) return `{itc:}{email:${email}}{mob:${phone}}`
  const registered =
    mandate.status === codes.success ? `UMRNNumber:${mandate.umrn}~IFSCCode:${mandate.ifscCode}~` : ''
  const pairs = [
    `amount_type:${mandate.amountType}`,
    `frequency:${mandate.frequency}`,
    `account_number:${mandate.accountNo}`,
    `expiry_date:${mandate.endDate}`,
    `ifsc_code:${mandate.ifscCode}`,
    `amount:${withPaise(mandate.maxAmount)}`,
    'identifier:',
    `schedule_date:${mandate.startDate}`,
    'debitDay:~debitFlag:N~aadharNo:',
    `accountHolderName:${mandate.accountName}`,
    `accountType:${mandate.accountType}`,
    'dateOfBirth:~mandatePurpose:~utilityNo:~helpdeskNo:~helpdeskEmail:~pan:~phoneNumber:',
    `emailID:${email}`,
  ]
  return `{itc:~mandateData{${registered}${pairs.join('~')}}}{email:${email}}{mob:${phone}}`
}

/** Returns the fifteen values of an answer. The hash is the sixteenth. */
function answerValues(mandate: Mandate): string[] {
  const aborted = mandate.status === codes.aborted
  return [
    mandate.status,
    statusWords(mandate.status),
    mandate.reason || 'NA',
    mandate.transactionId,
    aborted ? '' : BANK_CODE,
    aborted ? `E${mandate.gatewayId}` : mandate.gatewayId,
    withPaise(mandate.amount),
    mandateMeta(mandate),
    gatewayTime(mandate.decidedAt),
    'NA',
    '',
    '',
    aborted ? '' : mandate.bankReference,
    mandate.mandateRegNo,
    mandate.responseToken,
  ]
}

/** Returns the response string, which a browser or the gateway's server delivers. */
export function responseString(mandate: Mandate, salt: string): string {
  const values = answerValues(mandate)
  return [...values, hashOf(values, salt)].join('|')
}

/** Returns the answer for the page's `responseHandler`; without a code after `none`. */
export function scriptAnswer(mandate: Mandate, merchantId: string, salt: string) {
  const silent = mandate.status === 'none'
  const values = silent ? [] : answerValues(mandate)
  const at = (index: number) => values[index] ?? ''
  return {
    merchantCode: merchantId,
    merchantTransactionIdentifier: mandate.transactionId,
    merchantTransactionRequestType: 'TAR',
    responseType: mandate.deviceId.toLowerCase(),
    transactionState: 'F',
    merchantAdditionalDetails: at(7),
    paymentMethod: {
      token: '',
      instrumentAliasName: at(11),
      instrumentToken: at(10),
      bankSelectionCode: at(4),
      ...empty,
      paymentTransaction: {
        amount: at(6),
        balanceAmount: at(9),
        bankReferenceIdentifier: at(12),
        dateTime: at(8),
        errorMessage: at(2),
        identifier: at(5),
        refundIdentifier: '',
        statusCode: at(0),
        statusMessage: at(1),
        instruction: { id: at(13), statusCode: '', errorcode: '', errordesc: '' },
        reference: null,
        accountNo: null,
      },
    },
    stringResponse: silent ? '' : responseString(mandate, salt),
    error: null,
  }
}

/** Parts that are empty for mandates. */
const empty = {
  aCS: { bankAcsFormName: '', bankAcsHttpMethod: '', bankAcsParams: [], bankAcsUrl: '' },
  oTP: { initiator: '', message: '', numberOfDigit: '', target: '', type: '' },
  authentication: { type: '', subType: '' },
  error: { code: '', desc: '' },
}
