import { createHash } from 'node:crypto'
import { dayMonthYear, indianTime } from '#contract/dates.ts'
import { codes, type Mandate } from './mandate.ts'

/** The gateway's hash: the values and the salt between bars; `deviceId` says whether SHA-256 (WEBSH1) or SHA-512 (WEBSH2). */
export function hashOf(values: readonly string[], salt: string, deviceId: string): string {
  return createHash(deviceId === 'WEBSH1' ? 'sha256' : 'sha512')
    .update([...values, salt].join('|'))
    .digest('hex')
}

/** Any bank's number at the gateway; an aborted payment has none. */
const BANK_CODE = '11050'

const words: Record<string, string> = {
  [codes.success]: 'success',
  [codes.initiated]: 'initiated',
  [codes.askToday]: 'pending',
  [codes.askTomorrow]: 'pending',
  [codes.refused]: 'failure',
  [codes.aborted]: 'User Aborted',
}

/** What the gateway calls a status. */
export function statusWords(status: string): string {
  return words[status] ?? ''
}

/** DD-MM-YYYY HH:MM:SS by a clock in India. */
export function gatewayTime(at: number): string {
  const [day = '', time = ''] = indianTime(at).split('T')
  return `${dayMonthYear(day)} ${time}`
}

/** Two decimals, as the gateway writes every amount that it was given without. */
export function withPaise(amount: string): string {
  return Number(amount).toFixed(2)
}

/** What was asked for and, after success, registered: the seventh value of an answer. */
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

/** The fifteen values of an answer; the hash makes them sixteen. */
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

/** The response string that a browser or the gateway's server brings. */
export function responseString(mandate: Mandate, salt: string): string {
  const values = answerValues(mandate)
  return [...values, hashOf(values, salt, mandate.deviceId)].join('|')
}

/** What the script gives the page's `responseHandler`; `none` leaves it without a code. */
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

/** Parts of the answer that a mandate leaves empty. */
const empty = {
  aCS: { bankAcsFormName: '', bankAcsHttpMethod: '', bankAcsParams: [], bankAcsUrl: '' },
  oTP: { initiator: '', message: '', numberOfDigit: '', target: '', type: '' },
  authentication: { type: '', subType: '' },
  error: { code: '', desc: '' },
}
